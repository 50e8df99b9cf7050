// The second floor, and the lists in front of it.
package interaction.client.presenter

import interaction.client.contract.FloorPhase
import interaction.client.contract.TextFont

/** Adds the floor behind the list. */
internal fun addFloor(builder: SceneBuilder) {
    val floor = builder.state.floor ?: return
    val layout = builder.state.floorLayout ?: return
    // A peek shows the floor without a change of its state (rule F9).
    val isShown = floor.behindList || builder.staging.any { it.target == Targets.floor }
    val background = ElementContent.Color(layout.backgroundColor)
    builder.add(Targets.floor, builder.screen, background, !isShown)
    val hasFade = layout.maskStart <= layout.maskEnd
    val fade = if (hasFade) Fade(layout.maskStart, layout.maskEnd) else null
    val image = ElementContent.Picture(ImageContent(layout.assetUrl, "", floor.playing, fade))
    builder.add(Targets.floorImage, rect(layout.image), image, !layout.ready, Targets.floor)
    val font = TextFont()
    font.size = layout.tipFontSize
    val tip = ElementContent.Text(
        TextContent(layout.tipText, emptyList(), layout.tipColor, font)
    )
    builder.add(Targets.floorTip, rect(layout.tip), tip, !floor.showsTip, Targets.floor)
}

/** Adds the lists that are on no tab's page. */
internal fun addOtherLists(builder: SceneBuilder) {
    val tabs = builder.state.layout?.items.orEmpty().flatMap { it.lists }
    addLists(builder, sources(builder).filter { it !in tabs }, null)
}

/** Adds those of the lists that the client has reported or a link follows. */
internal fun addLists(builder: SceneBuilder, lists: List<String>, parent: String?) {
    val known = sources(builder)
    for (list in lists) {
        if (list !in known) continue
        builder.add(
            Targets.list(list), builder.screen, isHidden = builder.hidesViews, parent = parent
        )
    }
}

private fun sources(builder: SceneBuilder): Set<String> {
    val sources = LinkedHashSet<String>()
    builder.fingers.offsets.mapTo(sources) { it.source }
    for (link in builder.state.links) if (link.dragTarget == "") sources.add(link.source)
    return sources
}

/** Adds the floor's page, on top, and the snapshots that move out of its way. */
internal fun addFloorPage(builder: SceneBuilder) {
    builder.capture(Targets.listSnapshot)?.let { builder.elements.add(it) }
    builder.capture(Targets.tabBarSnapshot)?.let { builder.elements.add(it) }
    val floor = builder.state.floor ?: return
    val isShown = floor.phase == FloorPhase.OPENING || floor.phase == FloorPhase.OPEN ||
        // While it closes, until its animation ends.
        builder.animates(Targets.floorPage)
    builder.add(Targets.floorPage, builder.screen, isHidden = !isShown)
}
