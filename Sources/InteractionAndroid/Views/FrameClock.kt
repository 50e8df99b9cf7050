package interaction.client.views

import android.view.Choreographer

/**
 * The display's frames, on the main thread. Each callback comes once: it is posted again only if
 * `onFrame` returns true.
 */
internal class FrameClock(private val onFrame: (Long) -> Boolean) : Choreographer.FrameCallback {
    private var isPosted = false
    /** The newest time, on the clock of `System.nanoTime`. */
    private var newest = Long.MIN_VALUE

    /** Asks for the next frame, unless it is already to come. */
    fun start() {
        if (isPosted) return
        isPosted = true
        Choreographer.getInstance().postFrameCallback(this)
    }

    /** Stops the frames. */
    fun stop() {
        if (!isPosted) return
        isPosted = false
        Choreographer.getInstance().removeFrameCallback(this)
    }

    /** Returns the time, or the newest one: a frame's time is before the events that it handles. */
    fun advance(nanoTime: Long): Long {
        newest = Math.max(newest, nanoTime)
        return newest
    }

    override fun doFrame(frameTimeNanos: Long) {
        isPosted = false
        if (onFrame(advance(frameTimeNanos))) start()
    }
}
