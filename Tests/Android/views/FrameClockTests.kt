package interaction.client.views

import android.view.Choreographer
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class FrameClockTests {
    private val frames = Choreographer.getInstance()
    private val times = ArrayList<Long>()
    private var next = never
    private val clock = FrameClock(object : FrameHandler {
        override fun draw(nanoTime: Long): Long {
            times.add(nanoTime)
            return next
        }
    })

    @AfterEach
    fun stop() = clock.stop()

    @Test
    fun `it sleeps until a change that is to come, and draws each frame for one that has passed`() {
        next = 0
        clock.start()
        frames.run(1_000_000_000)
        assertEquals(1, frames.callbacks.size)
        next = 1_500_000_000
        frames.run(1_016_000_000)
        assertEquals(listOf(0, 1), listOf(frames.callbacks.size, frames.delays.size))
        assertEquals(484L, frames.delays.values.single())
        next = never
        frames.pass()
        frames.run(1_500_000_000)
        assertEquals(listOf(0, 0), listOf(frames.callbacks.size, frames.delays.size))
        assertEquals(listOf(1_000_000_000L, 1_016_000_000, 1_500_000_000), times)
    }

    @Test
    fun `a change wakes it, once`() {
        clock.advance(1_000_000_000)
        clock.await(2_000_000_000)
        assertEquals(1, frames.delays.size)
        clock.start()
        clock.start()
        clock.await(2_000_000_000)
        assertEquals(listOf(1, 0), listOf(frames.callbacks.size, frames.delays.size))
        clock.stop()
        assertEquals(0, frames.callbacks.size)
    }
}
