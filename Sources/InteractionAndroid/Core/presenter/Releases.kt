package interaction.client.presenter

import interaction.client.contract.AnimatedProperty
import interaction.client.contract.FloorPhase
import interaction.client.contract.HoldTarget

/**
 * Releases a target whose hold has expired, or which a finger grabs again: its views return (rule
 * D7). Changes only the screen. Returns the releases.
 */
internal fun releaseTarget(parts: PresenterState, target: Int, now: Long): UnconfirmedRelease {
    val model = parts.model
    val screen = parts.screen
    val state = screen.state
    if (target == HoldTarget.FLOOR) screen.fingers.releaseLists(now)
    val links = when (target) {
        HoldTarget.FLOOR -> state.floorLinks.filter { it.dragTarget == Targets.floorPage }
        HoldTarget.TABS -> state.tabLinks
        else -> state.pageLinks
    }
    val aspect = when (target) {
        HoldTarget.FLOOR -> "floor"
        HoldTarget.TABS -> "transition"
        else -> "navigation"
    }
    animateToStart(parts, links, aspect, screen)
    val letGo = model.unconfirmedRelease.added(links)
    screen.state = visibleState(model.settings, letGo)
    return letGo
}

/** Reverts the floor's animation if the engine has reverted its phase (rules D7, F8). */
internal fun revertFloor(
    parts: PresenterState,
    ended: List<PlayingAnimation>,
    phase: Int,
    before: PresentationState
) {
    val page = ended.flatMap { each -> each.motions.filter { it.target == Targets.floorPage } }
    val former = before.state.floor?.phase
    val isClosed = phase == FloorPhase.CLOSED || phase == FloorPhase.UNSPECIFIED
    if (former == FloorPhase.CLOSING && phase == FloorPhase.OPEN) {
        playReturn(parts, before.returnTracks(page), "floor")
    } else if (former == FloorPhase.OPENING && isClosed) {
        val tracks = ended.flatMapTo(ArrayList()) { returnTracksFromPictures(before, it) }
        // The page fades out in place.
        if (before.presentedValue(AnimatedProperty.OPACITY, Targets.floorPage) != 0.0) {
            for (motion in page) {
                val value = before.presentedValue(motion.property, motion.target)
                if (value.isNaN()) continue
                val end = if (motion.property == AnimatedProperty.OPACITY) 0.0 else value
                tracks.add(returnTrack(motion.target, motion.property, value, end))
            }
        }
        playReturn(parts, tracks, "floor")
    }
}

/** Returns the tracks that move the captured views to rest, from where their snapshots are. */
private fun returnTracksFromPictures(
    screen: PresentationState,
    animation: PlayingAnimation
): List<Track> = animation.captures.flatMap { capture ->
    animation.motions.mapNotNull { motion ->
        val value = screen.presentedValue(motion.property, motion.target)
        val rest = restingValue(motion.property)
        val isMoved = motion.target == capture.target && value != rest
        if (!isMoved || value.isNaN() || rest.isNaN()) null
        else returnTrack(capture.subject, motion.property, value, rest)
    }
}
