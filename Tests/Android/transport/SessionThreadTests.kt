package interaction.client.transport

import java.util.concurrent.CountDownLatch
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Test

class SessionThreadTests {
    private val thread = SessionThread()
    private val made = LinkedBlockingQueue<Any>()

    @AfterEach
    fun close() = thread.close()

    private fun next(): Any? = made.poll(30, TimeUnit.SECONDS)

    @Test
    fun `calls are made on one thread, in their order`() {
        val start = CountDownLatch(1)
        thread.execute(Runnable { start.await() })
        for (number in 1..1000) {
            thread.execute(Runnable { made.add(Pair(Thread.currentThread(), number)) })
        }
        start.countDown()
        val calls = List(1000) { next() as Pair<*, *> }
        assertEquals((1..1000).toList(), calls.map { it.second })
        assertEquals(1, calls.map { it.first }.toSet().size)
    }

    @Test
    fun `a delayed call can be cancelled`() {
        val clock = SystemClock(thread)
        val start = CountDownLatch(1)
        thread.execute(Runnable { start.await() })
        clock.schedule(0, Runnable { made.add("cancelled") }).cancel()
        start.countDown()
        clock.schedule(3_600_000_000, Runnable { made.add("late") })
        clock.schedule(1000, Runnable { made.add("due") })
        assertEquals("due", next())
    }

    @Test
    fun `an exception of a call is uncaught, and later calls are made`() {
        val failure = IllegalStateException("seeded")
        thread.execute(Runnable {
            Thread.currentThread().uncaughtExceptionHandler =
                Thread.UncaughtExceptionHandler { _, error -> made.add(error) }
            throw failure
        })
        assertSame(failure, next())
        thread.execute(Runnable { made.add("later") })
        assertEquals("later", next())
    }

    @Test
    fun `calls after the end are dropped without an exception`() {
        thread.execute(Runnable { made.add("before") })
        thread.schedule(3_600_000_000, Runnable { made.add("delayed") })
        thread.close()
        thread.execute(Runnable { made.add("after") })
        thread.schedule(0, Runnable { made.add("after") })
        assertEquals("before", next())
        assertNull(made.poll())
    }

    @Test
    fun `the clock counts nanoseconds of the device`() {
        var device = 5_000_000L
        val clock = SystemClock(thread) { device }
        val before = clock.now()
        device += 3_600_000_000_000L
        assertEquals(3_600_000_000L, clock.now() - before)
    }
}
