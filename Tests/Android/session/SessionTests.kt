package interaction.client.session

import interaction.client.contract.Surface
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Tests the session over a transport that the test plays. */
class SessionTests {
    private val clock = VirtualClock()
    private val transport = FakeTransport()
    private val store = FakeStore()
    private val told = ArrayList<String>()
    private var tokens: TokenSource? = null

    private val opened = """{"opened":{"experience":"home-refined",
        "snapshot":{"settings":[{"generation":1,"selection":{"selected":1}}]}}}"""
    private val checkpoint = """{"checkpoint":{"token":"AQ==","lifetimeUs":"120000000"}}"""

    private fun session(set: (SessionConfiguration) -> Unit = {}): Session {
        val configuration = SessionConfiguration("s 1", Surface().also { it.width = 390.0 })
        configuration.store = store
        set(configuration)
        val engines = Engines(
            listOf("wss://a/v1?x=1", "wss://b/v1"), transport, clock, clock, tokens, { 1.0 })
        return Session(configuration, engines, object : SessionListener {
            override fun update(update: SessionUpdate) {
                told.add(words(update))
            }
        })
    }

    private fun open(): Session {
        val session = session()
        clock.run()
        transport.newest.listener.opened()
        transport.newest.answer(opened)
        clock.run()
        return session
    }

    @Test
    fun aSessionOpensReportsAndEnds() {
        val session = session()
        assertTrue(transport.connections.isEmpty())
        clock.run()
        val connection = transport.newest
        assertEquals("wss://a/v1?x=1&key=s%201", connection.url)
        assertEquals(listOf(BINARY_PROTOCOL), connection.protocols)
        connection.listener.opened()
        connection.answer(opened)
        assertEquals(emptyList<String>(), told)
        clock.run()
        assertEquals(listOf("opened home-refined", "open"), told)
        assertEquals(390.0, connection.sent[0].open?.surface?.width)
        clock.pass(100)
        session.send(eventOf("tap tab 2"))
        assertEquals(100_000L, connection.sent[1].events?.events?.get(0)?.timeUs)
        connection.answer("""{"ackedEvent":"1"}""")
        session.finish()
        clock.run()
        assertTrue(connection.isClosed)
        connection.listener.closed(1000, "")
        clock.run()
        assertEquals("closed", told.last())
    }

    @Test
    fun aLostConnectionMovesToTheNextEngine() {
        val session = open()
        val former = transport.newest
        former.answer(checkpoint)
        former.listener.closed(1006, "")
        clock.run()
        assertEquals("reconnecting 1 after 0ms unavailable", told.last())
        assertEquals("wss://b/v1?key=s%201", transport.newest.url)
        former.answer(opened)
        transport.newest.listener.opened()
        clock.run()
        assertEquals(1, transport.newest.sent[0].open?.resume?.token?.size)
        assertTrue(session.connection is SessionConnectionState.Reconnecting)
    }

    @Test
    fun theServersErrorEndsTheSession() {
        open()
        transport.newest.listener.text(errorText("invalid_argument EXPERIENCE_UNKNOWN"))
        transport.newest.listener.closed(4003, "")
        clock.run()
        assertEquals("closed invalid_argument EXPERIENCE_UNKNOWN", told.last())
    }

    @Test
    fun heartbeatsFollowTheClock() {
        open()
        clock.pass(10_000)
        assertEquals(10_000_000L, transport.newest.sent.last().heartbeat?.timeUs)
    }

    @Test
    fun aSavedSessionResumesAfterARestart() {
        open()
        transport.newest.answer(checkpoint)
        clock.pass(999)
        assertTrue(store.texts.isEmpty())
        clock.pass(1)
        assertEquals(1, store.texts.size)
        told.clear()
        clock.pass(2000)
        val session = session()
        assertTrue(session.now in 2_000_000L..3_000_000L)
        clock.run()
        assertEquals(listOf("opened home-refined"), told)
        transport.newest.listener.opened()
        clock.run()
        assertEquals(1, transport.newest.sent[0].open?.current?.selectedTab)
        told.clear()
        session { it.user = "ana" }
        clock.run()
        assertEquals(emptyList<String>(), told)
    }

    @Test
    fun aDamagedSaveIsReported() {
        store.texts["s 1"] = "kept-1 1 1 AQ== AQ== AQ=="
        session()
        clock.run()
        assertTrue(told[0].startsWith("storeFailed"))
        assertEquals(1, transport.connections.size)
        store.failure = "full"
        transport.newest.listener.opened()
        transport.newest.answer(opened)
        clock.pass(1000)
        assertTrue(told.last().contains("full"))
    }

    @Test
    fun tokensOpenAndRefreshTheConnection() {
        val receivers = ArrayList<TokenReceiver>()
        tokens = object : TokenSource {
            override fun fetch(receiver: TokenReceiver) {
                receivers.add(receiver)
            }
        }
        session()
        clock.run()
        assertTrue(transport.connections.isEmpty())
        receivers[0].receive("a?")
        clock.run()
        assertEquals("interaction.bearer.YT8", transport.newest.protocols[1])
        transport.newest.listener.opened()
        transport.newest.answer(opened)
        transport.newest.answer("""{"notices":[{"reason":"NOTICE_REASON_TOKEN_EXPIRES"}]}""")
        clock.run()
        receivers[1].receive("next")
        clock.run()
        assertEquals("next", transport.newest.sent.last().authRefresh?.token)
        transport.newest.listener.closed(1006, "")
        clock.run()
        receivers[2].fail("no network")
        clock.run()
        assertEquals("reconnecting 2 after 250ms unknown", told.last())
    }

    @Test
    fun theEventIsCopied() {
        val session = open()
        transport.newest.listener.closed(1006, "")
        val event = eventOf("tap tab 2")
        session.send(event, 7)
        event.tap = null
        clock.run()
        transport.newest.listener.opened()
        clock.run()
        transport.newest.answer(opened)
        clock.run()
        val sent = transport.newest.sent.mapNotNull { it.events }.first().events[0]
        assertEquals(2, sent.tap?.tab)
        assertEquals(7L, sent.timeUs)
        assertEquals(0L, event.timeUs)
    }

    @Test
    fun aTextThatIsNoErrorIsNone() {
        for (text in listOf("", "{", "[]", "{\"details\":[1]}", "{\"code\":\"ok\"} x", "nul")) {
            assertNull(InteractionError.fromText(text), text)
        }
        val error = InteractionError.fromText(errorText("unavailable OVERLOADED retry=1500ms"))
        assertEquals(1_500_000L, error?.retryDelayUs)
        val text = "{\"message\":\"a\\u00e9\\n\\\"\", \"code\":\"aborted\", \"other\":[-1.5e3,true,null]}"
        assertEquals("a\u00e9\n\"", InteractionError.fromText(text)?.message)
        assertEquals(Status.ABORTED, InteractionError.fromText(text)?.code)
    }
}
