package interaction.client.views

import android.graphics.Canvas
import android.view.View
import com.sun.management.ThreadMXBean
import interaction.client.presenter.ElementContent
import interaction.client.presenter.Point
import interaction.client.presenter.PresentedElement
import interaction.client.presenter.Rect
import java.lang.management.ManagementFactory
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class SceneLayoutTests {
    private val context = context()
    private val canvas = SceneLayout(context).also { it.layout(0, 0, 200, 400) }
    private val views = ViewRegistry()
    private val renderer = SceneRenderer(views, canvas)
    private val bar = view("tab_bar")
    private val app = View(context).also { canvas.addView(it) }
    private val page = view("page/0")

    init {
        canvas.layoutRequests = 0
    }

    private fun view(target: String): View {
        val view = View(context)
        views.register(view, target)
        canvas.addView(view)
        return view
    }

    private fun capture(number: Long = 1, of: String = "page/0") = PresentedElement(
        "window/snapshot", Rect(10.0, 20.0, 50.0, 60.0),
        ElementContent.Capture(of, Rect(10.0, 20.0, 50.0, 60.0), number))

    @Test
    fun `children are drawn in the scene's order, and the app's others in their places`() {
        renderer.show(scene(element("page/0"), element("tab_bar")))
        assertEquals(listOf(page, app, bar), canvas.drawn)
        val late = View(context)
        canvas.addView(late)
        assertEquals(listOf(page, app, bar, late), canvas.drawn)
        renderer.show(scene(element("tab_bar"), element("page/0")))
        assertEquals(listOf(bar, app, page, late), canvas.drawn)
        canvas.removeViewInLayout(app)
        assertEquals(listOf(bar, page, late), canvas.drawn)
        canvas.removeViewInLayout(bar)
        canvas.addView(bar)
        assertEquals(listOf(bar, late, page), canvas.drawn)
    }

    @Test
    fun `views for elements that appear are made once, and added without a layout`() {
        val made = ArrayList<String>()
        views.makeView = { element ->
            if (element.target == "page/mask") View(context).also { made.add(element.target) }
            else null
        }
        val scene = scene(element("tab_bar"), element("page/mask"), element("tab/0/badge"))
        renderer.show(scene)
        renderer.show(scene)
        assertEquals(listOf("page/mask"), made)
        val mask = views.view("page/mask")!!
        assertSame(canvas, mask.parent)
        assertEquals(listOf(60, 80), listOf(mask.width, mask.height))
        assertEquals(0, canvas.layoutRequests)
        val orphan = View(context)
        views.register(orphan, "tab/0/badge")
        renderer.show(scene)
        assertNull(orphan.parent)
    }

    @Test
    fun `a snapshot is taken once, before the changes, and removed with its element`() {
        val frame = Rect(4.0, 0.0, 100.0, 200.0)
        renderer.show(scene(element("page/0", frame) { contentOffset = Point(0.0, 3.0) }))
        page.calls.clear()
        val changed = element("page/0", frame) {
            contentOffset = Point(0.0, 3.0)
            opacity = 0.5
        }
        renderer.show(scene(changed, capture()))
        renderer.show(scene(changed, capture()))
        assertEquals(listOf("draw [translate -12.0 -46.0]", "alpha 0.5"), page.calls)
        val picture = canvas.getChildAt(3)
        assertEquals(listOf(100, 120), listOf(picture.width, picture.height))
        assertEquals(listOf(20f, 40f), listOf(picture.translationX, picture.translationY))
        val drawn = Canvas()
        picture.draw(drawn)
        assertEquals(listOf("bitmap 100 120 in 100 120"), drawn.calls)
        renderer.show(scene(changed, capture(number = 2)))
        assertTrue(canvas.getChildAt(3) !== picture)
        renderer.show(scene(changed))
        assertEquals(3, canvas.childCount)
        assertEquals(0, canvas.layoutRequests)
    }

    @Test
    fun `an app takes its own snapshots, and one that fails is not tried again`() {
        var tries = 0
        renderer.takePicture = { tries += 1; null }
        val failing = object : View(context) {
            override fun draw(canvas: Canvas) = throw IllegalArgumentException("hardware bitmap")
        }
        views.register(failing, "page/0")
        renderer.show(scene(element("page/0"), capture()))
        renderer.show(scene(element("page/0"), capture()))
        assertEquals(1, tries)
        val own = View(context)
        renderer.takePicture = { own }
        renderer.show(scene(element("page/0"), capture(number = 2)))
        assertSame(canvas, own.parent)
    }

    @Test
    fun `a frame of a scene that has not changed allocates nothing`() {
        val threads = ManagementFactory.getThreadMXBean() as ThreadMXBean
        val thread = Thread.currentThread().id
        val scene = scene(element("page/0"), element("tab_bar", parent = "page/0"))
        repeat(20_000) { renderer.show(scene) }
        threads.getThreadAllocatedBytes(thread)
        val none = threads.getThreadAllocatedBytes(thread)
        val before = threads.getThreadAllocatedBytes(thread)
        repeat(1000) { renderer.show(scene) }
        val allocated = threads.getThreadAllocatedBytes(thread) - before - (before - none)
        assertTrue(allocated < 1000, "$allocated bytes in 1000 frames")
    }
}
