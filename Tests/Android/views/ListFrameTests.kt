package interaction.client.views

import android.view.MotionEvent
import android.view.ViewGroup
import androidx.core.view.ViewCompat
import interaction.client.presenter.Point
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class ListFrameTests {
    private val shown = ListScreen()
    private val list = shown.list

    @AfterEach
    fun close() = shown.close()

    private fun lift(position: Float, time: Long) =
        shown.touch(MotionEvent.ACTION_UP, position, time)

    @Test
    fun `a drag begins beyond the slop, is sampled, and settles when the list stays`() {
        shown.drag(300f, 290f, 280f, 260f)
        assertEquals(listOf("began 0.0", "moved 2.0", "moved 12.0"), shown.scrolls())
        lift(260f, 200)
        assertEquals(listOf("ended 12.0", "settled 12.0"), shown.scrolls())
        assertEquals(24, list.offset)
    }

    @Test
    fun `a fling reports the finger's velocity, its samples and its end`() {
        shown.drag(300f, 280f, 260f, 240f, 220f)
        shown.scrolls()
        list.flings = true
        shown.touch(MotionEvent.ACTION_UP, 220f, 40)
        val ended = shown.source.events.first().scroll!!
        assertEquals(1000.0, ended.velocity!!, 0.001)
        assertEquals(ended.drag, shown.source.events.last().scroll!!.drag)
        list.step(100)
        list.step(50)
        list.finish()
        assertEquals(listOf("ended 32.0", "decelerating 82.0", "decelerating 107.0",
            "settled 107.0"), shown.scrolls())
    }

    @Test
    fun `one touch goes from the list to the pull and back`() {
        list.scrollBy(0, 20)
        shown.scrolls()
        shown.drag(100f, 116f, 126f)
        assertEquals(listOf("began 10.0", "moved 5.0"), shown.scrolls())
        shown.touch(MotionEvent.ACTION_MOVE, 176f, 30)
        val pull = overscroll(40.0, 400.0)
        assertEquals(listOf("moved 0.0", "moved ${"%.1f".format(-pull / 2)}"), shown.scrolls())
        assertEquals(0, list.offset)
        assertEquals(pull.toFloat(), list.translationY, 1f)
        shown.touch(MotionEvent.ACTION_MOVE, 126f, 40)
        assertEquals(listOf("moved 0.0", "moved 5.0"), shown.scrolls())
        assertEquals(10, list.offset)
        assertEquals(0f, list.translationY)
    }

    @Test
    fun `a released pull bounces back, and no fling carries it`() {
        shown.drag(100f, 116f, 216f)
        shown.scrolls()
        list.flings = true
        lift(216f, 30)
        assertEquals(0, list.scrollState)
        val start = overscroll(100.0, 400.0)
        assertEquals(listOf("ended ${"%.1f".format(-start / 2)}"), shown.scrolls())
        shown.frames(1 + 20)
        assertEquals(bounce(start, 200.0).toFloat(), list.translationY, 1f)
        shown.frames(20)
        val scrolls = shown.scrolls()
        assertEquals(41 + 1, scrolls.size)
        assertTrue(scrolls.dropLast(1).all { it.startsWith("decelerating") })
        assertEquals("settled 0.0", scrolls.last())
        assertEquals(0f, list.translationY)
    }

    @Test
    fun `a finger that catches a bounce drags it from there`() {
        shown.drag(100f, 116f, 216f)
        lift(216f, 30)
        shown.frames(11)
        val caught = list.translationY
        shown.scrolls()
        shown.drag(100f, 116f, from = 1000)
        shown.frames(5)
        assertEquals(emptyList<String>(), shown.scrolls())
        shown.touch(MotionEvent.ACTION_MOVE, 126f, 1020)
        assertTrue(shown.scrolls().first().startsWith("began"))
        assertTrue(list.translationY > caught)
        lift(126f, 1030)
        shown.scrolls()
        shown.drag(100f, from = 2000)
        lift(100f, 2010)
        shown.frames(50)
        assertEquals("settled 0.0", shown.scrolls().last())
    }

    @Test
    fun `a cancelled touch cancels the drag, and so does a list that is stopped`() {
        shown.drag(300f, 280f, 260f)
        shown.touch(MotionEvent.ACTION_CANCEL, 260f, 30)
        assertEquals("cancelled 12.0", shown.scrolls().last())
        shown.drag(300f, 280f, 260f)
        list.suppressLayout()
        assertEquals("cancelled 24.0", shown.scrolls().last())
        lift(260f, 30)
        shown.drag(100f, 116f, 316f)
        shown.scrolls()
        shown.touch(MotionEvent.ACTION_CANCEL, 316f, 30)
        shown.frames(45)
        val scrolls = shown.scrolls()
        assertTrue(scrolls.first().startsWith("cancelled -"))
        assertEquals("settled 0.0", scrolls.last())
    }

    @Test
    fun `a fling that a finger stops settles, and one whose end is late settles by itself`() {
        shown.drag(300f, 280f, 260f)
        list.flings = true
        lift(260f, 30)
        list.step(10)
        shown.drag(300f, from = 100)
        shown.scrolls()
        lift(300f, 110)
        assertEquals(listOf("settled 17.0"), shown.scrolls())
        shown.drag(300f, 280f, 260f, from = 200)
        list.flings = true
        lift(260f, 230)
        list.step(10)
        shown.scrolls()
        shown.frames(3)
        assertEquals(emptyList<String>(), shown.scrolls())
        shown.frames(1)
        assertEquals(listOf("settled 34.0"), shown.scrolls())
    }

    @Test
    fun `scrolls of the app are no drags`() {
        list.scrollBy(0, 20)
        assertEquals(listOf("app began 0.0", "app ended 10.0"), shown.scrolls())
        list.smoothScrollBy(0, 100)
        list.step(30)
        list.step(70)
        list.finish()
        assertEquals(
            listOf("app began 10.0", "app moved 25.0", "app moved 60.0", "app ended 60.0"),
            shown.scrolls())
        assertTrue(shown.source.events.none { (it.scroll?.drag ?: 0) != 0 })
    }

    @Test
    fun `the offset is counted from the first item, with padding and margins`() {
        list.setPadding(0, 20, 0, 0)
        list.scrollBy(0, 1234)
        assertEquals("app ended 617.0", shown.scrolls().last())
        list.offset = 240
        list.scrollBy(0, -190)
        assertEquals("app ended 25.0", shown.scrolls().last())
        val first = list.layoutManager.findViewByPosition(0)
        (first.layoutParams as ViewGroup.MarginLayoutParams).topMargin = 8
        list.scrollBy(0, -50)
        assertEquals("app ended 0.0", shown.scrolls().last())
    }

    @Test
    fun `a scene's own offset scrolls the list, and reports nothing`() {
        val scene = scene(element("list/home") { contentOffset = Point(0.0, 30.0) })
        shown.source.scene = scene
        shown.source.onChange!!()
        shown.frames(1)
        assertEquals(60, list.offset)
        assertEquals(emptyList<String>(), shown.scrolls())
    }

    @Test
    fun `the size is reported once, and again to a new session`() {
        shown.drag(300f, 280f)
        lift(280f, 20)
        fun sizes() = shown.source.events.mapNotNull { it.contentSize?.height }
        assertEquals(emptyList<Double>(), sizes())
        list.itemCount = 50
        shown.frame.layout(0, 0, 200, 400)
        assertEquals(listOf(2500.0), sizes())
        shown.source.events.clear()
        shown.screen.open(shown.source)
        assertEquals(listOf(2500.0), sizes())
    }

    @Test
    fun `leaving the window cancels the drag, and numbers keep growing`() {
        shown.drag(300f, 280f, 260f)
        val drag = shown.source.events.last { it.scroll != null }.scroll!!.drag
        shown.frame.attach(false)
        shown.frame.attach(true)
        shown.screen.observe(shown.frame, RecyclerContent(list), "home")
        shown.scrolls()
        shown.drag(300f, 280f, 260f, from = 500)
        assertEquals(drag + 1, shown.source.events.last { it.scroll != null }.scroll!!.drag)
    }

    @Test
    fun `the drags of an app that starts anew follow those of its former run`() {
        fun drags(start: Long, count: Int): List<Int> {
            val reporter = ScrollReporter("home", ScrollReporter.initialDrag(start))
            return List(count) {
                val began = reporter.receive(ScrollCallback.WillBeginDragging, Point.zero)
                began.last().scroll!!.drag
            }
        }
        for (start in listOf(0L, 1_700_000_000_000, 4_200_000_000_000, 8_640_000_000_000_000)) {
            val former = drags(start, 5)
            val next = drags(start + 900, 2)
            assertTrue(former.last() < next.first(), "$former, $next")
            assertTrue(former.first() > 0)
        }
        val start = ScrollReporter.initialDrag(System.currentTimeMillis())
        val later = ListScreen()
        later.drag(300f, 280f)
        assertTrue(later.source.events.first { it.scroll != null }.scroll!!.drag > start)
        later.close()
    }

    @Test
    fun `a second finger takes over without a jump of the velocity`() {
        val path = FingerPath(false)
        fun pointer(id: Int, y: Float) = MotionEvent.Pointer(id, 0f, y)
        path.follow(MotionEvent.of(MotionEvent.ACTION_DOWN, 0, 0, pointer(0, 300f)))
        path.follow(MotionEvent.of(MotionEvent.ACTION_MOVE, 0, 10, pointer(0, 290f))
            .batch(20, pointer(0, 280f)))
        path.follow(MotionEvent.of(MotionEvent.ACTION_POINTER_DOWN, 1, 20, pointer(0, 280f),
            pointer(1, 100f)))
        path.follow(MotionEvent.of(MotionEvent.ACTION_MOVE, 0, 30, pointer(0, 280f),
            pointer(1, 90f)))
        path.follow(MotionEvent.of(MotionEvent.ACTION_POINTER_UP, 1, 30, pointer(0, 280f),
            pointer(1, 90f)))
        val move = MotionEvent.of(MotionEvent.ACTION_MOVE, 0, 40, pointer(0, 270f))
        path.follow(move)
        assertEquals(1000.0, path.velocity(move), 0.001)
    }

    @Test
    fun `a scroll view without states begins with its nested scroll, and settles when quiet`() {
        shown.screen.stopObserving("home")
        val plain = PlainScrollView(shown.context)
        val frame = ListFrame(shown.context)
        frame.addView(plain)
        plain.layout(0, 0, 200, 400)
        shown.screen.observe(frame, ScrollViewContent(plain), "home")
        shown.source.events.clear()
        frame.dispatchTouchEvent(MotionEvent.of(0, 0, 0, MotionEvent.Pointer(0, 5f, 90f)))
        assertTrue(frame.onStartNestedScroll(plain, plain, ViewCompat.SCROLL_AXIS_VERTICAL))
        assertFalse(frame.onStartNestedScroll(plain, plain, ViewCompat.SCROLL_AXIS_HORIZONTAL))
        val consumed = IntArray(2)
        frame.onNestedPreScroll(plain, 0, -10, consumed)
        frame.onNestedScroll(plain, 0, 0, 0, -10, ViewCompat.TYPE_TOUCH, consumed)
        assertEquals(-10, consumed[1])
        frame.onNestedPreScroll(plain, 0, 30, consumed)
        assertEquals(10, consumed[1])
        plain.scrollTo(0, 20)
        frame.onNestedScroll(plain, 0, 20, 0, 0)
        frame.dispatchTouchEvent(MotionEvent.of(1, 0, 100, MotionEvent.Pointer(0, 5f, 90f)))
        plain.scrollTo(0, 30)
        shown.frames(3)
        assertEquals("decelerating 15.0", shown.scrolls().last())
        shown.frames(1)
        assertEquals(listOf("settled 15.0"), shown.scrolls())
        shown.screen.stopObserving("home")
    }

    @Test
    fun `a sideways list reports x, and is never pulled`() {
        val carousel = ListScreen(isSideways = true)
        carousel.drag(100f, 116f, 150f)
        carousel.touch(MotionEvent.ACTION_UP, 150f, 30)
        carousel.drag(100f, 84f, 60f, from = 100)
        val last = carousel.source.events.mapNotNull { it.scroll }.last()
        assertEquals(listOf(12.0, 0.0), listOf(last.x, last.y))
        assertEquals(0f, carousel.list.translationX)
        carousel.close()
    }

    @Test
    fun `effects scroll the list`() {
        fun effect(y: Double, isAnimated: Boolean) = interaction.client.contract.Effect().also {
            it.scrollList = interaction.client.contract.ScrollList().also { scroll ->
                scroll.source = "home"
                scroll.y = y
                scroll.animated = isAnimated
            }
        }
        var heard = 0
        shown.screen.onEffect = { heard += 1 }
        shown.source.onEffect!!(effect(50.0, false))
        assertEquals(100, list.offset)
        assertEquals("app ended 50.0", shown.scrolls().last())
        shown.source.onEffect!!(effect(0.0, true))
        list.step(-100)
        list.finish()
        assertEquals(listOf("app began 50.0", "app moved 0.0", "app ended 0.0"), shown.scrolls())
        assertEquals(2, heard)
    }
}
