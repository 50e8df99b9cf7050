package interaction.client.presenter

import interaction.client.contract.AnimatedProperty
import interaction.client.contract.Fill
import interaction.client.contract.Keyframe
import interaction.client.contract.ToggleState

/** The time of an end or a deadline that never comes. */
internal const val never = Long.MAX_VALUE

/** The animation of one property of one view. */
internal class PropertyAnimation(
    val target: String,
    val property: Int,
    /** The timeline's tracks for the property, by delay. */
    private val tracks: List<Track>,
    /** The first track, changed to start at the presented value; null if it starts at its own. */
    private val start: Track? = null
) {
    /** True if a track repeats forever. */
    val isEndless: Boolean get() = tracks.any { it.isEndless }

    /**
     * Returns the motion with the presented `value` in place of the first keyframe, also during the
     * delay; unchanged for NaN.
     */
    fun from(value: Double): PropertyAnimation {
        if (value.isNaN() || tracks.isEmpty()) return this
        val track = tracks[0]
        val keyframes = track.keyframes
        val first = if (track.isReversed(0)) keyframes.lastOrNull() else keyframes.firstOrNull()
        val changed = keyframes.map {
            if (it.position == first?.position) keyframe(it.position, value) else it
        }
        val isFilled = track.fill == Fill.FORWARDS || track.fill == Fill.BOTH
        val fill = if (isFilled) Fill.BOTH else Fill.BACKWARDS
        return PropertyAnimation(target, property, tracks, track.with(changed, fill))
    }

    /** Returns whether it animates a property of a view. */
    fun moves(target: String, property: Int): Boolean =
        this.property == property && this.target == target

    /**
     * Returns the value `time` µs after the timeline's start; NaN for the layout's own. Of several
     * tracks the last one that has started determines it; before all of them the first.
     */
    fun value(time: Long): Double {
        if (tracks.isEmpty()) return Double.NaN
        val first = tracks[0]
        if (start != null && time < first.delay + first.duration) return start.valueAt(time)
        var playing = first
        for (index in tracks.indices) if (tracks[index].delay <= time) playing = tracks[index]
        return playing.valueAt(time)
    }
}

/** Creates a keyframe. */
internal fun keyframe(position: Double, value: Double): Keyframe {
    val made = Keyframe()
    made.position = position
    made.value = value
    return made
}

/** The origin of an animation. */
internal sealed class AnimationOrigin {
    /** A directive, by its sequence number. */
    class Directive(val number: Long) : AnimationOrigin()

    /** A predicted tap on this tab (rule T14). */
    class Tap(val tab: Int) : AnimationOrigin()

    /** The presenter itself: a released view returns to its place (rule D7). */
    object Release : AnimationOrigin()

    /** A badge's state, which loops an animation (rules B4, D5). */
    object Loop : AnimationOrigin()
}

/** A timeline that is playing. Immutable. */
internal class PlayingAnimation(
    val origin: AnimationOrigin,
    /** The aspect whose state it leads to; null for none. */
    val aspect: String?,
    val start: Long,
    /** The end; `never` if it repeats forever. */
    val end: Long,
    /** True if the final values hold until the engine ends the state. */
    val holds: Boolean,
    val motions: List<PropertyAnimation>,
    val captures: List<Capture>,
    /** The number that identifies its captures. */
    val captureNumber: Long,
    val staging: List<Staging>,
    /** The pages of a page transition. */
    val roles: PageTransitionRoles? = null,
    /** The toggle's previous state. */
    val previousToggle: ToggleState? = null
) {
    /** Returns a copy with some parts replaced. */
    fun with(
        motions: List<PropertyAnimation> = this.motions,
        captures: List<Capture> = this.captures,
        captureNumber: Long = this.captureNumber,
        staging: List<Staging> = this.staging,
        roles: PageTransitionRoles? = this.roles,
        previousToggle: ToggleState? = this.previousToggle
    ) = PlayingAnimation(
        origin, aspect, start, end, holds, motions, captures, captureNumber, staging, roles,
        previousToggle
    )

    /** Returns whether the animation involves a view. */
    fun involves(target: String): Boolean =
        motions.any { it.target == target } || captures.any { it.target == target } ||
            staging.any { it.target == target }
}

/** Creates the performance of a whole timeline. */
internal fun playingAnimation(
    origin: AnimationOrigin,
    aspect: String?,
    timeline: Timeline,
    start: Long,
    holds: Boolean = false
): PlayingAnimation {
    val motions = motionsOf(timeline.tracks)
    val end = if (motions.any { it.isEndless }) never else start + duration(timeline.tracks)
    val number = if (origin is AnimationOrigin.Directive) origin.number else 0L
    return PlayingAnimation(
        origin, aspect, start, end, holds, motions, timeline.captures, number, timeline.staging
    )
}

private fun motionsOf(tracks: List<Track>): List<PropertyAnimation> {
    val motions = tracks.groupBy { "${it.target} ${it.property}" }.values.map { some ->
        PropertyAnimation(some[0].target, some[0].property, some.sortedBy { it.delay })
    }
    // Captures are part of the scene and do not move with the window.
    return motions.filter { motion ->
        motion.property != AnimatedProperty.CENTER_X ||
            motions.none { it.moves(motion.target, AnimatedProperty.SCREEN_CENTER_X) }
    }
}
