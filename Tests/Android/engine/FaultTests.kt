package interaction.client.engine

import interaction.client.session.Clock
import interaction.client.session.SessionConnectionState
import interaction.client.transport.FileCheckpointStore
import interaction.client.transport.SessionThread
import java.io.File
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Engines and apps that end, stand still or move under a session, over a transport. */
abstract class FaultTests(makeTransport: (Clock) -> TestedTransport) :
    EngineTestCase(makeTransport) {

    @Test
    fun `a session outlives an engine that is killed and started again`() {
        val engine = engines(1).single()
        val session = played(listOf(transport.url(engine)))
        session.play(2.0)
        for (event in listOf(100, 250, 400)) {
            await("event $event") { session.next > event && session.log.state.isOpen }
            engine.kill()
            await("the loss after $event") { !session.log.state.isOpen }
            engine.start()
        }
        await("the end") { session.isOver }
        assertAsRecorded(session)
        assertEquals(4, session.log.opened)
    }

    @Test
    fun `a session resumes from its file after a restart of the app`() {
        val url = transport.url(engines(1).single())
        val store = FileCheckpointStore(File(folder, "kept"))
        val former = played(listOf(url), store = store)
        val time = trace.events[299].timeUs
        former.send(300)
        // Later ones would be told to both runs of the app.
        await("the directives") {
            former.log.directives.size == trace.directives.count { it.atUs <= time }
        }
        former.withSession { it.pause() }
        val next = SessionThread()
        try {
            val resumed = PlayedSession(
                trace, "played", listOf(url), transport.connect, next,
                store = FileCheckpointStore(File(folder, "kept")), log = former.log,
                first = 300)
            resumed.finish()
            assertAsRecorded(resumed)
        } finally {
            next.close()
        }
        assertTrue("resumed" in former.log.updates)
        assertEquals(0, File(folder, "kept").listFiles()?.size)
    }

    @Test
    fun `a session leaves an engine that stands still for another`() {
        val engines = engines(2, "--limit", "heartbeat-seconds=1")
        val session = played(engines.map { transport.url(it) })
        session.send(100)
        await("the opening") { session.log.state.isOpen }
        engines[0].signal("STOP")
        session.play(2.0)
        await("the end") { session.isOver }
        assertAsRecorded(session)
        assertEquals(2, session.log.opened)
        engines[0].signal("CONT")
    }

    @Test
    fun `a session resumes on an engine that stood still`() {
        val engine = engines(1, "--limit", "heartbeat-seconds=1").single()
        val session = played(listOf(transport.url(engine)))
        session.send(100)
        await("the opening") { session.log.state.isOpen }
        engine.signal("STOP")
        session.play(2.0)
        await("the silence") { session.log.state is SessionConnectionState.Reconnecting }
        engine.signal("CONT")
        await("the end") { session.isOver }
        assertAsRecorded(session)
    }

    @Test
    fun `a session moves between gestures when its engine drains`() {
        val engines = engines(2, "--drain-deadline", "5s")
        val session = played(engines.map { transport.url(it) })
        session.send(100)
        await("the opening") { session.log.state.isOpen }
        engines[0].signal("TERM")
        session.play(2.0)
        assertEquals(0, engines[0].exitCode)
        await("the end") { session.isOver }
        assertAsRecorded(session)
        assertTrue("draining" in session.log.updates)
        assertEquals(2, session.log.opened)
    }

    @Test
    fun `a session moves to a new connection after a deep sleep`() {
        val engine = engines(1, "--limit", "heartbeat-seconds=4").single()
        val relay = closing(Relay(transport.port(engine)))
        val session = played(listOf(transport.url(relay.port)))
        val tap = trace.events.indexOfFirst { it.tap != null }
        val before = trace.directives.count { it.atUs < trace.events[tap].timeUs }
        session.send(tap)
        await("the directives") { session.log.directives.size == before }
        relay.forget()
        session.clock.sleep(20 * 60_000_000L)
        await("resuming") { session.log.opened == 2 }
        session.withSession { it.send(trace.events[tap]) }
        await("the answer") { session.log.directives.size > before }
        session.withSession { it.finish() }
        await("the end") { session.isOver }
        val sequences = session.log.directives.map { it.sequence }
        assertEquals((1L..sequences.size).toList(), sequences)
        assertEquals(emptyList<String>(), session.log.updates.filter { "restarted" in it })
    }
}

class OkHttpFaultTests : FaultTests({ TestedOkHttp() })

class GrpcFaultTests : FaultTests({ TestedGrpc(it) })
