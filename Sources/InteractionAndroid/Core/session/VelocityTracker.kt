package interaction.client.session

/**
 * Estimates a finger's velocity from its last positions (rule S7): quadratic least squares over the
 * last 100 ms, at most 20 samples. Fewer than three samples, or a gap of more than 40 ms, mean that
 * the finger stood still. Times in µs.
 */
class VelocityTracker {
    /** A finger's position at a time. */
    private class Sample(val time: Long, val position: Double)

    private val samples = ArrayList<Sample>()

    /** Removes all samples, for a new drag. */
    fun reset() {
        samples.clear()
    }

    /** Adds a position. */
    fun add(position: Double, time: Long) {
        samples.add(Sample(time, position))
        if (samples.size > MAXIMUM_SAMPLES) samples.removeAt(0)
    }

    /** Returns the velocity at `time`, per second. */
    fun velocity(time: Long): Double {
        val last = samples.lastOrNull()
        if (last == null || time - last.time > STANDSTILL) return 0.0
        val recent = ArrayList<Sample>()
        for (sample in samples) {
            val former = recent.lastOrNull()
            if (former != null && sample.time - former.time > STANDSTILL) recent.clear()
            if (time - sample.time <= HORIZON) recent.add(sample)
        }
        return if (recent.size < 3) 0.0 else slope(recent, last)
    }

    /** Returns the derivative of the best-fitting parabola at `last`. */
    private fun slope(samples: List<Sample>, last: Sample): Double {
        // Moments of time t (s, ≤ 0) and position p, both relative to the last sample.
        var t1 = 0.0
        var t2 = 0.0
        var t3 = 0.0
        var t4 = 0.0
        var p0 = 0.0
        var p1 = 0.0
        var p2 = 0.0
        for (sample in samples) {
            val t = (sample.time - last.time) / 1e6
            val p = sample.position - last.position
            t1 += t
            t2 += t * t
            t3 += t * t * t
            t4 += t * t * t * t
            p0 += p
            p1 += p * t
            p2 += p * t * t
        }
        val n = samples.size
        // Cramer's rule for the linear coefficient of p = a + b·t + c·t².
        val determinant =
            n * (t2 * t4 - t3 * t3) - t1 * (t1 * t4 - t3 * t2) + t2 * (t1 * t3 - t2 * t2)
        if (!(determinant > 1e-9 * n * t2 * t4)) return 0.0
        val numerator =
            n * (p1 * t4 - t3 * p2) - p0 * (t1 * t4 - t3 * t2) + t2 * (t1 * p2 - p1 * t2)
        val value = numerator / determinant
        return if (value.isInfinite() || value.isNaN()) 0.0 else value
    }

    private companion object {
        const val HORIZON = 100_000L
        const val STANDSTILL = 40_000L
        const val MAXIMUM_SAMPLES = 20
    }
}
