package interaction.client.views

import android.graphics.Rect as VisibleRect
import android.view.MotionEvent
import android.view.View
import android.view.ViewConfiguration
import interaction.client.contract.InteractionEvent
import interaction.client.presenter.Point
import interaction.client.presenter.Rect
import java.lang.ref.WeakReference

/**
 * The observed views of a screen, of which at most one is dragged at a time. It sees each touch
 * before the app's views, and takes none from them.
 */
internal class TouchObserver(
    /** The view that covers the screen. */
    private val canvas: View,
    /** Returns whether pages above the root come or go, so that no drag may begin. */
    private val isInTransition: () -> Boolean,
    private val send: (InteractionEvent) -> Unit
) {
    /** A view with the reporter of its fingers. */
    private class Observed(view: View, val reporter: TouchReporter) {
        private val reference = WeakReference(view)
        val view: View? get() = reference.get()
    }

    private val observed = LinkedHashMap<String, Observed>()
    /** The view that a finger drags. */
    private var dragged: TouchReporter? = null
    private var lastFinger = 0

    /** True while a finger drags a view. */
    val isDragging: Boolean get() = dragged != null

    /** True while a finger is on an observed view. */
    val isTouched: Boolean get() = observed.values.any { it.reporter.isTouched }

    /** Observes a view, in place of the target's previous one. */
    fun observe(view: View, target: String, hasLongPress: Boolean) {
        stopObserving(target)
        val slop = ViewConfiguration.get(view.context).scaledTouchSlop / density
        observed[target] = Observed(view, TouchReporter(target, hasLongPress, slop))
    }

    /** Stops observing a target's view. */
    fun stopObserving(target: String) {
        observed.remove(target)?.let { cancel(it.reporter) }
    }

    /** Handles a touch event, in the coordinates of the canvas. */
    fun handle(event: MotionEvent) {
        val position = Point(event.x / density, event.y / density)
        when (event.actionMasked) {
            MotionEvent.ACTION_DOWN -> {
                cancel()
                down(position)
            }
            MotionEvent.ACTION_MOVE -> for (each in observed.values) move(each.reporter, position)
            MotionEvent.ACTION_UP -> for (each in observed.values) {
                report(each.reporter.up(position))
                if (dragged === each.reporter) dragged = null
            }
            // Of two fingers no view would know which one counts.
            MotionEvent.ACTION_POINTER_DOWN, MotionEvent.ACTION_CANCEL -> cancel()
            else -> {}
        }
    }

    /** Handles a view of the app that takes the touch, such as a list that begins to scroll. */
    fun yieldToApp() {
        if (!isDragging) cancel()
    }

    /** Ends all touches, which are reported as cancelled. */
    fun cancel() {
        for (each in observed.values) cancel(each.reporter)
    }

    private val density: Double get() = canvas.resources.displayMetrics.density.toDouble()

    private fun down(position: Point) {
        lastFinger += 1
        val mayDrag = !isInTransition()
        for (each in observed.values) {
            val frame = each.view?.let { frame(it) } ?: continue
            val isOver = position.x >= frame.x && position.x < frame.x + frame.width &&
                position.y >= frame.y && position.y < frame.y + frame.height
            if (!isOver || !mayDrag && !each.reporter.isItem) continue
            report(each.reporter.down(lastFinger, position, frame))
        }
    }

    private fun move(reporter: TouchReporter, position: Point) {
        if (!reporter.isReported) {
            when (reporter.course(position)) {
                TouchReporter.Course.UNDECIDED -> return
                TouchReporter.Course.ACROSS -> return cancel(reporter)
                TouchReporter.Course.ALONG -> if (isDragging || isInTransition())
                    return cancel(reporter)
            }
            dragged = reporter
            report(reporter.begin())
        }
        report(reporter.move(position))
    }

    private fun cancel(reporter: TouchReporter) {
        if (dragged === reporter) dragged = null
        report(reporter.cancel())
    }

    private fun report(events: List<InteractionEvent>) {
        for (index in events.indices) send(events[index])
    }

    /** Returns a view's frame in the canvas, as far as it is visible; null if it is not. */
    private fun frame(view: View): Rect? {
        val visible = VisibleRect()
        if (!view.isShown || !view.getGlobalVisibleRect(visible)) return null
        val origin = IntArray(2)
        canvas.getLocationInWindow(origin)
        return Rect((visible.left - origin[0]) / density, (visible.top - origin[1]) / density,
            (visible.right - visible.left) / density, (visible.bottom - visible.top) / density)
    }
}
