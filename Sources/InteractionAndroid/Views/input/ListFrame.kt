package interaction.client.views

import android.content.Context
import android.util.AttributeSet
import android.view.MotionEvent
import android.view.View
import android.widget.FrameLayout
import androidx.core.view.NestedScrollingParent3
import androidx.core.view.ViewCompat
import interaction.client.presenter.Point

/**
 * The parent of a list: reports its scrolls, and pulls it past its top as the nested-scrolling
 * parent of the list, so that one touch goes from the list to the pull and back.
 *
 * The list fills the frame and is named by [InteractionScreen.observe]. It must not show an edge
 * effect at its top (`overScrollMode` never) if it is to be pulled. The frame passes nested scrolls
 * on to no other parent.
 */
class ListFrame @JvmOverloads constructor(context: Context, attributes: AttributeSet? = null) :
    FrameLayout(context, attributes), NestedScrollingParent3, ScrollingList {
    /** The list; null before it is observed. */
    internal var content: ListContent? = null
        private set
    private var gesture: ListGesture? = null
    private var path = FingerPath(false)
    private var axis = 1
    private var axes = 0
    /** Called with a number that has changed: the content's size in pt. */
    private var reportSize: (Point) -> Unit = {}
    private var size = Point.zero
    private val clock = FrameClock(object : FrameHandler {
        override fun draw(nanoTime: Long): Long = advance(nanoTime)
    })

    /** Begins to observe a list. */
    internal fun begin(
        content: ListContent, isSideways: Boolean, gesture: ListGesture,
        reportSize: (Point) -> Unit
    ) {
        this.content = content
        this.gesture = gesture
        this.reportSize = reportSize
        axis = if (isSideways) 0 else 1
        path = FingerPath(isSideways)
        content.listen(object : ListContentListener {
            override fun scrolled() = change { it.scrolled() }

            override fun movesChanged(moves: Boolean) = change { it.movesChanged(moves) }
        })
        reportLayout()
    }

    /** Stops observing. */
    internal fun end() {
        change { it.leave() }
        content?.listen(null)
        content = null
        gesture = null
        clock.stop()
    }

    /** Ends the list's motion, whose callbacks will not arrive. */
    internal fun leave() = change { it.leave() }

    /** Reports the content's size again, to a new session. */
    internal fun reportAgain() {
        size = Point.zero
        reportLayout()
    }

    /** Scrolls with animation to a position in pt; null for the current one. */
    internal fun smoothScrollTo(x: Double?, y: Double?) {
        val content = content ?: return
        val now = gesture?.offset ?: return
        val to = Point(x ?: now.x, Math.max(y ?: now.y, 0.0))
        change { it.announce(to) }
        val density = resources.displayMetrics.density.toDouble()
        content.smoothScrollTo(pixels(to.x, density), pixels(to.y, density))
    }

    override fun scrollTo(x: Int, y: Int) {
        val content = content
        if (content == null) {
            super.scrollTo(x, y)
            return
        }
        val pull = Math.max(-y, 0).toFloat()
        if (content.view.translationY != pull) content.view.translationY = pull
        val top = Math.max(y, 0)
        if (content.offsetX != x || content.offsetY != top) content.scrollTo(x, top)
    }

    override fun dispatchTouchEvent(event: MotionEvent): Boolean {
        val action = event.actionMasked
        path.follow(event)
        when (action) {
            MotionEvent.ACTION_DOWN -> change {
                reportContentSize()
                it.down()
            }
            MotionEvent.ACTION_UP -> change { it.willLift(path.velocity(event)) }
            MotionEvent.ACTION_CANCEL -> change { it.cancel() }
            else -> {}
        }
        val isHandled = super.dispatchTouchEvent(event)
        if (action == MotionEvent.ACTION_UP) change { it.didLift() }
        return isHandled
    }

    override fun onLayout(changed: Boolean, left: Int, top: Int, right: Int, bottom: Int) {
        super.onLayout(changed, left, top, right, bottom)
        reportLayout()
    }

    override fun onDetachedFromWindow() {
        super.onDetachedFromWindow()
        leave()
        clock.stop()
    }

    override fun onStartNestedScroll(child: View, target: View, axes: Int, type: Int): Boolean =
        gesture != null && axes and (if (axis == 0) ViewCompat.SCROLL_AXIS_HORIZONTAL
            else ViewCompat.SCROLL_AXIS_VERTICAL) != 0

    override fun onNestedScrollAccepted(child: View, target: View, axes: Int, type: Int) {
        this.axes = axes
    }

    override fun onStopNestedScroll(target: View, type: Int) {
        if (type == ViewCompat.TYPE_TOUCH) axes = 0
    }

    override fun onNestedPreScroll(
        target: View, dx: Int, dy: Int, consumed: IntArray, type: Int
    ) {
        // A fling must not pull.
        if (type != ViewCompat.TYPE_TOUCH) return
        change { consumed[axis] = it.preScroll(if (axis == 0) dx else dy) }
    }

    override fun onNestedScroll(
        target: View, dxConsumed: Int, dyConsumed: Int, dxUnconsumed: Int, dyUnconsumed: Int,
        type: Int, consumed: IntArray
    ) = change {
        it.scrolled()
        if (type == ViewCompat.TYPE_TOUCH) {
            consumed[axis] += it.postScroll(if (axis == 0) dxUnconsumed else dyUnconsumed)
        }
    }

    override fun onNestedPreFling(target: View, velocityX: Float, velocityY: Float): Boolean =
        gesture?.isPulled ?: false

    override fun onNestedFling(
        target: View, velocityX: Float, velocityY: Float, consumed: Boolean
    ): Boolean = false

    override fun getNestedScrollAxes(): Int = axes

    // The calls of lists that know earlier generations of parents only, which scroll by touch.

    override fun onStartNestedScroll(child: View, target: View, axes: Int): Boolean =
        onStartNestedScroll(child, target, axes, ViewCompat.TYPE_TOUCH)

    override fun onNestedScrollAccepted(child: View, target: View, axes: Int) =
        onNestedScrollAccepted(child, target, axes, ViewCompat.TYPE_TOUCH)

    override fun onStopNestedScroll(target: View) =
        onStopNestedScroll(target, ViewCompat.TYPE_TOUCH)

    override fun onNestedPreScroll(target: View, dx: Int, dy: Int, consumed: IntArray) =
        onNestedPreScroll(target, dx, dy, consumed, ViewCompat.TYPE_TOUCH)

    override fun onNestedScroll(
        target: View, dxConsumed: Int, dyConsumed: Int, dxUnconsumed: Int, dyUnconsumed: Int
    ) = onNestedScroll(target, dxConsumed, dyConsumed, dxUnconsumed, dyUnconsumed,
        ViewCompat.TYPE_TOUCH)

    override fun onNestedScroll(
        target: View, dxConsumed: Int, dyConsumed: Int, dxUnconsumed: Int, dyUnconsumed: Int,
        type: Int
    ) = onNestedScroll(target, dxConsumed, dyConsumed, dxUnconsumed, dyUnconsumed, type,
        IntArray(2))

    private fun reportLayout() = change {
        reportContentSize()
        it.changeLayout()
    }

    /** Reports the content's size if it has changed (rule S4), before events that depend on it. */
    private fun reportContentSize() {
        val content = content ?: return
        val density = resources.displayMetrics.density.toDouble()
        val new = Point(content.contentWidth / density, content.contentHeight / density)
        if (new.y <= 0 || new.x == size.x && new.y == size.y) return
        size = new
        reportSize(new)
    }

    private inline fun change(change: (ListGesture) -> Unit) {
        val gesture = gesture ?: return
        change(gesture)
        if (gesture.needsFrames) clock.start()
    }

    private fun advance(nanoTime: Long): Long {
        val gesture = gesture ?: return never
        gesture.advance(nanoTime)
        return if (gesture.needsFrames) nanoTime else never
    }
}
