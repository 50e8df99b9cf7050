package interaction.client.example

import android.content.Context
import android.os.Handler
import android.view.Choreographer
import android.view.MotionEvent
import android.view.View
import interaction.client.contract.Codec
import interaction.client.contract.Directive
import interaction.client.contract.InteractResponse
import interaction.client.contract.Opened
import interaction.client.contract.Setting
import interaction.client.contract.Snapshot
import interaction.client.presenter.Home
import interaction.client.session.CheckpointStore
import interaction.client.session.Engines
import interaction.client.session.FakeStore
import interaction.client.session.FakeTransport
import interaction.client.session.SessionConfiguration
import interaction.client.session.VirtualClock
import interaction.client.support.Json
import interaction.client.transport.SessionThread
import interaction.client.transport.SystemClock
import interaction.client.views.PresentedSession
import interaction.client.views.SceneLayout
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicBoolean
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class LaunchTests {
    private val clock = VirtualClock()
    private val transport = FakeTransport()
    private val store = FakeStore()
    private val layout = SceneLayout(Context())
    private val icon = View(layout.context)
    private val engines = Engines(listOf("wss://a"), transport, clock, clock)
    private val screen = launch(layout, icon, engines, store)

    @AfterEach
    fun close() = screen.close()

    /** Makes the calls of both threads. */
    private fun run() {
        do {
            clock.run()
            val call = Handler.posted.poll()
            call?.run()
        } while (call != null)
    }

    private fun answer(answer: InteractResponse) {
        transport.newest.listener.message(Codec.encode(answer))
        run()
    }

    private fun open() {
        layout.layout(0, 0, Home.surface.width.toInt(), Home.surface.height.toInt())
        run()
        transport.newest.listener.opened()
        run()
        val resting = "{\"generation\":1,\"transition\":{\"phase\":\"TRANSITION_PHASE_IDLE\"}}"
        val snapshot = Snapshot()
        snapshot.settings = Home.snapshot.settings + Json.message<Setting>(resting)
        answer(InteractResponse().also { answer ->
            answer.opened = Opened().also { it.snapshot = snapshot }
        })
    }

    private fun frame() = Choreographer.getInstance().run(System.nanoTime())

    private fun receive(directive: Directive) =
        answer(InteractResponse().also { it.directives = listOf(directive) })

    @Test
    fun `a launch connects with the surface, and moves the view as the engine says`() {
        run()
        assertTrue(transport.connections.isEmpty())
        open()
        assertEquals(Home.surface.width, transport.newest.sent[0].open!!.surface!!.width)
        frame()
        val place = icon.translationX
        assertTrue(icon.width > 0)
        assertEquals(0, Choreographer.getInstance().callbacks.size)
        receive(Home.playing(1, Home.track("tab/1/icon", 0, 20)))
        assertEquals(1, Choreographer.getInstance().callbacks.size)
        clock.pass(50)
        frame()
        assertEquals(place + 10, icon.translationX, 1f)
        clock.pass(100)
        frame()
        assertEquals(place, icon.translationX)
        assertEquals(0, Choreographer.getInstance().callbacks.size)
    }

    @Test
    fun `a tap is sent, and the end of an animation is reported while nothing is drawn`() {
        open()
        frame()
        val x = icon.translationX + icon.width / 2
        val y = icon.translationY + icon.height / 2
        layout.dispatchTouchEvent(MotionEvent.of(0, 0, 0, MotionEvent.Pointer(0, x, y)))
        layout.dispatchTouchEvent(MotionEvent.of(1, 0, 9, MotionEvent.Pointer(0, x, y)))
        run()
        fun events() = transport.newest.sent.flatMap { it.events?.events ?: emptyList() }
        assertEquals(1, events().last().tap?.tab)
        screen.pause()
        receive(Home.playing(1, Home.track("tab/1/icon", 0, 20),
            others = ",\"settings\":[{\"generation\":99,\"transition\":{\"number\":1," +
            "\"phase\":\"TRANSITION_PHASE_RUNNING\",\"coming\":1}}]"))
        assertNull(events().last().animationEnded)
        clock.pass(200)
        run()
        assertEquals(1L, events().last().animationEnded?.directive)
    }

    @Test
    fun `events before the thread has loaded the session are sent once it has`() {
        layout.layout(0, 0, 390, 844)
        val list = interaction.client.contract.InteractionEvent()
        list.tap = interaction.client.contract.TapEvent().also { it.tab = 1 }
        assertTrue(screen.send(list))
        open()
        val sent = transport.newest.sent.flatMap { it.events?.events ?: emptyList() }
        assertEquals(1, sent.mapNotNull { it.tap }.single().tab)
    }

    @Test
    fun `a stop waits until the session is saved`() {
        val thread = SessionThread()
        fun settle() = CountDownLatch(1).let {
            thread.execute { it.countDown() }
            it.await()
        }
        val saved = AtomicBoolean()
        val configuration = SessionConfiguration("stopped", Home.surface)
        configuration.store = object : CheckpointStore {
            override fun load(sessionId: String): String? = null

            override fun save(text: String, sessionId: String) {
                Thread.sleep(50)
                saved.set(true)
            }

            override fun remove(sessionId: String) {}
        }
        val engines = Engines(
            listOf("wss://a"), transport, SystemClock(thread) { System.nanoTime() }, thread)
        val session = PresentedSession(configuration, engines)
        settle()
        // The created session connects in a call of its own.
        settle()
        transport.newest.listener.opened()
        transport.newest.answer("""{"opened":{"snapshot":{}}}""")
        transport.newest.answer("""{"checkpoint":{"token":"AQ==","lifetimeUs":"120000000"}}""")
        settle()
        assertFalse(saved.get())
        stop(screen, session, engines)
        assertTrue(saved.get())
        thread.close()
        Handler.posted.clear()
    }
}
