package interaction.client.views

import interaction.client.contract.InteractionEvent
import interaction.client.contract.ScrollEvent
import interaction.client.contract.ScrollPhase
import interaction.client.presenter.Point

/** A callback of a scroll view, with UIKit's names; those of other views map to these. */
internal sealed class ScrollCallback {
    /** A drag begins, on a resting or a decelerating list. */
    object WillBeginDragging : ScrollCallback()

    /** The offset has changed, for whatever reason. */
    object DidScroll : ScrollCallback()

    /** The finger lifts; the vertical velocity is in pt/s, positive if the offset grows. */
    class WillEndDragging(val velocity: Double) : ScrollCallback()

    /** The finger has lifted. */
    class DidEndDragging(val willDecelerate: Boolean) : ScrollCallback()

    /** The system has cancelled the touch. */
    class DidCancelDragging(val willDecelerate: Boolean) : ScrollCallback()

    /** The deceleration has ended. */
    object DidEndDecelerating : ScrollCallback()

    /** An animated scroll of the app is about to begin, to a destination if that is known. */
    class WillScroll(val to: Point?) : ScrollCallback()

    /** The animated scroll has ended. */
    object DidEndScrollingAnimation : ScrollCallback()

    /** The insets, the content or the bounds have changed. */
    object DidChangeLayout : ScrollCallback()

    /** The list has left its window: callbacks of a running scroll will not arrive. */
    object DidLeaveWindow : ScrollCallback()
}

/**
 * Converts the callbacks of one scroll view to scroll events, with the phases, drag numbers and
 * units of the protocol (rules S2–S4).
 *
 * Keep it as long as its list, also over new sessions: drag numbers must increase.
 */
internal class ScrollReporter(
    /** The list's ID in the experience. */
    val source: String,
    /**
     * The number of the newest drag of this list that the engine may know; for the first reporter
     * of a process [initialDrag].
     */
    drag: Int
) {
    /**
     * The cause of the current movement.
     *
     * - `RESTING`: can transition to `ANNOUNCED`, `DRAGGING`.
     * - `ANNOUNCED`, an animated scroll that has not moved the list yet: to `MOVING`, `RESTING`,
     *   `DRAGGING`.
     * - `MOVING`, the app's animated scroll: to `RESTING`, `DRAGGING`.
     * - `DRAGGING`: to `LIFTED`, `DECELERATING`, `RESTING`.
     * - `LIFTED`, before it is known whether the list decelerates: to `DECELERATING`, `RESTING`,
     *   `ANNOUNCED`, `DRAGGING`.
     * - `DECELERATING`, a deceleration or a bounce: to `RESTING`, `ANNOUNCED`, `DRAGGING`.
     */
    private enum class Phase { RESTING, ANNOUNCED, MOVING, DRAGGING, LIFTED, DECELERATING }

    /** The number of the newest drag. */
    var drag = drag
        private set
    private var phase = Phase.RESTING
    /** The offset in the last callback. */
    var last: Point = Point.zero
        private set

    /**
     * Handles a callback. Returns its events in order.
     *
     * @param offset The offset, pt: 0 at rest at the top, negative during overscroll at the top.
     */
    fun receive(callback: ScrollCallback, offset: Point): List<InteractionEvent> {
        val events = events(callback, offset)
        last = offset
        return events
    }

    private fun events(callback: ScrollCallback, offset: Point): List<InteractionEvent> =
        when (callback) {
            is ScrollCallback.WillBeginDragging -> begin(offset)
            is ScrollCallback.DidScroll -> scrolled(offset)
            is ScrollCallback.WillEndDragging -> {
                if (phase != Phase.DRAGGING) emptyList() else {
                    phase = Phase.LIFTED
                    listOf(dragged(ScrollPhase.ENDED, offset, callback.velocity))
                }
            }
            is ScrollCallback.DidEndDragging ->
                lift(ScrollPhase.ENDED, callback.willDecelerate, offset)
            is ScrollCallback.DidCancelDragging ->
                lift(ScrollPhase.CANCELLED, callback.willDecelerate, offset)
            is ScrollCallback.DidEndDecelerating -> settle(offset)
            is ScrollCallback.WillScroll -> announce(callback.to, offset)
            is ScrollCallback.DidEndScrollingAnimation -> endMove(offset)
            // During a movement the next callback reports the new offset.
            is ScrollCallback.DidChangeLayout ->
                if (phase == Phase.RESTING) jump(offset) else emptyList()
            is ScrollCallback.DidLeaveWindow -> {
                if (phase != Phase.DRAGGING) settle(offset) + endMove(offset) else {
                    phase = Phase.RESTING
                    listOf(dragged(ScrollPhase.CANCELLED, offset))
                }
            }
        }

    private fun begin(offset: Point): List<InteractionEvent> {
        val ended = if (phase == Phase.MOVING)
            listOf(moved(ScrollPhase.PROGRAMMATIC_ENDED, offset)) else emptyList()
        phase = Phase.DRAGGING
        drag += 1
        // Also ends a deceleration, or a drag whose end was not reported (rule S3).
        return ended + dragged(ScrollPhase.BEGAN, offset)
    }

    private fun scrolled(offset: Point): List<InteractionEvent> = when (phase) {
        Phase.RESTING -> jump(offset)
        Phase.ANNOUNCED -> {
            phase = Phase.MOVING
            listOf(moved(ScrollPhase.PROGRAMMATIC_BEGAN, last),
                moved(ScrollPhase.PROGRAMMATIC_MOVED, offset))
        }
        Phase.MOVING -> listOf(moved(ScrollPhase.PROGRAMMATIC_MOVED, offset))
        Phase.DRAGGING -> listOf(dragged(ScrollPhase.MOVED, offset))
        Phase.LIFTED, Phase.DECELERATING -> listOf(dragged(ScrollPhase.DECELERATING, offset))
    }

    /** Ends a drag, whether or not `WillEndDragging` came before. */
    private fun lift(end: Int, willDecelerate: Boolean, offset: Point): List<InteractionEvent> {
        val former = phase
        if (former == Phase.RESTING || former == Phase.ANNOUNCED || former == Phase.MOVING) {
            return emptyList()
        }
        // A touch that only stops a deceleration is no drag.
        val isTold = former == Phase.DRAGGING ||
            former == Phase.LIFTED && end == ScrollPhase.CANCELLED
        val events = if (isTold) listOf(dragged(end, offset)) else emptyList()
        phase = Phase.DECELERATING
        if (willDecelerate) return events
        if (!isTold || end == ScrollPhase.ENDED) return events + settle(offset)
        // A cancelled drag does not settle.
        phase = Phase.RESTING
        return events
    }

    private fun settle(offset: Point): List<InteractionEvent> {
        // The end of a deceleration that a finger has stopped, or that is over, is ignored.
        if (phase != Phase.LIFTED && phase != Phase.DECELERATING) return emptyList()
        phase = Phase.RESTING
        return listOf(dragged(ScrollPhase.SETTLED, offset))
    }

    private fun announce(to: Point?, offset: Point): List<InteractionEvent> {
        // The finger keeps moving the list.
        if (phase == Phase.DRAGGING) return emptyList()
        val settled = settle(offset)
        if (to != null && isSame(to, offset)) return settled + endMove(offset)
        if (phase != Phase.MOVING) phase = Phase.ANNOUNCED
        return settled
    }

    private fun endMove(offset: Point): List<InteractionEvent> {
        val former = phase
        if (former != Phase.MOVING && former != Phase.ANNOUNCED) return emptyList()
        phase = Phase.RESTING
        return if (former == Phase.ANNOUNCED) jump(offset)
        else listOf(moved(ScrollPhase.PROGRAMMATIC_ENDED, offset))
    }

    /** Returns the events of a scroll within one callback. */
    private fun jump(offset: Point): List<InteractionEvent> =
        if (isSame(offset, last)) emptyList()
        else listOf(moved(ScrollPhase.PROGRAMMATIC_BEGAN, last),
            moved(ScrollPhase.PROGRAMMATIC_ENDED, offset))

    private fun dragged(phase: Int, offset: Point, velocity: Double? = null): InteractionEvent {
        val event = moved(phase, offset)
        event.scroll?.drag = drag
        event.scroll?.velocity = velocity
        return event
    }

    private fun moved(phase: Int, offset: Point): InteractionEvent {
        val scroll = ScrollEvent()
        scroll.source = source
        scroll.phase = phase
        scroll.x = offset.x
        scroll.y = offset.y
        return InteractionEvent().also { it.scroll = scroll }
    }

    private fun isSame(one: Point, other: Point) = one.x == other.x && one.y == other.y

    companion object {
        /**
         * Returns the number after which a process counts the drags of a list: tenths of seconds,
         * in 31 bits. The engine drops drags whose number has not grown, also in a session that an
         * app resumes after a restart, and no list has ten drags a second.
         *
         * @param time The wall-clock time, ms since 1970.
         */
        fun initialDrag(time: Long): Int = (time / 100).toInt() and Int.MAX_VALUE
    }
}
