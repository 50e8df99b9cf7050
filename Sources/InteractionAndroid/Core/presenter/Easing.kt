package interaction.client.presenter

import interaction.client.contract.CubicBezier
import interaction.client.contract.Track as ContractTrack
import kotlin.math.cos
import kotlin.math.exp
import kotlin.math.max
import kotlin.math.sin
import kotlin.math.sqrt

/** The course of a track's progress within an iteration. */
internal sealed class Easing {
    /** Returns the progress `time` µs after the start of an iteration of `duration` µs. */
    abstract fun progress(time: Long, duration: Long): Double

    /** A Bézier curve (rule M1). */
    class Bezier(private val curve: CubicBezier) : Easing() {
        override fun progress(time: Long, duration: Long): Double {
            val part = time.toDouble() / duration
            return cubicBezier(curve.x1, curve.y1, curve.x2, curve.y2, part)
        }
    }

    /** A spring with UIKit's parameters (rule M2); `duration` is in µs. */
    class Spring(
        private val dampingRatio: Double,
        private val duration: Long,
        private val velocity: Double
    ) : Easing() {
        override fun progress(time: Long, duration: Long): Double =
            springProgress(dampingRatio, this.duration, velocity, time)
    }

    /** Equal steps. */
    class Steps(private val count: Int) : Easing() {
        override fun progress(time: Long, duration: Long): Double =
            (time * count / duration).toDouble() / count
    }

    /** The ease-out curve. */
    object Out : Easing() {
        override fun progress(time: Long, duration: Long): Double =
            easeOut(time.toDouble() / duration)
    }
}

/** Returns a track's easing; null for an unknown one of a later contract. */
internal fun easing(track: ContractTrack): Easing? {
    val bezier = track.bezier
    val spring = track.spring
    val steps = track.steps
    return when {
        bezier != null -> Easing.Bezier(bezier)
        spring != null ->
            Easing.Spring(spring.dampingRatio, spring.durationUs, spring.initialVelocity)
        steps != null -> Easing.Steps(max(steps, 1))
        else -> null
    }
}

/** Returns the progress on the ease-out curve. */
internal fun easeOut(part: Double): Double = cubicBezier(0.0, 0.0, 0.58, 1.0, part)

/** Returns the progress on a Bézier curve at a fraction of the duration, 0 … 1 (rule M1). */
private fun cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double, part: Double): Double {
    if (part <= 0) return 0.0
    if (part >= 1) return 1.0
    // Bisection: x grows monotonically, and 60 steps exhaust the precision at any slope.
    var low = 0.0
    var high = 1.0
    for (halving in 0 until 60) {
        val middle = (low + high) / 2
        if (coordinate(x1, x2, middle) < part) low = middle else high = middle
    }
    return coordinate(y1, y2, (low + high) / 2)
}

private fun coordinate(first: Double, second: Double, t: Double): Double {
    val u = 1 - t
    return 3 * u * u * t * first + 3 * u * t * t * second + t * t * t
}

/**
 * Returns the progress of a spring `time` µs after its start, with UIKit's parameters (rule M2): 0
 * at the start, 1 at rest, more during overshoot.
 */
private fun springProgress(zeta: Double, duration: Long, velocity: Double, time: Long): Double {
    // ln(1500) / (duration · ζ) is the community's formula; Apple's own is unpublished.
    val omega = 7.313220387090301 / (duration / 1e6 * zeta)
    val isSpring = omega > 0 && omega < Double.POSITIVE_INFINITY
    if (!isSpring || time <= 0) return if (time > 0) 1.0 else 0.0
    val t = time / 1e6
    if (zeta < 1) {
        val damped = omega * sqrt(1 - zeta * zeta)
        val amplitude = (zeta * omega - velocity) / damped
        return 1 - exp(-zeta * omega * t) * (cos(damped * t) + amplitude * sin(damped * t))
    }
    if (zeta == 1.0) return 1 - exp(-omega * t) * (1 + (omega - velocity) * t)
    val root = sqrt(zeta * zeta - 1)
    val slow = omega * (zeta - root)
    val fast = omega * (zeta + root)
    val slowPart = (fast - velocity) / (fast - slow)
    return 1 - slowPart * exp(-slow * t) - (1 - slowPart) * exp(-fast * t)
}
