package interaction.client.views

import android.view.View
import android.view.ViewGroup
import interaction.client.presenter.ElementContent
import interaction.client.presenter.PresentedElement
import interaction.client.presenter.Point
import interaction.client.presenter.Rect
import interaction.client.presenter.Vector
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class SceneRendererTests {
    private val context = context()
    private val views = ViewRegistry()
    private val renderer = SceneRenderer(views)
    private val view = View(context)

    private fun show(vararg elements: PresentedElement): List<String> {
        view.calls.clear()
        renderer.show(scene(*elements))
        return view.calls.toList()
    }

    @Test
    fun `a view gets its place, its size and its transform in pixels, without a layout request`() {
        views.register(view, "tab/0")
        val calls = show(element("tab/0") {
            opacity = 0.5
            translation = Vector(1.0, 2.0, 0.0)
            rotation = Vector(0.0, 0.0, Math.PI / 2)
            scale = 2.0
            scaleX = 1.5
            origin = Point(0.0, 1.0)
        })
        assertEquals(listOf("layout 0 0 60 80", "pivotX 0.0", "pivotY 80.0", "translationX 22.0",
            "translationY 44.0", "scaleX 3.0", "scaleY 2.0", "rotation 90.0", "alpha 0.5"), calls)
        assertEquals(0, view.layoutRequests)
    }

    @Test
    fun `nothing is set twice, and a change sets only its property`() {
        views.register(view, "tab/0")
        show(element("tab/0"))
        assertEquals(emptyList<String>(), show(element("tab/0")))
        assertEquals(listOf("alpha 0.25"), show(element("tab/0") { opacity = 0.25 }))
        assertEquals(listOf("translationX 30.0"),
            show(element("tab/0") { opacity = 0.25; translation = Vector(5.0, 0.0, 0.0) }))
    }

    @Test
    fun `a resized view is laid out alone, and its parameters keep the size`() {
        view.layoutParams = ViewGroup.LayoutParams(0, 0)
        view.layoutRequests = 0
        views.register(view, "tab/0")
        show(element("tab/0"))
        val calls = show(element("tab/0", Rect(10.0, 20.0, 31.0, 40.0)))
        assertEquals(listOf("layout 0 0 62 80"), calls)
        assertEquals(62, view.layoutParams.width)
        assertEquals(0, view.layoutRequests)
    }

    @Test
    fun `the place is relative to the parent's frame and to the layout's position`() {
        view.layout(7, 0, 67, 80)
        views.register(view, "tab/0/icon")
        val bar = element("tab_bar", Rect(0.0, 15.0, 100.0, 50.0))
        assertEquals(listOf("translationX 13.0", "translationY 10.0"),
            show(bar, element("tab/0/icon", parent = "tab_bar")))
    }

    @Test
    fun `a view that the app places is only transformed`() {
        view.layout(0, 0, 100, 100)
        views.register(view, "list/home", Placement.ByApp)
        assertEquals(listOf("translationY 6.0"),
            show(element("list/home") { translation = Vector(0.0, 3.0, 0.0) }))
    }

    @Test
    fun `perspective sets the camera, and a translation towards the eye scales`() {
        views.register(view, "page/0", Placement.ByApp)
        val calls = show(element("page/0") {
            perspective = -1 / 500.0
            rotation = Vector(0.0, Math.PI / 4, 0.0)
            translation = Vector(0.0, 0.0, 250.0)
        })
        val distance = (500.0 * 2 * 320 / 72).toFloat()
        assertEquals(
            listOf("cameraDistance $distance", "scaleX 2.0", "scaleY 2.0", "rotationY 45.0"), calls)
    }

    @Test
    fun `views without an element are hidden, except window, root and those without a frame`() {
        val others = listOf("window", "list/home").map { View(context).also { view ->
            views.register(view, it, Placement.ByApp)
        } } + View(context).also { views.registerRoot(it) }
        views.register(view, "tab/0")
        show(element("tab/0") { opacity = 0.5 }, element("window"), element("list/home", null),
            element("root", content = ElementContent.Root) { scale = 0.5 })
        assertEquals(listOf("alpha 1.0", "visibility 4"), show())
        assertEquals(listOf(0, 0, 0), others.map { it.visibility })
        assertEquals(1f, others[2].scaleX)
        assertEquals(listOf("visibility 0"), show(element("tab/0")))
        assertEquals(listOf("visibility 4"), show(element("tab/0", isHidden = true)))
        assertEquals(0, view.layoutRequests)
    }

    @Test
    fun `content is drawn when it changes`() {
        views.register(view, "tab/0")
        val drawn = ArrayList<String>()
        renderer.drawContent = { _, element -> drawn.add("content ${element.values.imageFrame}") }
        val color = ElementContent.Color("FF0000")
        show(element("tab/0", content = color))
        show(element("tab/0", content = color) { opacity = 0.5 })
        assertEquals(listOf("content null"), drawn)
        show(element("tab/0", content = color) { imageFrame = 1.0 })
        assertEquals(listOf("content null", "content 1.0"), drawn)
    }

    @Test
    fun `a page keeps its view for every target, and a list scrolls itself`() {
        views.registerRoute(view, "detail")
        val page = ElementContent.Page("detail")
        show(element("page/incoming", content = page))
        assertEquals(emptyList<String>(), show(element("page/1", content = page)))
        val scrolls = ArrayList<Int>()
        val list = View(context)
        views.register(list, "list/home", Placement.ByApp)
        views.registerList("home", object : ScrollingList {
            override fun scrollTo(x: Int, y: Int) { scrolls.add(y) }
        })
        show(element("list/home") { contentOffset = Point(0.0, 50.0) })
        show(element("list/home") { contentOffset = Point(0.0, 60.0) })
        assertEquals(listOf(120), scrolls)
        assertTrue(list.calls.isEmpty())
    }
}
