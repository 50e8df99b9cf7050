package interaction.client.views

import interaction.client.contract.InteractionEvent
import interaction.client.contract.PointerEvent
import interaction.client.contract.PointerPhase
import interaction.client.contract.TapEvent
import interaction.client.presenter.Point
import interaction.client.presenter.Rect
import interaction.client.presenter.Targets

/**
 * The events of one finger on a view that the engine knows, except for lists: a tap on a tab's
 * item, or a drag of pages, a scan, or the open floor.
 *
 * A drag is reported once it moves along its view's axis, from where it began. An item with a long
 * press reports each of its touches instead of taps, because the engine tells a tap from a press.
 */
internal class TouchReporter(
    /** The view, as the engine names it. */
    private val target: String, hasLongPress: Boolean,
    /** The distance of a finger before it drags, or around an item where it still taps, pt. */
    private val slop: Double
) {
    /** The direction of a finger's movement. */
    enum class Course { UNDECIDED, ALONG, ACROSS }

    /** A finger on the view. */
    private class Finger(val id: Int, val start: Point, val frame: Rect) {
        var position = start
        /** True if the engine knows of the finger. */
        var isReported = false
    }

    private val tab: Int? =
        if (target.startsWith("tab/")) target.substring("tab/".length).toIntOrNull() else null
    private val reportsEach = hasLongPress && tab != null
    private val isSideways = target == Targets.pages || target == Targets.edge
    private var finger: Finger? = null

    /** True if the view is an item, which no finger drags. */
    val isItem: Boolean get() = tab != null

    /** True while a finger is on the view. */
    val isTouched: Boolean get() = finger != null

    /** True if the engine knows of the finger. */
    val isReported: Boolean get() = finger?.isReported ?: false

    /**
     * Handles a finger that touches the view.
     *
     * @param id The finger's number, which no other finger of the session has.
     * @param frame The view's frame in the viewport, pt.
     */
    fun down(id: Int, position: Point, frame: Rect): List<InteractionEvent> {
        finger = Finger(id, position, frame)
        return if (reportsEach) begin() else emptyList()
    }

    /** Returns the direction of the finger; undecided without a finger, or on an item. */
    fun course(position: Point): Course {
        val finger = finger
        if (finger == null || isItem) return Course.UNDECIDED
        val dx = Math.abs(position.x - finger.start.x)
        val dy = Math.abs(position.y - finger.start.y)
        if (Math.max(dx, dy) < slop) return Course.UNDECIDED
        return if (dx > dy == isSideways) Course.ALONG else Course.ACROSS
    }

    /** Begins to report the finger, at the position where it touched the view. */
    fun begin(): List<InteractionEvent> {
        val finger = finger
        if (finger == null || finger.isReported) return emptyList()
        finger.isReported = true
        return listOf(event(finger, PointerPhase.DOWN, finger.start))
    }

    /** Handles a move. */
    fun move(position: Point): List<InteractionEvent> {
        val finger = finger ?: return emptyList()
        finger.position = position
        return if (finger.isReported) listOf(event(finger, PointerPhase.MOVED, position))
            else emptyList()
    }

    /** Handles a lift. Returns no event if the touch was neither a tap nor reported before. */
    fun up(position: Point): List<InteractionEvent> {
        val finger = finger ?: return emptyList()
        this.finger = null
        if (finger.isReported) return listOf(event(finger, PointerPhase.UP, position))
        if (tab == null || !isOver(finger.frame, position)) return emptyList()
        val tap = TapEvent()
        tap.tab = tab
        return listOf(InteractionEvent().also { it.tap = tap })
    }

    /** Handles the end of a touch by the system or by another gesture. */
    fun cancel(): List<InteractionEvent> {
        val finger = finger ?: return emptyList()
        this.finger = null
        return if (finger.isReported)
            listOf(event(finger, PointerPhase.CANCELLED, finger.position)) else emptyList()
    }

    /** Returns whether a position is in the view, or near it. */
    private fun isOver(frame: Rect, position: Point) =
        Math.abs(position.x - frame.centerX) <= frame.width / 2 + slop &&
            Math.abs(position.y - frame.centerY) <= frame.height / 2 + slop

    private fun event(finger: Finger, phase: Int, position: Point): InteractionEvent {
        val pointer = PointerEvent()
        pointer.pointer = finger.id
        pointer.phase = phase
        pointer.target = target
        pointer.x = position.x
        pointer.y = position.y
        return InteractionEvent().also { it.pointer = pointer }
    }
}
