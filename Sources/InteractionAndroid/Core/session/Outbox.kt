package interaction.client.session

import interaction.client.contract.InteractionEvent
import interaction.client.contract.PageDragPhase
import interaction.client.contract.PointerPhase
import kotlin.math.max
import kotlin.math.min

/**
 * An event with its sequence number.
 *
 * @property sequence The sequence number, from 1; 0 until the event is first sent.
 */
internal class NumberedEvent(val event: InteractionEvent, var sequence: Long)

/**
 * The queue of events until a checkpoint contains them: those to be sent, and those to be resent
 * after a lost connection.
 *
 * An event gets its sequence number when it is first sent. Superseded movements are conflated once
 * the queue is half full; taps and changes of phase never are.
 */
internal class Outbox(private val capacity: Int) {
    /** The events in order; those with a sequence number come first. */
    private var events = ArrayList<NumberedEvent>()

    /** The number of events that have been sent on this connection. */
    private var sent = 0

    /** The number of events that have a sequence number. */
    private var numberedCount = 0
    private var nextSequence = 1L

    /** The newest event that the server has applied. */
    var acked = 0L
        private set

    /** The number of movements that were conflated. */
    var conflated = 0
        private set

    /**
     * Restores the events that were saved before a restart of the app, all unsent; the first has
     * the number `first`.
     */
    fun restore(events: List<InteractionEvent>, first: Long, acked: Long) {
        this.events = ArrayList(events.mapIndexed { index, event ->
            NumberedEvent(event, first + index)
        })
        numberedCount = events.size
        nextSequence = first + events.size
        this.acked = acked
    }

    /** The events in order; those without a sequence number come last. */
    val kept: List<InteractionEvent>
        get() = events.map { it.event }

    /** True if the events exceed the capacity, so that the session must end. */
    val isOverfull: Boolean
        get() = events.size > capacity

    /** True if every event has been sent and applied. */
    val isSettled: Boolean
        get() = sent == events.size && acked + 1 >= nextSequence

    /** The sequence number of the oldest event, or of the next one if there is none. */
    val first: Long
        get() = if (numberedCount > 0) events[0].sequence else nextSequence

    /** The time of the oldest unacknowledged event, µs. */
    val oldestPending: Long?
        get() = events.getOrNull(countThrough(acked))?.event?.timeUs

    fun append(events: List<InteractionEvent>) {
        if (events.isEmpty()) return
        for (event in events) this.events.add(NumberedEvent(event, 0))
        if (2 * this.events.size > capacity) conflate()
    }

    /**
     * Returns the next events to send, at most `count`. They stay in the queue if `keeping` is
     * true, to be resent.
     */
    fun next(count: Int, keeping: Boolean): List<NumberedEvent> {
        val end = min(sent + count, events.size)
        val next = ArrayList(events.subList(sent, end))
        for (entry in next) {
            if (entry.sequence == 0L) entry.sequence = nextSequence++
        }
        numberedCount = max(numberedCount, end)
        sent = end
        if (!keeping) drop(end)
        return next
    }

    /** Records that the server has applied all events up to `event`. */
    fun acknowledge(event: Long) {
        acked = max(acked, event)
    }

    /** Removes the events up to `event`, which a checkpoint contains. */
    fun removeCheckpointed(event: Long) {
        drop(countThrough(event))
    }

    /** Resumes on a new connection after `event`: all later events are resent. */
    fun rewind(event: Long) {
        sent = countThrough(event)
        nextSequence = max(nextSequence, event + 1)
        acked = max(acked, event)
    }

    /** Empties the queue. */
    fun discard() {
        events = ArrayList()
        sent = 0
        numberedCount = 0
        acked = 0
        nextSequence = 1
    }

    /**
     * Renumbers the unacknowledged events for a new session. The client has shown no effect of
     * them.
     */
    fun restart() {
        val pending = events.drop(countThrough(acked))
        discard()
        for (each in pending) events.add(NumberedEvent(each.event, 0))
    }

    /** Returns the number of numbered events up to `event`. */
    private fun countThrough(event: Long): Int {
        var count = 0
        while (count < numberedCount && events[count].sequence <= event) count += 1
        return count
    }

    private fun drop(count: Int) {
        events.subList(0, count).clear()
        sent = max(sent - count, 0)
        numberedCount -= count
    }

    /**
     * Conflates unsent movements: one is dropped if a later one supersedes it with nothing but
     * movements between. Of consecutive ticks the last remains.
     */
    private fun conflate() {
        val later = HashSet<String>()
        val kept = ArrayList<NumberedEvent>()
        val waiting = events.subList(numberedCount, events.size)
        for (each in waiting.asReversed().toList()) {
            val movement = conflationKey(each.event)
            if (movement in later) {
                conflated += 1
                continue
            }
            kept.add(each)
            if (movement == "" || movement == "tick") later.clear()
            if (movement != "") later.add(movement)
        }
        waiting.clear()
        kept.reverse()
        events.addAll(kept)
    }

    /**
     * Returns a key of an event that only moves something; empty for other events. A tick moves
     * time.
     */
    private fun conflationKey(event: InteractionEvent): String {
        event.scroll?.let {
            if (isSample(it.phase)) return "list ${it.source} ${it.drag} ${it.phase}"
        }
        event.pointer?.let {
            if (it.phase == PointerPhase.MOVED) return "finger ${it.pointer}"
        }
        event.pageDrag?.let {
            if (it.phase == PageDragPhase.MOVED) return "pages ${it.subject}"
        }
        return if (event.tick?.byServer == false) "tick" else ""
    }
}
