package interaction.client.views

import android.view.MotionEvent
import interaction.client.session.VelocityTracker

/**
 * The path of the fingers on a list along its axis, for their velocity. As in a list, a second
 * finger takes over where the first one is.
 */
internal class FingerPath(private val isSideways: Boolean) {
    private val tracker = VelocityTracker()
    private var pointer = 0
    /** The finger's newest coordinate. */
    private var last = 0f
    /** The distance of the content, which moves opposite to the fingers, px. */
    private var distance = 0.0

    /** Follows an event of a touch. */
    fun follow(event: MotionEvent) {
        when (event.actionMasked) {
            MotionEvent.ACTION_DOWN -> {
                tracker.reset()
                distance = 0.0
                take(event, 0)
                tracker.add(distance, event.eventTime * 1000)
            }
            MotionEvent.ACTION_MOVE -> move(event)
            MotionEvent.ACTION_POINTER_DOWN -> take(event, event.actionIndex)
            MotionEvent.ACTION_POINTER_UP ->
                if (event.getPointerId(event.actionIndex) == pointer) {
                    take(event, if (event.actionIndex == 0) 1 else 0)
                }
            else -> {}
        }
    }

    /** Returns the velocity of the content at an event, px/s. */
    fun velocity(event: MotionEvent): Double = tracker.velocity(event.eventTime * 1000)

    private fun take(event: MotionEvent, index: Int) {
        pointer = event.getPointerId(index)
        last = if (isSideways) event.getX(index) else event.getY(index)
    }

    private fun move(event: MotionEvent) {
        val index = event.findPointerIndex(pointer)
        if (index < 0) return
        for (place in 0 until event.historySize) {
            add(if (isSideways) event.getHistoricalX(index, place)
                else event.getHistoricalY(index, place), event.getHistoricalEventTime(place))
        }
        add(if (isSideways) event.getX(index) else event.getY(index), event.eventTime)
    }

    private fun add(position: Float, time: Long) {
        distance += (last - position).toDouble()
        last = position
        tracker.add(distance, time * 1000)
    }
}
