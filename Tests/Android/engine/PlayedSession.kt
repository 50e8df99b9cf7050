package interaction.client.engine

import interaction.client.contract.InteractionEvent
import interaction.client.session.CheckpointStore
import interaction.client.session.Connect
import interaction.client.session.Engines
import interaction.client.session.ReconnectPolicy
import interaction.client.session.Session
import interaction.client.session.SessionConfiguration
import interaction.client.session.SessionConnectionState
import interaction.client.session.TokenSource
import interaction.client.transport.SessionThread
import interaction.client.transport.SystemClock
import java.util.concurrent.FutureTask

/**
 * A session that plays a trace. The events have the trace's times, whenever they are sent.
 *
 * @property skipsSamples False to send every sample.
 * @param first The index of the first event; others were sent before a restart of the app.
 */
class PlayedSession(
    val trace: Trace, val id: String, urls: List<String>, connect: Connect,
    private val thread: SessionThread, private val skipsSamples: Boolean = true,
    store: CheckpointStore? = null, tokens: TokenSource? = null, val log: SessionLog = SessionLog(),
    random: () -> Double = { Math.random() }, first: Int = 0
) {
    val clock = PacedClock(
        SystemClock(thread), if (first == 0) trace.start else trace.events[first - 1].timeUs, LAG)
    private val session: Session

    /** The index of the next event. */
    @Volatile
    var next = first
        private set

    init {
        val configuration = SessionConfiguration(id, trace.surface)
        configuration.experience = trace.experience
        configuration.start = trace.start
        configuration.skipsSamples = skipsSamples
        configuration.store = store
        configuration.reconnects = ReconnectPolicy(maximumBackoff = 1000)
        holdClock()
        session = onThread {
            Session(configuration, Engines(urls, connect, clock, thread, tokens, random), log)
        }
    }

    /** The differences from the trace; empty if there are none. */
    val problems: List<String>
        get() = log.problems(trace, isExact = !skipsSamples)

    /** True if the session is over. */
    val isOver: Boolean
        get() = log.state is SessionConnectionState.Closed

    /** Makes a call on the session's thread, and waits for its result. */
    fun <T> onThread(call: () -> T): T = FutureTask { call() }.also { thread.execute(it) }.get()

    /** Calls the session on its thread. */
    fun <T> withSession(call: (Session) -> T): T = onThread { call(session) }

    /** Sends the next event. */
    fun send() = onThread { sendNext() }

    /** Sends events up to the one with an index. */
    fun send(until: Int) {
        while (next < until) send()
    }

    /** Sends all events, then finishes. */
    fun finish() {
        send(trace.events.size)
        withSession { it.finish() }
        await("the end") { isOver }
    }

    /** Plays the remaining events at a speed, without waiting, then finishes. */
    fun play(speed: Double) = play(speed, trace.events[next].timeUs)

    private fun play(speed: Double, from: Long): Unit = thread.execute(Runnable {
        sendNext()
        if (next < trace.events.size) {
            val wait = ((trace.events[next].timeUs - from) / speed).toLong()
            thread.schedule(wait, Runnable { play(speed, trace.events[next].timeUs) })
        } else {
            session.finish()
        }
    })

    private fun sendNext() {
        val event: InteractionEvent = trace.events[next]
        next += 1
        holdClock()
        clock.reached = maxOf(clock.reached, event.timeUs - MAXIMUM_LATENESS)
        session.send(event, event.timeUs)
    }

    private fun holdClock() {
        clock.limit = trace.events.getOrNull(next)?.timeUs ?: Long.MAX_VALUE
    }

    private companion object {
        /** The time for which the player may be late, µs. */
        const val LAG = 1_000_000L

        /** The maximum time for which the clock is behind a sent event, µs. */
        const val MAXIMUM_LATENESS = 5_000_000L
    }
}

/** Waits for a condition, at most a minute. */
fun await(what: String, isMet: () -> Boolean) {
    val end = System.nanoTime() + 60_000_000_000
    while (!isMet()) {
        if (System.nanoTime() > end) throw AssertionError("$what does not come")
        Thread.sleep(2)
    }
}
