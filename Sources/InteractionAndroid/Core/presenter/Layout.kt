package interaction.client.presenter

/** Updates the layout, after a change of anything but animated values. */
internal fun layOut(parts: PresenterState) {
    val screen = parts.screen
    val builder = SceneBuilder(
        screen.state, parts.model.reactions.items, parts.surface, screen.animations,
        screen.fingers, screen.currentRoles
    )
    screen.layout = ScreenLayout(elements(builder))
    updateResting(screen)
}

/** Updates the scene at rest, after a list or a finger has moved. */
internal fun updateResting(screen: PresentationState) {
    // At rest nothing lags behind.
    screen.layout.resting = followed(screen, never)
}

/** Returns the scene at `now`; the layout must be up to date. */
internal fun frame(screen: PresentationState, now: Long): PresentedScene {
    val layout = screen.layout
    val animations = screen.animations
    val catchesUp = isCatchingUp(screen, now)
    if (animations.isEmpty() && !catchesUp) return layout.resting
    val isHeld = !catchesUp && haveEnded(animations, now)
    val held = layout.held
    if (isHeld && held != null) return held
    val still = (if (catchesUp) followed(screen, now) else layout.resting).elements
    val elements = ArrayList(still)
    for (index in animations.indices) {
        val animation = animations[index]
        val motions = animation.motions
        for (place in motions.indices) {
            val motion = motions[place]
            val value = motion.value(now - animation.start)
            if (value.isNaN()) continue
            change(elements, still, layout, motion.target, motion.property, value)
        }
    }
    val scene = PresentedScene(elements)
    if (isHeld) layout.held = scene
    return scene
}

/** Returns whether all animations only hold their last values. */
private fun haveEnded(animations: List<PlayingAnimation>, now: Long): Boolean {
    for (index in animations.indices) if (animations[index].end > now) return false
    return true
}

/** Returns whether a view still catches up with its finger or list. */
internal fun isCatchingUp(screen: PresentationState, now: Long): Boolean {
    if (screen.fingers.isCatchingUp(now)) return true
    val links = screen.laggingLinks
    for (index in links.indices) if (isBehind(links[index].lag, now)) return true
    return false
}

/** Returns the scene with the values of lists and links. */
private fun followed(screen: PresentationState, now: Long): PresentedScene {
    val layout = screen.layout
    val still = layout.elements
    val elements = ArrayList(still)
    for (offset in screen.fingers.offsets) {
        val element = changed(elements, still, layout, Targets.list(offset.source))
        if (element != null) element.values.contentOffset = offset.presented(now)
    }
    for (link in screen.state.links) {
        val value = screen.linkedValue(link, now)
        change(elements, still, layout, link.target, link.property, value)
    }
    return PresentedScene(elements)
}

/** Sets a property of an element, in a copy of the one at rest. */
private fun change(
    elements: ArrayList<PresentedElement>,
    still: List<PresentedElement>,
    layout: ScreenLayout,
    target: String,
    property: Int,
    value: Double
) {
    val element = changed(elements, still, layout, target) ?: return
    set(element.values, property, value, element.frame)
}

/** Returns the element, as a copy of the one at rest. */
private fun changed(
    elements: ArrayList<PresentedElement>,
    still: List<PresentedElement>,
    layout: ScreenLayout,
    target: String
): PresentedElement? {
    val place = layout.place(target)
    if (place < 0) return null
    val known = elements[place]
    if (known !== still[place]) return known
    val copy = known.copied()
    elements[place] = copy
    return copy
}
