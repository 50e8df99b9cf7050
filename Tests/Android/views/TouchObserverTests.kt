package interaction.client.views

import android.view.MotionEvent
import android.view.View
import android.view.WindowInsets
import androidx.recyclerview.widget.RecyclerView
import interaction.client.presenter.ElementContent
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** A view of the app that takes touches. */
private class AppView(context: android.content.Context) : View(context) {
    val actions = ArrayList<Int>()

    override fun onTouchEvent(event: MotionEvent): Boolean {
        actions.add(event.actionMasked)
        return true
    }
}

class TouchObserverTests {
    private val context = context()
    private val canvas = SceneLayout(context)
    private val page = AppView(context)
    private val item = AppView(context)
    private val source = FixedSource(scene())
    private val screen = InteractionScreen(canvas)

    init {
        canvas.addView(page)
        canvas.addView(item)
        canvas.layout(0, 0, 200, 400)
        page.layout(0, 0, 200, 400)
        item.layout(0, 320, 80, 400)
        screen.open(source)
        source.events.clear()
    }

    @AfterEach
    fun close() = screen.close()

    private fun touch(action: Int, x: Int, y: Int, index: Int = 0): Boolean =
        canvas.dispatchTouchEvent(MotionEvent.of(
            action, index, 0, MotionEvent.Pointer(0, x.toFloat(), y.toFloat()),
            MotionEvent.Pointer(1, 0f, 0f)))

    private fun down(x: Int, y: Int) = touch(MotionEvent.ACTION_DOWN, x, y)

    private fun move(x: Int, y: Int) = touch(MotionEvent.ACTION_MOVE, x, y)

    private fun up(x: Int, y: Int) = touch(MotionEvent.ACTION_UP, x, y)

    /** Returns the events since the last call. */
    private fun events(): List<String> {
        val events = source.events.map { event ->
            event.tap?.let { "tap ${it.tab}" } ?: event.pointer!!.let {
                "${it.target} ${listOf("", "down", "moved", "up", "cancelled")[it.phase]} " +
                    "${it.x!!.toInt()} ${it.y!!.toInt()}"
            }
        }
        source.events.clear()
        return events
    }

    @Test
    fun `a tap counts up to the slop around the item, and the app's view gets it, too`() {
        screen.observeTouches(item, "tab/0")
        down(10, 330)
        up(94, 310)
        assertEquals(listOf("tap 0"), events())
        assertEquals(listOf(0, 1), item.actions)
        down(10, 330)
        up(100, 330)
        down(10, 330)
        touch(MotionEvent.ACTION_CANCEL, 10, 330)
        down(10, 300)
        up(10, 330)
        assertEquals(emptyList<String>(), events())
    }

    @Test
    fun `an item with a long press reports each touch`() {
        screen.observeTouches(item, "tab/1", hasLongPress = true)
        down(10, 330)
        move(12, 330)
        up(12, 330)
        assertEquals(listOf("tab/1 down 5 165", "tab/1 moved 6 165", "tab/1 up 6 165"), events())
        down(10, 330)
        touch(MotionEvent.ACTION_POINTER_DOWN, 10, 330, index = 1)
        up(10, 330)
        assertEquals(listOf("tab/1 down 5 165", "tab/1 cancelled 5 165"), events())
    }

    @Test
    fun `a sideways swipe begins beyond the slop, where it touched, and cancels the app's view`() {
        screen.observeTouches(page, "pages")
        down(100, 100)
        move(110, 100)
        assertEquals(emptyList<String>(), events())
        move(120, 104)
        move(140, 104)
        assertEquals(
            listOf("pages down 50 50", "pages moved 60 52", "pages moved 70 52"), events())
        assertEquals(listOf(0, 2, 3), page.actions)
        touch(MotionEvent.ACTION_CANCEL, 140, 104)
        assertEquals(listOf("pages cancelled 70 52"), events())
        page.actions.clear()
        down(100, 100)
        move(104, 130)
        move(200, 130)
        up(200, 130)
        assertEquals(emptyList<String>(), events())
        assertEquals(listOf(0, 2, 2, 1), page.actions)
    }

    @Test
    fun `the floor is dragged upwards and downwards, while another view waits`() {
        screen.observeTouches(page, "pages")
        screen.observeTouches(page, "floor/page")
        down(100, 100)
        move(100, 60)
        move(10, 60)
        up(10, 60)
        assertEquals(listOf("floor/page down 50 50", "floor/page moved 50 30",
            "floor/page moved 5 30", "floor/page up 5 30"), events())
    }

    @Test
    fun `a list that begins to scroll takes the touch`() {
        val list = RecyclerView(context)
        canvas.addView(list)
        list.layout(0, 0, 200, 400)
        screen.observeTouches(page, "scan")
        screen.observeTouches(item, "tab/0", hasLongPress = true)
        down(10, 330)
        events()
        move(10, 340)
        move(10, 350)
        assertEquals(listOf("tab/0 moved 5 170", "scan down 5 165", "scan moved 5 175",
            "tab/0 moved 5 175"), events())
        up(10, 350)
        events()
        canvas.requestDisallowInterceptTouchEvent(true)
        down(10, 330)
        canvas.requestDisallowInterceptTouchEvent(true)
        move(10, 390)
        assertEquals(listOf("tab/0 down 5 165", "tab/0 cancelled 5 165"), events())
    }

    @Test
    fun `no drag begins in a page transition, on a hidden view, or without a view`() {
        screen.observeTouches(page, "pages")
        source.scene = scene(element("page/incoming", content = ElementContent.Page("detail")))
        screen.open(source)
        down(100, 100)
        move(140, 100)
        up(140, 100)
        source.scene = scene()
        screen.open(source)
        page.visibility = View.INVISIBLE
        assertFalse(down(150, 100))
        move(190, 100)
        page.visibility = View.VISIBLE
        screen.stopObservingTouches("pages")
        down(100, 100)
        move(140, 100)
        assertEquals(emptyList<String>(), events())
    }

    @Test
    fun `a touch without a view of the app is followed, and a pause cancels it`() {
        val other = View(context)
        other.layout(0, 0, 200, 400)
        screen.observeTouches(other, "pages")
        item.visibility = View.INVISIBLE
        page.visibility = View.INVISIBLE
        assertTrue(down(100, 100))
        assertTrue(move(140, 100))
        screen.pause()
        assertEquals(listOf("down", "moved", "cancelled"), events().map { it.split(" ")[1] })
        assertFalse(screen.touch(MotionEvent.of(2, 0, 0, MotionEvent.Pointer(0, 9f, 9f))))
    }

    @Test
    fun `changed insets and settings are reported`() {
        canvas.applyWindowInsets(WindowInsets(0, 48, 0, 0))
        canvas.posted.single().run()
        assertEquals(24.0, source.surface.insets!!.top)
        context.resources.configuration.fontScale = 2f
        canvas.dispatchConfigurationChanged(context.resources.configuration)
        assertEquals(2.0, source.surface.textScale)
    }
}
