package interaction.client.transport

import interaction.client.session.Cancellable
import interaction.client.session.Clock

/**
 * The device's clock. Its time also passes during deep sleep, in which delays stop: a call that
 * came due meanwhile is made some time after the device wakes up.
 *
 * @param thread The thread that makes scheduled calls.
 * @param nanoseconds Returns the time since any origin, ns, including deep sleep.
 */
class SystemClock @JvmOverloads constructor(
    private val thread: SessionThread,
    private val nanoseconds: () -> Long = { android.os.SystemClock.elapsedRealtimeNanos() }
) : Clock {
    override fun now(): Long = nanoseconds() / 1000

    override fun wallClock(): Long = System.currentTimeMillis()

    override fun schedule(delay: Long, call: Runnable): Cancellable {
        val cancel = thread.schedule(delay, call)
        return object : Cancellable {
            override fun cancel() = cancel.invoke()
        }
    }
}
