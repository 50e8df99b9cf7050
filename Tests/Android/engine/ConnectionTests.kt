package interaction.client.engine

import interaction.client.contract.InteractRequest
import interaction.client.session.Clock
import interaction.client.session.InteractionError
import interaction.client.session.Status
import okhttp3.Interceptor
import okhttp3.OkHttpClient
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** The events of connections without a session. */
abstract class ConnectionTests(makeTransport: (Clock) -> TestedTransport) :
    EngineTestCase(makeTransport) {

    @Test
    fun `the server's error precedes the end, which is reported once`() {
        val connection = RecordedConnection(transport.connect, transport.url(engines(1).single()))
        assertEquals("opened", connection.next())
        connection.open("none-such")
        assertEquals("text", connection.next())
        val error = InteractionError.fromText(connection.text)
        assertEquals(Status.NOT_FOUND, error?.code)
        assertEquals("UNKNOWN_EXPERIENCE", error?.reason)
        assertTrue("none-such" in (error?.message ?: ""), connection.text)
        val end = connection.next() ?: ""
        assertTrue(end.startsWith("closed 4005 "), end)
        // Neither is refused with an exception.
        connection.send(InteractRequest())
        connection.close()
        assertFalse(connection.hasMore())
    }

    @Test
    fun `a violation is told with its field`() {
        val connection = RecordedConnection(transport.connect, transport.url(engines(1).single()))
        assertEquals("opened", connection.next())
        connection.open(trace.experience, id = "not \"valid\"")
        assertEquals("text", connection.next())
        val error = InteractionError.fromText(connection.text)
        assertEquals(Status.INVALID_ARGUMENT, error?.code)
        assertEquals(listOf("open.session_id"), error?.violations?.map { it.field })
    }

    @Test
    fun `a connection that the client closes ends normally`() {
        val connection = RecordedConnection(transport.connect, transport.url(engines(1).single()))
        assertEquals("opened", connection.next())
        connection.open(trace.experience)
        assertEquals("message", connection.next())
        connection.close()
        connection.close()
        connection.send(InteractRequest())
        assertEquals("closed 1000 ", connection.next())
        assertFalse(connection.hasMore())
    }

    @Test
    fun `a port without a server is reported as the end`() {
        val port = Relay(1).also { it.close() }.port
        val connection = RecordedConnection(transport.connect, transport.url(port))
        val end = connection.next() ?: ""
        assertTrue(end.startsWith("closed "), end)
        val code = end.split(" ")[1].toInt()
        assertEquals(Status.UNAVAILABLE, InteractionError.fromClose(code, "")?.code)
        connection.send(InteractRequest())
        connection.close()
        assertFalse(connection.hasMore())
    }

    @Test
    fun `a connection that is closed while it opens is given up`() {
        val engine = engines(1).single()
        engine.signal("STOP")
        val connection = RecordedConnection(transport.connect, transport.url(engine))
        connection.close()
        assertTrue(connection.next()?.startsWith("closed ") == true)
        engine.signal("CONT")
        assertFalse(connection.hasMore())
    }

    @Test
    fun `more connections are open than OkHttp's dispatcher allows`() {
        val url = transport.url(engines(1).single())
        val connections = List(100) { RecordedConnection(transport.connect, url) }
        connections.forEachIndexed { index, connection ->
            assertEquals("opened", connection.next())
            connection.open(trace.experience, "s-$index")
            assertEquals("message", connection.next())
        }
        for (connection in connections) {
            connection.close()
            // Unless it has ended before, and so made room for others.
            assertEquals("closed 1000 ", connection.next())
        }
    }
}

class OkHttpConnectionTests : ConnectionTests({ TestedOkHttp() }) {
    @Test
    fun `a server that is offered compression declines it`() {
        val offering = OkHttpClient.Builder().addInterceptor(Interceptor { chain ->
            chain.proceed(chain.request().newBuilder()
                .header("Sec-WebSocket-Extensions", "permessage-deflate").build())
        }).build()
        val connect = closing(TestedOkHttp(offering)).connect
        val connection = RecordedConnection(connect, transport.url(engines(1).single()))
        assertEquals("opened", connection.next())
        connection.open(trace.experience)
        assertEquals("message", connection.next())
        connection.close()
        assertEquals("closed 1000 ", connection.next())
    }
}

class GrpcConnectionTests : ConnectionTests({ TestedGrpc(it) })
