package interaction.client.presenter

import interaction.client.contract.Fill
import interaction.client.contract.PlaybackDirection
import interaction.client.contract.ScrollLink

/** The duration of return animations, µs. */
private const val returnTime = 250_000L

/** Creates the track of a return animation. */
internal fun returnTrack(target: String, property: Int, from: Double, value: Double): Track {
    val keyframes = listOf(keyframe(0.0, from), keyframe(1.0, value))
    return Track(
        target, property, keyframes, 0, returnTime, Easing.Out, 1, PlaybackDirection.NORMAL,
        Fill.BOTH
    )
}

/** Plays a return animation, for which there is no directive. */
internal fun playReturn(
    parts: PresenterState,
    tracks: List<Track>,
    aspect: String?,
    before: PresentationState? = null
) {
    if (tracks.isEmpty() || parts.surface.reducedMotion) return
    val screen = parts.screen
    val timeline = Timeline(tracks, emptyList(), emptyList())
    var released = playingAnimation(AnimationOrigin.Release, aspect, timeline, screen.now)
    if (before != null && aspect == "navigation") {
        val staged = staging(before.state.navigation?.staging.orEmpty())
        released = released.with(roles = before.currentRoles, staging = staged)
        released = withPicturesOf(before.state, released)
    }
    screen.animations = screen.animations + released
}

/** Returns the views of links to their starts. */
internal fun animateToStart(
    parts: PresenterState,
    links: List<ScrollLink>,
    aspect: String,
    before: PresentationState
) {
    val isElsewhere = links.any {
        before.returnTrackTo(it.target, it.property, linkValue(it, 0.0)) != null
    }
    if (!isElsewhere) return
    // A view at its start gets a track as well, which holds it there.
    val tracks = links.map { link ->
        val start = linkValue(link, 0.0)
        val value = before.presentedValue(link.property, link.target)
        returnTrack(link.target, link.property, if (value.isNaN()) start else value, start)
    }
    for (link in links) {
        if (link.dragTarget.isNotEmpty()) parts.screen.fingers.removeDrag(link.dragTarget)
    }
    playReturn(parts, tracks, aspect, before)
}

/** Returns the performance with the snapshots of the interactive transition that it continues. */
internal fun withPicturesOf(pulled: VisibleState, performance: PlayingAnimation): PlayingAnimation {
    val pages = pulled.pulledPages
    if (pages == null || performance.captures.isNotEmpty()) return performance
    return performance.with(
        captures = captures(pages.captures), captureNumber = pages.number.toLong()
    )
}
