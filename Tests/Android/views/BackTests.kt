package interaction.client.views

import android.os.Build
import android.view.View
import android.window.BackEvent
import android.window.OnBackAnimationCallback
import interaction.client.contract.FloorPhase
import interaction.client.contract.FloorState
import interaction.client.contract.NavigationPage
import interaction.client.contract.NavigationState
import interaction.client.contract.Setting
import interaction.client.contract.Snapshot
import interaction.client.contract.TransitionPhase
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class BackTests {
    private val canvas = View(context()).also { it.layout(0, 0, 200, 400) }
    private val source = FixedSource(scene())
    private val screen = InteractionScreen(canvas)
    private val navigation = NavigationState()
    private val floor = FloorState()

    init {
        val settings = listOf(
            Setting().also { it.navigation = navigation }, Setting().also { it.floor = floor })
        source.snapshot = Snapshot().also { it.settings = settings }
        screen.open(source)
        screen.observeBack()
        source.events.clear()
    }

    @AfterEach
    fun close() {
        screen.close()
        Build.VERSION.SDK_INT = 34
    }

    private fun show(isPresented: Boolean = false, phase: Int = TransitionPhase.IDLE) {
        navigation.pages = listOf(NavigationPage().also { it.presented = isPresented })
        navigation.phase = phase
        source.onChange!!()
    }

    private val callback get() = canvas.window.callbacks.single() as OnBackAnimationCallback

    private fun at(x: Int) = BackEvent(x.toFloat(), 0f, 0f, 0)

    /** Returns the events since the last call. */
    private fun events(): List<String> {
        val events = source.events.map { event ->
            event.navigate?.let { operations[it.operation] }
                ?: event.floor?.let { "floor ${it.command}" }
                ?: event.pageDrag!!.let {
                    listOf("", "began", "moved", "ended", "cancelled")[it.phase] +
                        " ${it.translation!!.toInt()}"
                }
        }
        source.events.clear()
        return events
    }

    @Test
    fun `the gesture pulls the page from either side, and a flick goes back, too`() {
        show()
        callback.onBackStarted(at(0))
        callback.onBackProgressed(at(0))
        callback.onBackProgressed(at(10))
        callback.onBackProgressed(at(20))
        show(phase = TransitionPhase.INTERACTIVE)
        callback.onBackInvoked()
        assertEquals(listOf("began 5", "moved 10", "ended 50"), events())
        show()
        callback.onBackStarted(at(200))
        callback.onBackProgressed(at(60))
        callback.onBackCancelled()
        assertEquals(listOf("began 70", "cancelled 70"), events())
    }

    @Test
    fun `in a right-to-left layout the page goes to the left`() {
        canvas.direction = View.LAYOUT_DIRECTION_RTL
        show()
        callback.onBackStarted(at(200))
        callback.onBackProgressed(at(60))
        show(phase = TransitionPhase.INTERACTIVE)
        callback.onBackInvoked()
        assertEquals(listOf("began -70", "ended -70"), events())
    }

    @Test
    fun `a page that the engine does not pull is requested to leave`() {
        show()
        callback.onBackStarted(at(0))
        callback.onBackProgressed(at(10))
        callback.onBackInvoked()
        assertEquals(listOf("began 5", "pop", "cancelled 5"), events())
        show(isPresented = true)
        callback.onBackStarted(at(0))
        callback.onBackProgressed(at(10))
        callback.onBackInvoked()
        assertEquals(listOf("dismiss"), events())
        callback.onBackInvoked()
        assertEquals(listOf("dismiss"), events())
    }

    @Test
    fun `the callback is the system's only while there is something to go back from`() {
        assertEquals(0, canvas.window.callbacks.size)
        assertFalse(screen.goBack())
        show()
        assertEquals(1, canvas.window.callbacks.size)
        canvas.attach(false)
        assertEquals(0, canvas.window.callbacks.size)
        canvas.attach(true)
        assertEquals(1, canvas.window.callbacks.size)
        navigation.pages = emptyList()
        source.onChange!!()
        assertEquals(0, canvas.window.callbacks.size)
        floor.phase = FloorPhase.OPEN
        source.onChange!!()
        callback.onBackInvoked()
        assertEquals(listOf("floor 2"), events())
        screen.close()
        assertEquals(0, canvas.window.callbacks.size)
    }

    @Test
    fun `older versions have a plain callback, or none`() {
        Build.VERSION.SDK_INT = 33
        show()
        val plain = canvas.window.callbacks.single()
        assertFalse(plain is OnBackAnimationCallback)
        plain.onBackInvoked()
        assertEquals(listOf("pop"), events())
        screen.close()
        Build.VERSION.SDK_INT = 32
        screen.open(source)
        assertEquals(0, canvas.window.callbacks.size)
        assertTrue(screen.goBack())
        assertEquals(listOf("pop"), events().filter { it == "pop" })
    }
}

private val operations = listOf("", "push", "pop", "pop all", "present", "dismiss")
