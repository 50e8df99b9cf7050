package interaction.client.transport

import java.util.concurrent.Executor
import java.util.concurrent.ScheduledThreadPoolExecutor
import java.util.concurrent.ThreadFactory
import java.util.concurrent.ThreadPoolExecutor
import java.util.concurrent.TimeUnit

/**
 * A thread for sessions, as the executor of their engines: it makes calls one after the other, in
 * the order in which they came. Many sessions can share it. The thread ends with [close]; later
 * calls are dropped.
 *
 * An exception of a call goes to the thread's handler of uncaught exceptions, which ends an app on
 * Android.
 */
class SessionThread @JvmOverloads constructor(name: String = "interaction-session") : Executor {
    private val pool = ScheduledThreadPoolExecutor(1, ThreadFactory { runnable ->
        Thread(runnable, name).also { it.isDaemon = true }
    }, ThreadPoolExecutor.DiscardPolicy())

    init {
        pool.removeOnCancelPolicy = true
        pool.executeExistingDelayedTasksAfterShutdownPolicy = false
    }

    override fun execute(call: Runnable) = pool.execute(reporting(call))

    /** Makes a call on this thread after a delay, µs. Returns a function that cancels it. */
    fun schedule(delay: Long, call: Runnable): () -> Unit {
        val scheduled = pool.schedule(reporting(call), delay, TimeUnit.MICROSECONDS)
        return { scheduled.cancel(false) }
    }

    /** Ends the thread after the calls that it has received; delayed ones are dropped. */
    fun close() = pool.shutdown()

    /** Returns a call whose exceptions are reported: the pool would keep them to itself. */
    private fun reporting(call: Runnable) = Runnable {
        try {
            call.run()
        } catch (error: Throwable) {
            val thread = Thread.currentThread()
            thread.uncaughtExceptionHandler.uncaughtException(thread, error)
        }
    }
}
