package interaction.client.views

import android.os.Build
import android.provider.Settings
import android.view.Choreographer
import android.view.View
import android.view.WindowInsets
import interaction.client.contract.ColorScheme
import interaction.client.contract.InteractionEvent
import interaction.client.contract.LayoutDirection
import java.util.Locale
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class InteractionScreenTests {
    private val context = context()
    private val canvas = View(context).also { it.layout(0, 0, 200, 400) }
    private val view = View(context)
    private val source = FixedSource(scene(element("tab/0")))
    private val screen = InteractionScreen(canvas).also { it.views.register(view, "tab/0") }
    private val frames = Choreographer.getInstance()

    @AfterEach
    fun restore() {
        screen.close()
        Settings.Global.settings.clear()
        Build.VERSION.SDK_INT = 34
    }

    @Test
    fun `the clock stops at rest, and starts with a change`() {
        screen.open(source)
        assertEquals(0, frames.callbacks.size)
        source.nextChange = 1
        source.onChange!!()
        source.onChange!!()
        assertEquals(1, frames.callbacks.size)
        val start = System.nanoTime() + 1000
        frames.run(start)
        frames.run(start + 8_000_000)
        assertEquals(listOf(start, start + 8_000_000), source.times.takeLast(2))
        assertEquals(1, frames.callbacks.size)
        source.nextChange = Long.MAX_VALUE
        frames.run(start + 16_000_000)
        assertEquals(0, frames.callbacks.size)
    }

    @Test
    fun `an event is drawn at once, and its frame is not drawn at an older time`() {
        screen.open(source)
        source.nextChange = 1
        source.scene = scene(element("tab/0") { opacity = 0.5 })
        assertTrue(screen.send(InteractionEvent()))
        assertEquals(0.5f, view.alpha)
        frames.run(0)
        val (event, frame) = source.times.takeLast(2)
        assertEquals(event, frame)
    }

    @Test
    fun `a detached or paused screen draws nothing, and goes on later`() {
        screen.open(source)
        source.nextChange = 1
        source.onChange!!()
        canvas.attach(false)
        assertEquals(0, frames.callbacks.size)
        source.onChange!!()
        assertEquals(0, frames.callbacks.size)
        canvas.attach(true)
        assertEquals(1, frames.callbacks.size)
        screen.pause()
        assertEquals(0, frames.callbacks.size)
        screen.resume()
        assertEquals(1, frames.callbacks.size)
        screen.close()
        assertEquals(0, frames.callbacks.size)
        assertEquals(null, source.onChange)
    }

    @Test
    fun `a layout that moves a view is corrected at rest`() {
        screen.open(source)
        assertEquals(20f, view.translationX)
        view.layout(4, 0, 64, 80)
        canvas.layout(0, 0, 200, 400)
        assertEquals(16f, view.translationX)
    }

    @Test
    fun `the surface is reported once, in points`() {
        canvas.windowInsets = WindowInsets(0, 48, 0, 20)
        canvas.direction = View.LAYOUT_DIRECTION_RTL
        context.resources.configuration.locale = Locale("ar", "EG")
        context.resources.configuration.fontScale = 1.3f
        context.resources.configuration.uiMode = 0x21
        screen.open(source)
        screen.reportSurface()
        val surface = source.events.single().surface!!
        assertEquals(listOf(100.0, 200.0), listOf(surface.width, surface.height))
        assertEquals(2.0, surface.scale)
        assertEquals(listOf(24.0, 10.0), listOf(surface.insets!!.top, surface.insets!!.bottom))
        assertEquals(LayoutDirection.RIGHT_TO_LEFT, surface.direction)
        assertEquals(ColorScheme.DARK, surface.colorScheme)
        assertEquals("ar-EG", surface.locale)
        assertEquals(1.3, surface.textScale)
        canvas.layout(0, 0, 400, 200)
        assertEquals(200.0, source.events.last().surface!!.width)
    }

    @Test
    fun `an animator scale of 0 is reduced motion, on every version`() {
        for (version in listOf(21, 34)) {
            Build.VERSION.SDK_INT = version
            val reader = SurfaceReader(canvas)
            Settings.Global.settings.clear()
            assertFalse(reader.read().reducedMotion)
            Settings.Global.settings[Settings.Global.ANIMATOR_DURATION_SCALE] = 0f
            assertTrue(reader.read().reducedMotion)
            reader.followsAnimatorScale = false
            assertFalse(reader.read().reducedMotion)
        }
    }
}
