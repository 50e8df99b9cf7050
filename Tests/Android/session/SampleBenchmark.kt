package interaction.client.session

import com.sun.management.ThreadMXBean
import interaction.client.contract.Codec
import interaction.client.contract.InteractResponse
import interaction.client.contract.InteractionEvent
import interaction.client.contract.ScrollEvent
import interaction.client.contract.ScrollPhase
import interaction.client.contract.Surface
import interaction.client.support.Json
import java.lang.management.ManagementFactory

/**
 * Measures the time and the allocations from a scroll sample handed to the session to the encoded
 * bytes handed to the transport.
 */
object SampleBenchmark {
    private const val warmUps = 200_000
    private const val rounds = 200
    private const val samples = 500

    @JvmStatic
    fun main(arguments: Array<String>) {
        print("sent", skipsSamples = false)
        print("skipped", skipsSamples = true)
    }

    private fun print(title: String, skipsSamples: Boolean) {
        val session = OpenSession(skipsSamples)
        session.scroll(warmUps)
        val times = LongArray(rounds) {
            val start = System.nanoTime()
            session.scroll(samples)
            (System.nanoTime() - start) / samples
        }
        times.sort()
        val threads = ManagementFactory.getThreadMXBean() as ThreadMXBean
        val thread = Thread.currentThread().id
        // The first call prepares the bean itself.
        threads.getThreadAllocatedBytes(thread)
        val sent = session.bytes
        val before = threads.getThreadAllocatedBytes(thread)
        session.scroll(samples)
        val allocated = threads.getThreadAllocatedBytes(thread) - before
        println(
            "$title: ${times[rounds / 2]} ns, ${allocated / samples} bytes allocated, " +
                "${(session.bytes - sent) / samples} bytes encoded a sample")
    }
}

/** A clock whose calls do not come, as if each event preceded them. */
private object StandingClock : Clock, Cancellable {
    override fun now(): Long = 0

    override fun wallClock(): Long = 0

    override fun schedule(delay: Long, call: Runnable): Cancellable = this

    override fun cancel() {}
}

/** An open session whose events are sent one by one, and acknowledged by the fifty. */
private class OpenSession(skipsSamples: Boolean) : Connection, Connect {
    /** The number of bytes sent. */
    var bytes = 0L
        private set
    private val executor = VirtualClock()
    private lateinit var listener: ConnectionListener
    private val session: Session
    private var time = 0L
    private var frames = 0L
    private val event = InteractionEvent()
    private val scroll = ScrollEvent()

    init {
        val configuration = SessionConfiguration("s", Surface().also { it.width = 390.0 })
        configuration.skipsSamples = skipsSamples
        session = Session(
            configuration, Engines(listOf("wss://a"), this, StandingClock, executor),
            object : SessionListener {
                override fun update(update: SessionUpdate) {}
            })
        executor.run()
        listener.opened()
        receive("""{"opened":{"snapshot":{"settings":[{"generation":1}]}},
            "triggerLines":[{"source":"home","lines":[{"offset":1000}]}]}""")
        event.scroll = scroll
        scroll.source = "home"
        scroll.phase = ScrollPhase.BEGAN
        session.send(event, 0)
        scroll.phase = ScrollPhase.MOVED
    }

    override fun open(
        url: String, protocols: List<String>, listener: ConnectionListener
    ): Connection = this.also { it.listener = listener }

    override fun send(bytes: ByteArray) {
        this.bytes += bytes.size
        frames += 1
    }

    override fun close(code: Int, reason: String) {}

    /** Reports scroll samples, as at 120 Hz. */
    fun scroll(count: Int) {
        repeat(count) {
            time += 8333
            scroll.y = (time / 8333 % 500).toDouble() + 0.25
            session.send(event, time)
            if (it % 50 == 0) acknowledge()
        }
    }

    private fun acknowledge() {
        val response = InteractResponse()
        // A frame each, after that of the opening.
        response.ackedEvent = frames - 1
        listener.message(Codec.encode(response))
        executor.run()
    }

    private fun receive(json: String) {
        listener.message(Codec.encode(Json.message<InteractResponse>(json)))
        executor.run()
    }
}
