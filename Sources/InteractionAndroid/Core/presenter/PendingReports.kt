package interaction.client.presenter

import interaction.client.contract.AnimationEndedEvent
import interaction.client.contract.AnimationOutcome
import interaction.client.contract.HoldExpiredEvent
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Setting

/** A running animation whose end has to be reported. */
internal class AwaitedEnd(val directive: Long, val aspect: String?, val end: Long)

/** The reports that the engine waits for. */
internal class PendingReports {
    private var awaited: List<AwaitedEnd> = emptyList()
    private var unsent = ArrayList<InteractionEvent>()

    /** True if a report is due. */
    val isDue: Boolean get() = unsent.size > 0

    /** The time of the next animation end; `never` if none is awaited. */
    val nextEnd: Long
        get() {
            var next = never
            for (index in awaited.indices) next = Math.min(next, awaited[index].end)
            return next
        }

    /** Returns the reports that are due, each once. */
    fun take(): List<InteractionEvent> {
        if (unsent.isEmpty()) return emptyList()
        val taken = unsent
        unsent = ArrayList()
        return taken
    }

    fun await(animation: AwaitedEnd) {
        awaited = awaited + animation
    }

    /** Adds the report of an expired hold. */
    fun addExpiredHold(target: Int) {
        val report = InteractionEvent()
        report.holdExpired = HoldExpiredEvent().also { it.target = target }
        unsent.add(report)
    }

    /** Adds reports of the animations that have ended by `now`. */
    fun advance(now: Long) {
        if (nextEnd > now) return
        for (each in awaited) if (each.end <= now) end(each, AnimationOutcome.FINISHED)
        awaited = awaited.filter { it.end > now }
    }

    /** Drops the awaited ends of an aspect, which newer settings supersede. */
    fun forget(aspect: String?) {
        awaited = awaited.filter { it.aspect != aspect }
    }

    /**
     * Reports as cancelled the animations that a snapshot stops while they are under way in it
     * (rule D5).
     */
    fun cancelAll(settings: List<Setting>) {
        val underWay = settings.filter(::isAnimating).map(::aspectOf)
        for (each in awaited) if (each.aspect in underWay) end(each, AnimationOutcome.CANCELLED)
        awaited = emptyList()
    }

    private fun end(animation: AwaitedEnd, outcome: Int) {
        val ended = AnimationEndedEvent()
        ended.directive = animation.directive
        ended.outcome = outcome
        unsent.add(InteractionEvent().also { it.animationEnded = ended })
    }
}
