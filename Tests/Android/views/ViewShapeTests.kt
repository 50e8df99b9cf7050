package interaction.client.views

import android.view.View
import android.view.ViewOutlineProvider
import interaction.client.presenter.ElementValues
import interaction.client.presenter.Mask
import interaction.client.presenter.Point
import interaction.client.presenter.Shadow
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Test

class ViewShapeTests {
    private val views = ViewRegistry()
    private val renderer = SceneRenderer(views)
    private val view = View(context())

    init {
        views.register(view, "tab/0")
        renderer.show(scene(element("tab/0")))
    }

    private fun show(change: ElementValues.() -> Unit): List<String> {
        view.calls.clear()
        renderer.show(scene(element("tab/0", change = change)))
        return view.calls.toList()
    }

    @Test
    fun `a mask clips the view to its outline, and its end returns the app's`() {
        assertEquals(
            listOf("outline rect 0 0 60 80", "clipToOutline true", "outline oval 20 30 40 50"),
            show { mask = Mask.Circle(10.0) })
        assertEquals(emptyList<String>(), show { mask = Mask.Circle(10.0) })
        assertEquals(listOf("pivotX 0.0", "pivotY 0.0", "outline oval -10 -20 10 20"), show {
            mask = Mask.Ellipse(10.0, 20.0)
            origin = Point(0.0, 0.0)
        })
        assertEquals(listOf("outline ", "clipToOutline false"), show { origin = Point(0.0, 0.0) })
        assertSame(ViewOutlineProvider.BACKGROUND, view.outlineProvider)
    }

    @Test
    fun `a shadow lifts the view and those above it, and returns them`() {
        val other = View(context())
        views.register(other, "tab/1")
        val parent = SceneLayout(context())
        parent.addView(view)
        parent.addView(other)
        val change: ElementValues.() -> Unit = { shadow = Shadow(0.5, Point.zero, 5.0) }
        view.calls.clear()
        renderer.show(scene(element("tab/0", change = change), element("tab/1")))
        assertEquals(
            listOf("outline rect 0 0 60 80", "shadow 128", "translationZ 20.0"), view.calls)
        assertEquals(20f, other.translationZ)
        renderer.show(scene(element("tab/0"), element("tab/1")))
        assertEquals(listOf(0f, 0f), listOf(view.translationZ, other.translationZ))
    }

    @Test
    fun `the app's own depth stays, and lifts nothing`() {
        val own = View(context()).also { it.translationZ = 8f }
        views.register(own, "tab/1")
        renderer.show(scene(element("tab/1"), element("tab/0")))
        assertEquals(listOf(8f, 0f), listOf(own.translationZ, view.translationZ))
    }
}
