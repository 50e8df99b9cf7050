package interaction.client.views

import android.view.MotionEvent
import android.view.View
import androidx.viewpager2.widget.ViewPager2
import interaction.client.contract.Effect
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Surface
import interaction.client.presenter.Point
import interaction.client.presenter.Targets

/**
 * A screen that presents a session: the app's views and lists, and a clock that runs only while
 * something moves. Call it on the main thread.
 */
class InteractionScreen(
    /**
     * The view that covers the screen. A [SceneLayout] also reports touches and changed insets,
     * keeps the scene's drawing order, and shows snapshots and new views.
     */
    private val canvas: View
) {
    /** The app's views, by target. */
    @JvmField val views = ViewRegistry()
    /** The renderer, which copies scenes onto the views. */
    @JvmField val renderer = SceneRenderer(views, canvas as? SceneLayout)
    /** Reads the surface. */
    @JvmField val surfaceReader = SurfaceReader(canvas)
    /** Makes the views accessible. */
    @JvmField val accessibility = ScreenAccessibility(canvas, views) { send(it) }
    /** Performs one-time effects: haptics, sounds, menus. Observed lists have already scrolled. */
    var onEffect: (Effect) -> Unit = {}

    private val clock = FrameClock(object : FrameHandler {
        override fun draw(nanoTime: Long): Long = drawFrame(nanoTime)
    })
    private val lists = ScreenLists(views) { send(it) }
    private val touches = TouchObserver(canvas, { isInTransition }) { send(it) }
    private val gesture = BackGesture { send(it) }
    private val back = BackObserver(canvas, gesture)
    private var pager: PagerObserver? = null
    private var source: InteractionSource? = null
    /** Creates the session to present once the surface is known. */
    private var awaited: ((Surface) -> InteractionSource)? = null
    private var isPaused = false
    private var isDrawing = false

    init {
        if (canvas is SceneLayout) {
            canvas.touches = touches
            canvas.surfaceChanged = { layoutChanged() }
        }
        canvas.addOnLayoutChangeListener { _, _, _, _, _, _, _, _, _ -> layoutChanged() }
        canvas.addOnAttachStateChangeListener(object : View.OnAttachStateChangeListener {
            override fun onViewAttachedToWindow(v: View) = layoutChanged()

            override fun onViewDetachedFromWindow(v: View) {
                back.stop()
                clock.stop()
            }
        })
    }

    /** Presents a session, in place of the previous one. */
    fun open(source: InteractionSource) {
        close()
        this.source = source
        source.onChange = {
            followState()
            if (isShown) clock.start()
        }
        source.onEffect = { receive(it) }
        followState()
        reportSurface()
        lists.reportAgain()
        drawNow()
    }

    /** Presents the session that `create` returns, as soon as the surface is known. */
    fun open(create: (Surface) -> InteractionSource) {
        close()
        awaited = create
        openAwaited()
    }

    /** Stops presenting the session; the views stay as they are. */
    fun close() {
        touches.cancel()
        back.stop()
        source?.onChange = null
        source?.onEffect = null
        awaited = null
        source = null
        clock.stop()
    }

    /**
     * Reports a list's scrolls under its ID, until [stopObserving]. If no view is registered for
     * the list, its frame is, placed by the app.
     *
     * @param content The list in the frame, such as a [RecyclerContent].
     */
    @JvmOverloads
    fun observe(
        frame: ListFrame, content: ListContent, source: String, isSideways: Boolean = false
    ) = lists.observe(frame, content, source, isSideways)

    /**
     * Observes another of the lists that lie side by side, which the app shows from now on (rule
     * S9). Call it for the first one, too.
     */
    @JvmOverloads
    fun show(
        list: String, frame: ListFrame, content: ListContent, source: String,
        isSideways: Boolean = false
    ) = lists.show(list, frame, content, source, isSideways)

    /** Stops reporting a list, and removes its registration. */
    fun stopObserving(source: String) = lists.stopObserving(source)

    /**
     * Announces an animated scroll of a list by the app. A RecyclerView's are noticed without.
     *
     * @param to The destination, pt; null if it is not known.
     */
    @JvmOverloads
    fun willScroll(source: String, to: Point? = null) = lists.willScroll(source, to)

    /**
     * Reports the swipes of a pager whose pages are the tabs', in place of an earlier one, and
     * makes it show the selected tab; null for none.
     */
    fun observe(pager: ViewPager2?) {
        this.pager?.end()
        this.pager = if (pager == null) null
            else PagerObserver(pager, { send(it) }, { System.nanoTime() / 1000 })
        followState()
    }

    /**
     * Reports the fingers on a view, until [stopObservingTouches]. The canvas must be a
     * [SceneLayout], or the app calls [touch]. The app's views get the touches all the same: a
     * click listener of an item must not report the tap again.
     *
     * @param target The view's name among the pointer targets: `tab/N` for taps on an item, `pages`
     *   for sideways swipes, `floor/page` for drags of the open floor, `scan` or `scan/ROUTE` for
     *   pans that present and dismiss pages. For the system's back gesture use
     *   [observeBack].
     * @param hasLongPress True if the item has a long press or a menu: then each of its touches is
     *   reported, not only taps.
     */
    @JvmOverloads
    fun observeTouches(view: View, target: String, hasLongPress: Boolean = false) =
        touches.observe(view, target, hasLongPress)

    /** Stops reporting the fingers on a target's view. */
    fun stopObservingTouches(target: String) = touches.stopObserving(target)

    /**
     * Reports the system's back gesture as a pull of the top page, from Android 14 on, and its back
     * button as a request, from Android 13 on. Before, call [goBack].
     */
    fun observeBack() {
        back.isEnabled = true
        back.update()
    }

    /**
     * Goes back: from the activity's `onBackPressed`, or a button. Returns false if no page is
     * above the root and the floor is not open.
     */
    fun goBack(): Boolean = gesture.invoked(widthOf(canvas))

    /**
     * Handles a touch event in the coordinates of the canvas, such as from an activity's
     * `dispatchTouchEvent`; not needed for a [SceneLayout]. Returns whether a finger drags a view:
     * then the app's views should get no more of the touch.
     */
    fun touch(event: MotionEvent): Boolean {
        touches.handle(event)
        return touches.isDragging
    }

    /** Handles the activity's `onStop`: nothing is drawn until `resume`. */
    fun pause() {
        touches.cancel()
        lists.pause()
        isPaused = true
        clock.stop()
    }

    /** Handles the activity's `onStart`: reads the user's settings again. */
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

    /** True while pages above the root come or go. */
    private val isInTransition: Boolean
        get() = renderer.shows(Targets.incomingPage) || renderer.shows(Targets.outgoingPage)

    private val isShown: Boolean get() = !isPaused && canvas.isAttachedToWindow

    private fun layoutChanged() {
        if (isDrawing) return
        openAwaited()
        back.update()
        reportSurface()
        drawNow()
    }

    private fun openAwaited() {
        val create = awaited ?: return
        val surface = surfaceReader.read()
        if (surface.width > 0 && surface.height > 0) open(create(surface))
    }

    private fun receive(effect: Effect) {
        // Draws the changes that came with the effect first.
        drawNow()
        lists.perform(effect)
        accessibility.perform(effect)
        if (effect.refusal?.selectTab != null) pager?.revert()
        onEffect(effect)
    }

    private fun followState() {
        val settings = source?.snapshot?.settings ?: return
        back.follow(settings)
        val pager = pager ?: return
        for (each in settings) each.selection?.let { pager.follow(it.selected) }
    }

    private fun drawNow() {
        if (isShown) clock.await(drawFrame(clock.advance(System.nanoTime())))
    }

    /** Draws a frame. Returns the time of the next one. */
    private fun drawFrame(nanoTime: Long): Long {
        val source = source ?: return never
        if (!isShown || isDrawing) return never
        isDrawing = true
        try {
            val scene = source.scene(nanoTime)
            renderer.show(scene)
            accessibility.show(source.snapshot, scene)
        } finally {
            isDrawing = false
        }
        return source.nextChange
    }
}
