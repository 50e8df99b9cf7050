package interaction.client.views

import interaction.client.contract.FloorCommand
import interaction.client.contract.FloorEvent
import interaction.client.contract.FloorPhase
import interaction.client.contract.InteractionEvent
import interaction.client.contract.NavigateEvent
import interaction.client.contract.NavigationOperation
import interaction.client.contract.NavigationPage
import interaction.client.contract.PageDragEvent
import interaction.client.contract.PageDragPhase
import interaction.client.contract.PageDragSubject
import interaction.client.contract.Setting
import interaction.client.contract.TransitionPhase

/**
 * The system's back gesture as a pull of the top page from its edge (rule N5), and the back button
 * as a request. The system decides whether the gesture goes back. All lengths are in pt.
 */
internal class BackGesture(private val send: (InteractionEvent) -> Unit) {
    private enum class Phase { IDLE, STARTED, PULLING }

    private var phase = Phase.IDLE
    /** The horizontal position where the finger began. */
    private var start = 0.0
    /** The travel of the page, to the right, or to the left in a right-to-left layout. */
    private var travel = 0.0
    private var page: NavigationPage? = null
    private var isInteractive = false
    private var isFloorOpen = false

    /** True if there is something to go back from. */
    val isPossible: Boolean get() = page != null || isFloorOpen

    /** Receives the engine's newest state. */
    fun follow(settings: List<Setting>) {
        for (each in settings) {
            each.navigation?.let {
                page = it.pages.lastOrNull()
                isInteractive = it.phase == TransitionPhase.INTERACTIVE
            }
            each.floor?.let { isFloorOpen = it.phase == FloorPhase.OPEN }
        }
    }

    /** Handles a gesture that begins at a position. */
    fun started(x: Double) {
        cancelled()
        phase = Phase.STARTED
        start = x
        travel = 0.0
    }

    /** Handles a move of the finger, which may come from either side. */
    fun progressed(x: Double, isReversed: Boolean) {
        travel = Math.abs(x - start) * if (isReversed) -1 else 1
        val page = page
        // A presented page cannot be pulled; a pull begins only once the page has moved.
        if (page == null || page.presented || travel == 0.0 || phase == Phase.IDLE) return
        drag(if (phase == Phase.STARTED) PageDragPhase.BEGAN else PageDragPhase.MOVED)
        phase = Phase.PULLING
    }

    /** Handles a gesture that the system has cancelled. */
    fun cancelled() {
        if (phase == Phase.PULLING) drag(PageDragPhase.CANCELLED)
        phase = Phase.IDLE
    }

    /**
     * Handles the system's decision to go back, or the back button. Returns false if there is
     * nothing to go back from.
     *
     * @param width The width of the viewport.
     */
    fun invoked(width: Double): Boolean {
        if (phase == Phase.PULLING && isInteractive) {
            // The system accepts a short flick; the engine decides by the travel.
            travel = Math.max(Math.abs(travel), width / 2) * Math.signum(travel)
            drag(PageDragPhase.ENDED, 0.0)
            phase = Phase.IDLE
            return true
        }
        // The engine does not pull this page, or does not know of the pull yet.
        val isHandled = request()
        cancelled()
        return isHandled
    }

    private fun request(): Boolean {
        val page = page
        if (page != null) {
            val request = NavigateEvent()
            request.operation = if (page.presented) NavigationOperation.DISMISS
                else NavigationOperation.POP
            send(InteractionEvent().also { it.navigate = request })
        } else if (isFloorOpen) {
            val order = FloorEvent()
            order.command = FloorCommand.CLOSE
            send(InteractionEvent().also { it.floor = order })
        }
        return isPossible
    }

    private fun drag(phase: Int, velocity: Double? = null) {
        val drag = PageDragEvent()
        drag.subject = PageDragSubject.BACK
        drag.phase = phase
        drag.translation = travel
        drag.velocity = velocity
        send(InteractionEvent().also { it.pageDrag = drag })
    }
}
