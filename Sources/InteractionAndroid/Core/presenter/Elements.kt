package interaction.client.presenter

import interaction.client.contract.StagingLevel

/** Builds the elements in drawing order. Views that only the app places come last. */
internal fun elements(builder: SceneBuilder): List<PresentedElement> {
    val elements = builder.elements
    val addRoot = {
        addFloor(builder)
        addTabPages(builder)
        addOtherLists(builder)
    }
    addPages(builder, addRoot) { addBar(builder) }
    addFloorPage(builder)
    if (builder.animates(Targets.window)) addWindow(builder)
    addOthers(builder)
    // Applies the origins and perspectives of the staging.
    for (staged in builder.staging) {
        for (each in elements) {
            if (each.target != staged.target) continue
            each.values.origin = staged.origin
            each.values.perspective = staged.perspective
        }
    }
    return elements
}

/** Adds the window around the elements, above or below its snapshot (rule N1). */
private fun addWindow(builder: SceneBuilder) {
    val elements = builder.elements
    builder.changeOuter(0) { it.parent = Targets.window }
    elements.add(0, PresentedElement(Targets.window, builder.screen))
    val isBelow = builder.staging.any {
        it.target == Targets.windowSnapshot && it.level == StagingLevel.BELOW
    }
    val picture = builder.capture(Targets.windowSnapshot) ?: return
    elements.add(if (isBelow) 0 else elements.size, picture)
}

/** Adds the remaining targets of timelines and links, which are views of the app. */
private fun addOthers(builder: SceneBuilder) {
    val elements = builder.elements
    fun addOther(target: String) {
        if (elements.any { it.target == target }) return
        val isHidden = target == Targets.navigationBar && builder.hidesViews
        elements.add(
            builder.capture(target) ?: PresentedElement(target, isHidden = isHidden)
        )
    }
    for (each in builder.performances) for (motion in each.motions) addOther(motion.target)
    for (link in builder.state.links) addOther(link.target)
}
