package interaction.client.views

import interaction.client.contract.InteractionEvent
import interaction.client.presenter.Point

/** The number of frames without movement after which a list is at rest. */
private const val quietFrames = 3

/**
 * The motion of one list under fingers and by itself: converts it to a scroll view's callbacks, and
 * overscrolls the list at its top, which Android's lists do not. Lengths are in px.
 *
 * @param send Reports an event.
 */
internal class ListGesture(
    private val content: ListContent,
    /** True if the list scrolls sideways; then it has no overscroll. */
    private val isSideways: Boolean,
    private val reporter: ScrollReporter,
    private val density: Double,
    private val send: (InteractionEvent) -> Unit
) {
    /**
     * The cause of the motion.
     *
     * - `RESTING`: can transition to `TOUCHED`, `SCROLLING`.
     * - `TOUCHED`, a finger is down that has not dragged: to `RESTING`, `DRAGGING`.
     * - `CAUGHT`, as `TOUCHED`, but the finger has stopped a motion: to `RESTING`, `DRAGGING`,
     *   `BOUNCING`.
     * - `DRAGGING`: to `LIFTED`, `BOUNCING`, `RESTING`.
     * - `LIFTED`, while the list handles the lift: to `SETTLING`, `BOUNCING`, `RESTING`.
     * - `SETTLING`, the list's own fling: to `RESTING`, `CAUGHT`, `SCROLLING`.
     * - `BOUNCING`, the overscroll's return: to `RESTING`, `CAUGHT`.
     * - `SCROLLING`, an animated scroll of the app or of TalkBack: to `RESTING`, `CAUGHT`.
     */
    private enum class Motion {
        RESTING, TOUCHED, CAUGHT, DRAGGING, LIFTED, SETTLING, BOUNCING, SCROLLING
    }

    private var motion = Motion.RESTING
    /** The finger's travel beyond the top. */
    private var pulled = 0.0
    /** True while the list itself says that it moves. */
    private var listMoves = false
    /** The start of the bounce: the overscroll, and the time in ns; 0 until its first frame. */
    private var bounceFrom = 0.0
    private var bounceStart = 0L
    private var quiet = 0

    /** The number of the newest drag. */
    val drag: Int get() = reporter.drag

    /** True while frames are needed. */
    val needsFrames: Boolean
        get() = when (motion) {
            Motion.SETTLING, Motion.BOUNCING -> true
            Motion.SCROLLING -> !content.reportsEnds
            else -> false
        }

    /** True while a finger or its consequences keep the list overscrolled. */
    val isPulled: Boolean get() = pulled > 0

    /** The offset, pt; negative while overscrolled. */
    val offset: Point
        get() {
            val y = if (pulled > 0) -overscroll(pulled, height) else content.offsetY.toDouble()
            return Point(content.offsetX / density, y / density)
        }

    private val height: Double get() = Math.max(content.view.height, 1).toDouble()

    /** Handles a finger that goes down. */
    fun down() {
        motion = when (motion) {
            Motion.SETTLING, Motion.BOUNCING, Motion.SCROLLING -> Motion.CAUGHT
            else -> Motion.TOUCHED
        }
    }

    /** Handles a scroll before the list, by the finger. Returns the distance that it takes. */
    fun preScroll(distance: Int): Int {
        if (distance != 0) beginDrag()
        if (motion != Motion.DRAGGING || isSideways || distance <= 0 || pulled <= 0) return 0
        val taken = Math.min(distance, Math.ceil(pulled).toInt())
        pulled = Math.max(pulled - taken, 0.0)
        tell(ScrollCallback.DidScroll)
        return taken
    }

    /** Handles what the list has left of a scroll by the finger. Returns the distance taken. */
    fun postScroll(rest: Int): Int {
        if (motion != Motion.DRAGGING || isSideways || rest >= 0) return 0
        pulled -= rest
        tell(ScrollCallback.DidScroll)
        return rest
    }

    /** Handles a scroll of the list, whatever its cause. */
    fun scrolled() {
        val now = offset
        if (now.x == reporter.last.x && now.y == reporter.last.y) return
        // A list without nested scrolls.
        if (!content.reportsEnds) beginDrag()
        quiet = 0
        tell(ScrollCallback.DidScroll)
    }

    /** Handles the beginning or the end of a list's own motion. */
    fun movesChanged(moves: Boolean) {
        listMoves = moves
        if (moves) {
            if (motion == Motion.RESTING) announce(null)
            return
        }
        when (motion) {
            Motion.SETTLING -> rest(ScrollCallback.DidEndDecelerating)
            Motion.SCROLLING -> rest(ScrollCallback.DidEndScrollingAnimation)
            // The list has been stopped below the finger.
            Motion.DRAGGING -> cancel()
            else -> {}
        }
    }

    /** Handles the lift, before the list does; the velocity is that of the content, px/s. */
    fun willLift(velocity: Double) {
        if (motion != Motion.DRAGGING) return
        motion = Motion.LIFTED
        tell(ScrollCallback.WillEndDragging(velocity / density))
    }

    /** Handles the lift, after the list has. */
    fun didLift() {
        when (motion) {
            Motion.TOUCHED -> motion = Motion.RESTING
            Motion.CAUGHT -> if (isPulled) bounce() else {
                rest(ScrollCallback.DidEndDecelerating)
                tell(ScrollCallback.DidEndScrollingAnimation)
            }
            Motion.LIFTED -> {
                val mayMove = isPulled || listMoves || !content.reportsEnds
                tell(ScrollCallback.DidEndDragging(mayMove))
                if (isPulled) bounce() else motion = if (mayMove) settling() else Motion.RESTING
            }
            else -> {}
        }
    }

    /** Handles a touch that the system cancels. */
    fun cancel() {
        if (motion != Motion.DRAGGING) return didLift()
        tell(ScrollCallback.DidCancelDragging(isPulled))
        if (isPulled) bounce() else motion = Motion.RESTING
    }

    /** Announces an animated scroll of the app, to a destination in pt. */
    fun announce(to: Point?) {
        if (motion == Motion.DRAGGING || motion == Motion.LIFTED) return
        pulled = 0.0
        tell(ScrollCallback.WillScroll(to))
        val now = offset
        motion = if (to != null && to.x == now.x && to.y == now.y) Motion.RESTING
            else Motion.SCROLLING
        quiet = -1
    }

    /** Handles a change of the insets, the content or the bounds. */
    fun changeLayout() = tell(ScrollCallback.DidChangeLayout)

    /** Handles the list's removal from the window. */
    fun leave() {
        pulled = 0.0
        motion = Motion.RESTING
        listMoves = false
        tell(ScrollCallback.DidLeaveWindow)
    }

    /** Advances to a frame. */
    fun advance(nanoTime: Long) {
        if (motion == Motion.BOUNCING) return bounce(nanoTime)
        if (motion != Motion.SETTLING && motion != Motion.SCROLLING) return
        // A scroll that is announced has not moved yet.
        if (quiet >= 0 && ++quiet > quietFrames) {
            rest(if (motion == Motion.SETTLING) ScrollCallback.DidEndDecelerating
                else ScrollCallback.DidEndScrollingAnimation)
        }
    }

    private fun beginDrag() {
        if (motion != Motion.TOUCHED && motion != Motion.CAUGHT) return
        motion = Motion.DRAGGING
        tell(ScrollCallback.WillBeginDragging)
    }

    private fun settling(): Motion {
        quiet = 0
        return Motion.SETTLING
    }

    private fun bounce() {
        motion = Motion.BOUNCING
        bounceFrom = overscroll(pulled, height)
        bounceStart = 0
    }

    private fun bounce(nanoTime: Long) {
        if (bounceStart == 0L) bounceStart = nanoTime
        val left = bounce(bounceFrom, (nanoTime - bounceStart) / 1e6)
        pulled = travel(left, height)
        tell(ScrollCallback.DidScroll)
        if (left <= 0) rest(ScrollCallback.DidEndDecelerating)
    }

    private fun rest(end: ScrollCallback) {
        motion = Motion.RESTING
        pulled = 0.0
        tell(end)
    }

    private fun tell(callback: ScrollCallback) {
        val events = reporter.receive(callback, offset)
        for (index in events.indices) send(events[index])
    }
}
