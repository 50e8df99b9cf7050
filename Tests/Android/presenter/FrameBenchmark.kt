package interaction.client.presenter

import com.sun.management.ThreadMXBean
import java.lang.management.ManagementFactory

/** A moment of a vector, ready to be drawn. */
private class Moment(val name: String, val presenter: Presenter, val time: Long)

/** The warm measurements of a moment. */
private class Measured(val medianMicroseconds: Double, val bytesPerFrame: Long)

/** Measures the time and the allocations of `scene`, moving and at rest. */
object FrameBenchmark {
    private const val warmUps = 20_000
    private const val frames = 2_000

    @JvmStatic
    fun main(arguments: Array<String>) {
        val (moving, resting) = busiest()
        print("moving", moving) { moving.time + it % 1000 }
        print("at rest", resting) { resting.time + it }
    }

    private fun print(title: String, moment: Moment, time: (Int) -> Long) {
        val scene = moment.presenter.scene(moment.time)
        val later = moment.presenter.scene(time(1)).elements
        val moved = scene.elements.indices.count { scene.elements[it] !== later.getOrNull(it) }
        val measured = measure(moment.presenter, time)
        println(
            "$title: ${moment.name} at ${moment.time} µs, ${scene.elements.size} elements, " +
                "$moved moving: ${"%.2f".format(measured.medianMicroseconds)} µs, " +
                "${measured.bytesPerFrame} bytes a frame"
        )
    }

    private fun measure(presenter: Presenter, time: (Int) -> Long): Measured {
        var size = 0
        repeat(warmUps) { size += presenter.scene(time(it)).elements.size }
        val times = LongArray(frames)
        for (index in 0 until frames) {
            val now = time(index)
            val start = System.nanoTime()
            size += presenter.scene(now).elements.size
            times[index] = System.nanoTime() - start
        }
        times.sort()
        val threads = ManagementFactory.getThreadMXBean() as ThreadMXBean
        val thread = Thread.currentThread().id
        val instants = LongArray(frames) { time(it) }
        // The first call prepares the bean itself.
        threads.getThreadAllocatedBytes(thread)
        val none = threads.getThreadAllocatedBytes(thread)
        val before = threads.getThreadAllocatedBytes(thread)
        for (index in 0 until frames) size += presenter.scene(instants[index]).elements.size
        val allocated = threads.getThreadAllocatedBytes(thread) - before - (before - none)
        check(size > 0)
        return Measured(times[frames / 2] / 1000.0, allocated / frames)
    }

    /** Returns the moments with most moving elements, and with most elements at rest. */
    private fun busiest(): Pair<Moment, Moment> {
        var moving: Pair<String, Int>? = null
        var resting: Pair<String, Int>? = null
        var (most, largest) = Pair(-1, -1)
        for (name in vectorNames()) {
            val vector = readVector(name)
            val presenter = vector.presenter()
            vector.steps.forEachIndexed { index, step ->
                step.give(presenter)
                val elements = presenter.scene(step.time).elements
                // Long enough for all frames of the measurement.
                val later = presenter.scene(step.time + 1000).elements
                val moved = elements.indices.count { elements[it] !== later.getOrNull(it) }
                val score = moved * 1000 + elements.size
                if (moved > 0 && elements.size == later.size && score > most) {
                    most = score
                    moving = Pair(name, index)
                }
                if (elements === later && elements.size > largest) {
                    largest = elements.size
                    resting = Pair(name, index)
                }
            }
        }
        return Pair(moment(moving!!), moment(resting!!))
    }

    private fun moment(place: Pair<String, Int>): Moment {
        val vector = readVector(place.first)
        val presenter = vector.presenter()
        for (step in vector.steps.take(place.second + 1)) step.give(presenter)
        return Moment(place.first, presenter, vector.steps[place.second].time)
    }
}
