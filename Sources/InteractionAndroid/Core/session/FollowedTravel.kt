package interaction.client.session

import interaction.client.contract.ScrollEvent
import interaction.client.contract.ScrollPhase
import interaction.client.contract.TriggerLines
import kotlin.math.max
import kotlin.math.min
import kotlin.math.sign

/**
 * A list's travel as the engine follows it (rule R12).
 *
 * @param isKnown False if the engine may have received other events of the list. It is true again
 *   once the list has turned.
 */
internal class FollowedTravel(private var isKnown: Boolean) {
    /** False if the engine may know another end of the list. */
    var isEndKnown = isKnown

    /** The largest offset at rest, pt; infinite while no content size has been reported. */
    var end = Double.POSITIVE_INFINITY

    /** True if the newest event lies in the same cell of travel as the event before it. */
    var staysInCell = true
        private set

    private var turn: Double? = null

    /** The lines that the travel has passed, away and back. */
    private var cell: Pair<List<Boolean>, List<Boolean>>? = null
    private var last = 0.0

    /** The offset of the running programmatic scroll, which counts only as its end. */
    private var programmatic: Double? = null

    /** Follows an event, as the engine does. */
    fun follow(event: ScrollEvent, lines: TriggerLines?) {
        val y = max(min(event.y ?: 0.0, end), 0.0)
        val former = turn ?: y.also {
            last = y
            turn = y
        }
        if (event.phase == ScrollPhase.PROGRAMMATIC_BEGAN ||
            event.phase == ScrollPhase.PROGRAMMATIC_MOVED) {
            programmatic = y
            staysInCell = true
            return
        }
        programmatic?.let { move(it) }
        programmatic = null
        move(y)
        if (turn != former && isEndKnown) isKnown = true
        val distance = last - (turn ?: last)
        val away = lines?.away ?: emptyList()
        val back = lines?.back ?: emptyList()
        val next = Pair(away.map { distance >= it }, back.map { -distance >= it })
        staysInCell = (away.isEmpty() && back.isEmpty()) ||
            (isKnown && turn == former && next == cell)
        cell = next
    }

    private fun move(y: Double) {
        if ((y - last) * sign(last - (turn ?: last)) < 0) turn = last
        last = y
    }
}
