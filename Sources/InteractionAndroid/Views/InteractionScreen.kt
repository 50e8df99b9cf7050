package interaction.client.views

import android.view.View
import interaction.client.contract.InteractionEvent

/**
 * A screen that presents a session: the app's views, and a clock that runs only while something
 * moves. Call it on the main thread.
 */
class InteractionScreen(
    /** The view that covers the screen. */
    private val canvas: View
) {
    /** The app's views, by target. */
    @JvmField val views = ViewRegistry()
    /** The renderer, which copies scenes onto the views. */
    @JvmField val renderer = SceneRenderer(views)
    /** Reads the surface. */
    @JvmField val surfaceReader = SurfaceReader(canvas)
    /** Makes the views accessible. */
    @JvmField val accessibility = ScreenAccessibility(canvas, views) { send(it) }

    private val clock = FrameClock { drawFrame(it) }
    private var source: InteractionSource? = null
    private var isPaused = false
    private var isDrawing = false

    init {
        canvas.addOnLayoutChangeListener { _, _, _, _, _, _, _, _, _ -> layoutChanged() }
        canvas.addOnAttachStateChangeListener(object : View.OnAttachStateChangeListener {
            override fun onViewAttachedToWindow(v: View) = layoutChanged()

            override fun onViewDetachedFromWindow(v: View) = clock.stop()
        })
    }

    /** Presents a session, in place of the previous one. */
    fun open(source: InteractionSource) {
        close()
        this.source = source
        source.onChange = { if (isShown) clock.start() }
        layoutChanged()
    }

    /** Stops presenting the session; the views stay as they are. */
    fun close() {
        source?.onChange = null
        source = null
        clock.stop()
    }

    /** Handles the activity's `onStop`: nothing is drawn until `resume`. */
    fun pause() {
        isPaused = true
        clock.stop()
    }

    /** Handles the activity's `onStart`. */
    fun resume() {
        isPaused = false
        layoutChanged()
    }

    /** Reports an event, and draws its immediate consequences. Returns whether it was sent. */
    fun send(event: InteractionEvent): Boolean {
        val source = source
        // The renderer causes events of its own when it moves lists.
        if (isDrawing || source == null) return false
        source.send(event)
        drawNow()
        return true
    }

    /**
     * Reports the surface if it differs from the engine's. Call it when the configuration has
     * changed without a layout.
     */
    fun reportSurface() {
        val known = source?.surface ?: return
        val surface = surfaceReader.read()
        if (surface.width <= 0 || surface.height <= 0 || areEqual(surface, known)) return
        val event = InteractionEvent()
        event.surface = surface
        send(event)
    }

    private val isShown: Boolean get() = !isPaused && canvas.isAttachedToWindow

    private fun layoutChanged() {
        if (isDrawing) return
        reportSurface()
        drawNow()
    }

    private fun drawNow() {
        if (isShown && drawFrame(clock.advance(System.nanoTime()))) clock.start()
    }

    /** Draws a frame. Returns whether more follow. */
    private fun drawFrame(nanoTime: Long): Boolean {
        val source = source ?: return false
        if (!isShown || isDrawing) return false
        isDrawing = true
        try {
            val scene = source.scene(nanoTime)
            renderer.show(scene)
            accessibility.show(source.snapshot, scene)
        } finally {
            isDrawing = false
        }
        return source.nextChange != null
    }
}
