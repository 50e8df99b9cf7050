package interaction.client.session

import interaction.client.contract.InteractionEvent
import interaction.client.contract.ScrollEvent
import interaction.client.contract.ScrollPhase
import interaction.client.contract.Surface
import interaction.client.contract.TriggerLines
import kotlin.math.max
import kotlin.math.min

/**
 * The filter's state for one list.
 *
 * @property travel The list's travel (rule R12).
 */
internal class FilteredList(var travel: FollowedTravel) {
    /** The trigger lines; null until the engine has sent them. */
    var lines: TriggerLines? = null

    /** The offset at the start of the newest drag. */
    var start: Double? = null

    /** The phase of the current movement; null if none has begun. */
    var phase: Int? = null
    var drag: Int? = null

    /**
     * The offset that the next sample is compared with, usually the newest one, sent or not; null
     * if the next sample has to be sent.
     */
    var previous: Double? = null

    /** The content's height, pt; null until it is reported. */
    var contentHeight: Double? = null

    /** The newest skipped sample that may still have to be sent. */
    var skipped: InteractionEvent? = null

    /** The time of the newest sent sample, µs. */
    var lastSent = 0L

    /**
     * The finger's velocity, which the engine cannot derive from the remaining samples (rule S7).
     */
    val velocity = VelocityTracker()
}

/**
 * A filter that skips redundant scroll samples: those that stay in one cell between two trigger
 * lines. The engine's directives are the same with and without it.
 *
 * @param surface The surface of the session.
 */
internal class SampleFilter(private var surface: Surface) {
    private val lists = LinkedHashMap<String, FilteredList>()

    /** True if the engine's session began with the filter's first event. */
    private var isComplete = true

    /** The number of skipped samples. */
    var skipped = 0
        private set

    /**
     * Prepares the filter for an engine that has not received all its events: samples of lists
     * whose travel counts are sent until the content's size is reported and the list turns.
     */
    fun continueElsewhere() {
        isComplete = false
        for (list in lists.values) list.travel = FollowedTravel(false)
    }

    /** Sets the trigger lines of a list; its next sample is sent in any case. */
    fun setLines(lines: TriggerLines) {
        val list = list(lines.source)
        list.lines = lines
        list.previous = null
    }

    /** The time at which a skipped sample has to be sent, µs. */
    val nextFlush: Long?
        get() {
            var next: Long? = null
            for (list in lists.values) {
                val time = (list.skipped ?: continue).timeUs + MAXIMUM_WAIT
                next = min(next ?: time, time)
            }
            return next
        }

    /** Filters an event. Returns the events to send now, in order. */
    fun admit(event: InteractionEvent): List<InteractionEvent> {
        val overdue = flush(event.timeUs)
        val scroll = event.scroll
        if (scroll == null) {
            // Another event may depend on any list's offset: skipped samples are sent before it,
            // and the next samples after it.
            val flushed = flushAll()
            forgetPrevious()
            followContent(event)
            return overdue + flushed + event
        }
        val list = follow(scroll, event.timeUs)
        val isSample = isSample(scroll.phase)
        val inCell = isSample && isInCell(scroll, scroll.phase, list)
        if (inCell && event.timeUs - list.lastSent < MAXIMUM_SILENCE) {
            list.skipped = event
            list.previous = scroll.y ?: 0.0
            skipped += 1
            return overdue
        }
        // Events are sent in order of time: other lists' skipped samples come first.
        if (inCell) list.skipped = null
        val flushed = flushAll()
        list.lastSent = event.timeUs
        if (isSample) {
            list.phase = scroll.phase
            list.drag = scroll.drag
            list.previous = scroll.y ?: 0.0
        } else {
            val last = list.previous
            forgetPrevious()
            begin(scroll, list, last)
        }
        return overdue + flushed + event
    }

    /** Returns the samples that were skipped too long ago at `now`, in order. */
    fun flush(now: Long): List<InteractionEvent> {
        val flushed = ArrayList<InteractionEvent>()
        for (list in lists.values) {
            val event = list.skipped
            if (event == null || event.timeUs + MAXIMUM_WAIT > now) continue
            list.skipped = null
            list.lastSent = event.timeUs
            flushed.add(event)
        }
        skipped -= flushed.size
        return flushed.sortedBy { it.timeUs }
    }

    /** Returns all skipped samples, for the end of the session. */
    fun flushAll(): List<InteractionEvent> = flush(Long.MAX_VALUE)

    /**
     * Sets the offset that the first sample of the next movement is compared with.
     *
     * The first sample of a drag is compared with the drag's start, unless a rule depends on drag
     * starts. The first sample of a deceleration is compared with the drag's last sample, if the
     * offset of the lift lies in the same cell.
     */
    private fun begin(scroll: ScrollEvent, list: FilteredList, last: Double?) {
        val lines = list.lines
        val isBegun = scroll.phase == ScrollPhase.BEGAN
        if (isBegun && lines != null && lines.dragStartSources.isEmpty()) {
            list.phase = ScrollPhase.MOVED
            list.previous = scroll.y ?: 0.0
        } else if (scroll.phase == ScrollPhase.ENDED && list.phase == ScrollPhase.MOVED) {
            list.phase = ScrollPhase.DECELERATING
            list.previous = last
            if (!isInCell(scroll, ScrollPhase.DECELERATING, list)) list.previous = null
        } else {
            list.phase = null
        }
    }

    /** Follows what the end of a list's content depends on. */
    private fun followContent(event: InteractionEvent) {
        event.surface?.let { surface = it }
        event.listShown?.let { list(it.source).travel = FollowedTravel(false) }
        event.contentSize?.let {
            val list = list(it.source)
            list.contentHeight = it.height ?: 0.0
            list.travel.isEndKnown = true
        }
        val inset = surface.insets?.bottom ?: 0.0
        for (list in lists.values) {
            val height = list.contentHeight ?: continue
            if (list.travel.isEndKnown) list.travel.end = max(height + inset - surface.height, 0.0)
        }
    }

    /** Tracks drags: their starts and the finger's velocity. */
    private fun follow(scroll: ScrollEvent, now: Long): FilteredList {
        val list = list(scroll.source)
        val phase = scroll.phase
        list.travel.follow(scroll, list.lines)
        if (isProgrammatic(phase)) {
            // A finger that is still down begins a new drag after the app's scroll.
            if (!isSample(phase)) list.drag = null
        } else if (phase != ScrollPhase.UNSPECIFIED) {
            if (phase == ScrollPhase.BEGAN || list.drag != scroll.drag) startDrag(scroll, now, list)
            if (phase == ScrollPhase.MOVED || phase == ScrollPhase.ENDED) {
                list.velocity.add(scroll.y ?: 0.0, now)
            }
            if (phase == ScrollPhase.ENDED && scroll.velocity == null) {
                scroll.velocity = list.velocity.velocity(now)
            }
        }
        return list
    }

    private fun startDrag(scroll: ScrollEvent, now: Long, list: FilteredList) {
        val y = scroll.y ?: 0.0
        list.drag = scroll.drag
        list.phase = null
        list.previous = null
        list.velocity.reset()
        list.start = y
        list.velocity.add(y, now)
    }

    /**
     * Returns whether a sample of this phase lies in the same cell as the previous one of its
     * movement.
     */
    private fun isInCell(scroll: ScrollEvent, phase: Int, list: FilteredList): Boolean {
        val lines = list.lines ?: return false
        val previous = list.previous ?: return false
        val y = scroll.y ?: 0.0
        if (lines.everySample || list.phase != phase || !list.travel.staysInCell) return false
        if (scroll.drag != 0 && list.drag != scroll.drag) return false
        return areInOneCell(lines, previous, y, phase) && lines.dragStartSources.all {
            val start = list(it).start
            start == null || areTogether(previous, y, start)
        }
    }

    private fun list(source: String): FilteredList =
        lists.getOrPut(source) { FilteredList(FollowedTravel(isComplete)) }

    private fun forgetPrevious() {
        for (list in lists.values) list.previous = null
    }

    private companion object {
        /**
         * The maximum time between two sent samples of a moving list, µs: half of the silence after
         * which a decelerating list counts as settled (rule S3).
         */
        const val MAXIMUM_SILENCE = 500_000L

        /** The maximum delay of a skipped sample before it is sent, µs. */
        const val MAXIMUM_WAIT = 250_000L
    }
}
