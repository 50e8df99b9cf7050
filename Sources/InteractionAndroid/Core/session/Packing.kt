package interaction.client.session

import interaction.client.contract.InteractionEvent
import interaction.client.contract.ScrollEvent
import interaction.client.contract.ScrollSamples

/** Packs consecutive scroll samples of a movement into runs. */
internal fun packed(events: List<InteractionEvent>): List<InteractionEvent> {
    val result = ArrayList<InteractionEvent>()
    var run: SampleRun? = null
    for (event in events) {
        val scroll = event.scroll
        if (scroll == null || !isSample(scroll.phase) || scroll.velocity != null) {
            run = null
            result.add(event)
        } else if (run != null && run.continuesWith(scroll)) {
            run.add(event.timeUs, scroll)
        } else {
            run = SampleRun(event.timeUs, scroll)
            result.add(run.event)
        }
    }
    return result
}

/** A run of samples, which begins with this one. */
private class SampleRun(private var lastTime: Long, private val first: ScrollEvent) {
    private val deltas = ArrayList<Long>()
    private val ys = ArrayList<Double>()
    private val xs = ArrayList<Double>()
    private val samples = ScrollSamples().also {
        it.source = first.source
        it.drag = first.drag
        it.phase = first.phase
        it.deltaUs = deltas
        it.y = ys
        it.x = xs
    }

    /** The event that carries the run. */
    val event = InteractionEvent().also {
        it.timeUs = lastTime
        it.scrollSamples = samples
    }

    init {
        add(lastTime, first)
    }

    fun continuesWith(scroll: ScrollEvent): Boolean =
        scroll.source == first.source && scroll.drag == first.drag && scroll.phase == first.phase

    fun add(time: Long, scroll: ScrollEvent) {
        deltas.add(time - lastTime)
        lastTime = time
        if (scroll.x != 0.0 || xs.isNotEmpty()) {
            // Omitted horizontal offsets are 0.
            while (xs.size < ys.size) xs.add(0.0)
            xs.add(scroll.x)
        }
        ys.add(scroll.y ?: 0.0)
    }
}
