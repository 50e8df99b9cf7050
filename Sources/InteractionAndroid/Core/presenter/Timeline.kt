package interaction.client.presenter

import interaction.client.contract.Capture as ContractCapture
import interaction.client.contract.Fill
import interaction.client.contract.Keyframe
import interaction.client.contract.PlaybackDirection
import interaction.client.contract.Staging as ContractStaging
import interaction.client.contract.Timeline as ContractTimeline
import interaction.client.contract.Track as ContractTrack
import kotlin.math.max

/**
 * An animation of one or more properties that starts, runs and ends as a unit (rule D2): the
 * contract's message without unknown parts. Times are µs.
 */
internal class Timeline(
    val tracks: List<Track>,
    val captures: List<Capture>,
    val staging: List<Staging>
)

/** A snapshot image that an animation moves in place of its view. */
internal class Capture(val target: String, val subject: String, val frame: Rect)

/** The staging of a view while an animation runs. */
internal class Staging(
    val target: String,
    val level: Int,
    val origin: Point,
    val perspective: Double
) {
    /** Returns whether both stage the same view alike. */
    fun isSame(other: Staging): Boolean =
        target == other.target && level == other.level && origin.x == other.origin.x &&
            origin.y == other.origin.y && perspective == other.perspective
}

/** The animation of one property of one target. */
internal class Track(
    val target: String,
    val property: Int,
    val keyframes: List<Keyframe>,
    val delay: Long,
    val duration: Long,
    val easing: Easing,
    /** The number of iterations; 0 for an endless track. */
    val iterations: Int,
    val direction: Int,
    val fill: Int
) {
    /** True if the track runs forever. */
    val isEndless: Boolean get() = iterations == 0 && duration > 0

    /** The end, µs after the timeline's start; an endless track counts as one iteration. */
    val end: Long get() = delay + duration * max(iterations, 1)

    /** Returns the track with other keyframes and another fill. */
    fun with(keyframes: List<Keyframe>, fill: Int) =
        Track(target, property, keyframes, delay, duration, easing, iterations, direction, fill)

    /**
     * Returns a property's value `time` µs after the timeline's start; NaN for the layout's own
     * value, before the start and after the end unless the fill says otherwise.
     */
    fun valueAt(time: Long): Double {
        if (time < delay) {
            if (fill != Fill.BACKWARDS && fill != Fill.BOTH) return Double.NaN
            return valueAtProgress(if (isReversed(0)) 1.0 else 0.0)
        }
        if (iterations > 0 && time >= end) {
            if (fill != Fill.FORWARDS && fill != Fill.BOTH) return Double.NaN
            return valueAtProgress(if (isReversed(iterations - 1L)) 0.0 else 1.0)
        }
        // Not over yet, so the duration is positive unless it runs forever.
        if (duration <= 0) return valueAtProgress(1.0)
        val iteration = (time - delay) / duration
        val rest = (time - delay) % duration
        val passed = if (isReversed(iteration)) duration - rest else rest
        return valueAtProgress(if (passed >= duration) 1.0 else easing.progress(passed, duration))
    }

    /** Returns whether an iteration, from 0, runs backwards. */
    fun isReversed(iteration: Long): Boolean = when (direction) {
        PlaybackDirection.REVERSE -> true
        PlaybackDirection.ALTERNATE -> iteration % 2 == 1L
        PlaybackDirection.ALTERNATE_REVERSE -> iteration % 2 == 0L
        else -> false
    }

    /**
     * Returns the value at a progress; outside 0 … 1 it extrapolates the nearest segment, or holds
     * the value after a jump at the start.
     */
    private fun valueAtProgress(progress: Double): Double {
        val count = keyframes.size
        if (count == 0) return 0.0
        if (count == 1 || progress == 1.0) return keyframes[count - 1].value
        var upper = 1
        while (upper < count - 1 && progress >= keyframes[upper].position) upper++
        val from = keyframes[upper - 1]
        val to = keyframes[upper]
        val span = to.position - from.position
        if (!(span > 0)) return if (progress < from.position) from.value else to.value
        return from.value + (to.value - from.value) * (progress - from.position) / span
    }
}

/** Converts a timeline. Tracks with unknown properties or easings are dropped. */
internal fun timeline(found: ContractTimeline) =
    Timeline(found.tracks.mapNotNull(::track), captures(found.captures), staging(found.staging))

/** Converts captures. */
internal fun captures(found: List<ContractCapture>): List<Capture> =
    found.map { Capture(it.target, it.subject, rect(it.frame)) }

/** Converts the staging of views. */
internal fun staging(found: List<ContractStaging>): List<Staging> =
    found.map { Staging(it.target, it.level, Point(it.originX, it.originY), it.perspective) }

private fun track(found: ContractTrack): Track? {
    val curve = easing(found)
    if (curve == null || !isKnown(found.property)) return null
    return Track(
        found.target, found.property, found.keyframes, found.delayUs, found.durationUs, curve,
        found.iterations, found.direction, found.fill
    )
}

/**
 * Returns the end of the last track, µs after the timeline's start; an endless track counts as one
 * iteration.
 */
internal fun duration(tracks: List<Track>): Long =
    tracks.fold(0L) { length, track -> max(length, track.end) }
