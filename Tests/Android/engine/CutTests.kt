package interaction.client.engine

import interaction.client.session.Clock
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Connections that are cut, over a transport. */
abstract class CutTests(makeTransport: (Clock) -> TestedTransport) : EngineTestCase(makeTransport) {
    @Test
    fun `a cut after every event neither loses nor doubles a directive`() {
        val engine = engines(1, "--limit", "opens-per-second=100000").single()
        val relay = closing(Relay(transport.port(engine)))
        val session = PlayedSession(
            trace, "cut", listOf(transport.url(relay.port)), transport.connect, thread,
            skipsSamples = false, random = { 0.0 })
        for (index in trace.events.indices) {
            await("opening $index") { session.log.state.isOpen }
            val opened = session.log.opened
            val (sent, received) = Pair(relay.sent.get(), relay.received.get())
            session.send()
            // Before the event is sent, before it is answered, and after that.
            when (index % 3) {
                1 -> await("event $index") { relay.sent.get() > sent }
                2 -> await("answer $index") { relay.received.get() > received }
            }
            relay.cut()
            await("reopening after $index") { session.log.opened > opened }
        }
        session.finish()
        assertAsRecorded(session)
        assertEquals(trace.events.size + 1, session.log.opened)
        assertTrue(relay.connections.get() > trace.events.size)
    }
}

class OkHttpCutTests : CutTests({ TestedOkHttp() })

class GrpcCutTests : CutTests({ TestedGrpc(it) })
