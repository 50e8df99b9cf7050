package interaction.client.engine

import interaction.client.session.Cancellable
import interaction.client.session.Clock

/**
 * A clock whose time stays behind that of a trace's next event, also if the player is late:
 * otherwise the session would report deadlines before the events that precede them in the trace.
 *
 * @param device The device's clock.
 * @param start The time at which the clock starts, µs.
 * @param lag The time for which it stands at first, µs.
 */
class PacedClock(
    private val device: Clock, private val start: Long, private val lag: Long
) : Clock {
    private val deviceStart = device.now()

    /** The time that is not reached yet. */
    @Volatile
    var limit = Long.MAX_VALUE

    /** A time that has passed: ticks of a clock far behind the events would be refused. */
    @Volatile
    var reached = start

    /** The time for which the device has slept, µs. */
    @Volatile
    private var slept = 0L

    /** Passes a time at once in which delays stand, as in deep sleep; removes the limit. */
    fun sleep(time: Long) {
        limit = Long.MAX_VALUE
        slept += time
    }

    override fun now(): Long {
        val elapsed = device.now() - deviceStart - lag
        return minOf(maxOf(start + maxOf(elapsed, 0) + slept, reached), limit - 1)
    }

    /** Stands: a restart of the app takes no time. */
    override fun wallClock(): Long = WALL_CLOCK

    override fun schedule(delay: Long, call: Runnable): Cancellable = device.schedule(delay, call)

    private companion object {
        /** The wall-clock time, ms. */
        const val WALL_CLOCK = 1_790_000_000_000L
    }
}
