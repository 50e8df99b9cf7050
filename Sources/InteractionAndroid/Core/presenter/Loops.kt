// The loops of badges, which play until the state ends them (rule B4).
package interaction.client.presenter

import interaction.client.contract.BadgeAnimation

/**
 * Starts the loops that are not playing, and replaces the changed ones, from the presented values
 * (rule D2).
 */
internal fun startLoops(parts: PresenterState, before: PresentationState) {
    val screen = parts.screen
    for (badge in screen.state.badges) {
        val loop = badge.loopTimeline ?: continue
        val hasChanged = before.state.badges.none {
            it.tab == badge.tab && areEqual(it.loopTimeline, loop)
        }
        val aspect = badgeAspect(badge.tab)
        if (!hasChanged && screen.animations.any { isLoopOf(aspect, it) }) continue
        val animation =
            playingAnimation(AnimationOrigin.Loop, aspect, timeline(loop), screen.now)
        start(parts, animation, before)
    }
}

/** Ends the loops that the state no longer contains, with return animations. */
internal fun endLoops(parts: PresenterState, before: PresentationState) {
    val screen = parts.screen
    for (badge in screen.state.badges) {
        val hasLoop = badge.loop != BadgeAnimation.NONE && badge.loop != BadgeAnimation.UNSPECIFIED
        if (hasLoop) continue
        val aspect = badgeAspect(badge.tab)
        val loops = screen.animations.filter { isLoopOf(aspect, it) }
        if (loops.isEmpty()) continue
        screen.animations = screen.animations.filter { !isLoopOf(aspect, it) }
        playReturn(parts, before.returnTracks(loops.flatMap { it.motions }), aspect)
    }
}

private fun isLoopOf(aspect: String, performance: PlayingAnimation): Boolean =
    performance.end == never && performance.aspect == aspect
