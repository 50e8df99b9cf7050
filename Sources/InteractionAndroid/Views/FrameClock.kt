package interaction.client.views

import android.view.Choreographer

/** The time of a change that does not come. */
internal const val never = Long.MAX_VALUE

/** Draws frames. */
internal interface FrameHandler {
    /**
     * Draws a frame. Returns the time of the next one, on the clock of `System.nanoTime`: one that
     * has passed for the display's next frame, `never` for none.
     */
    fun draw(nanoTime: Long): Long
}

/**
 * The display's frames, on the main thread. It sleeps at rest and until a change that is to come
 * later, and allocates nothing in a frame.
 */
internal class FrameClock(private val handler: FrameHandler) : Choreographer.FrameCallback {
    /** The callback that is to come: none, the next frame's, or one after a delay. */
    private enum class Awaited { NONE, NEXT, DELAYED }

    private var awaited = Awaited.NONE
    /** The newest time, on the clock of `System.nanoTime`. */
    private var newest = Long.MIN_VALUE

    /** Asks for the next frame, unless it is already to come. */
    fun start() = await(newest)

    /** Asks for a frame at a time, or for the next one if the time has passed. */
    fun await(time: Long) {
        if (time == never || awaited == Awaited.NEXT) return
        val delay = if (newest == Long.MIN_VALUE) 0 else (time - newest) / nanosPerMilli
        stop()
        if (delay < frameTime) {
            awaited = Awaited.NEXT
            Choreographer.getInstance().postFrameCallback(this)
        } else {
            awaited = Awaited.DELAYED
            Choreographer.getInstance().postFrameCallbackDelayed(this, delay)
        }
    }

    /** Stops the frames. */
    fun stop() {
        if (awaited == Awaited.NONE) return
        awaited = Awaited.NONE
        Choreographer.getInstance().removeFrameCallback(this)
    }

    /** Returns the time, or the newest one: a frame's time is before the events that it handles. */
    fun advance(nanoTime: Long): Long {
        newest = Math.max(newest, nanoTime)
        return newest
    }

    override fun doFrame(frameTimeNanos: Long) {
        awaited = Awaited.NONE
        await(handler.draw(advance(frameTimeNanos)))
    }

    private companion object {
        const val nanosPerMilli = 1_000_000L
        /** The shortest delay for which the clock sleeps, ms: two frames at 60 Hz. */
        const val frameTime = 32L
    }
}
