package interaction.client.views

import android.view.View
import androidx.viewpager2.widget.ViewPager2
import interaction.client.contract.Effect
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Refusal
import interaction.client.contract.SelectionState
import interaction.client.contract.Setting
import interaction.client.contract.Snapshot
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class PagerObserverTests {
    private val pager = ViewPager2(context()).also { it.layout(0, 0, 200, 400) }
    private var time = 0L
    private val sent = ArrayList<InteractionEvent>()
    private val observer = PagerObserver(pager, { sent.add(it) }, { time })

    init {
        observer.follow(0)
    }

    private fun drag(vararg positions: Double) {
        pager.grab()
        for (position in positions) {
            time += 10_000
            pager.drag(position)
        }
    }

    /** Returns the events since the last call. */
    private fun events(): List<String> {
        val events = sent.map { event ->
            event.selectTab?.let { "select ${it.tab}" } ?: event.pageDrag!!.let {
                "${listOf("", "began", "moved", "ended", "cancelled")[it.phase]} " +
                    "${Math.round(it.translation!!)}" +
                    (it.velocity?.let { v -> " at ${Math.round(v)}" } ?: "")
            }
        }
        sent.clear()
        return events
    }

    @Test
    fun `a swipe to the next page goes to the left, and its lift decides for that page`() {
        drag(0.1, 0.2)
        pager.lift(1, 0.3)
        observer.follow(1)
        pager.settle()
        assertEquals(
            listOf("began 0", "moved -10", "moved -20", "ended -20 at -1000"), events())
        drag(0.8, 0.6, 0.4)
        pager.lift(0, 0.2)
        assertEquals("ended 60 at 2000", events().last())
    }

    @Test
    fun `a swipe that the pager takes back is released backwards`() {
        drag(0.3, 0.45)
        pager.lift(0, 0.4)
        pager.settle()
        assertEquals("ended -45 at 1000", events().last())
        drag()
        pager.settle()
        assertEquals(listOf("began 0", "moved 0", "ended 0 at 0"), events())
    }

    @Test
    fun `a right-to-left pager moves the other way`() {
        pager.direction = View.LAYOUT_DIRECTION_RTL
        drag(0.2)
        pager.lift(1, 0.3)
        assertEquals(listOf("began 0", "moved 20", "ended 20 at 1000"), events())
    }

    @Test
    fun `a page that the app selects is requested, one that the engine selects is shown`() {
        pager.setCurrentItem(2, true)
        assertEquals(listOf("select 2"), events())
        observer.follow(2)
        pager.settle()
        observer.follow(1)
        assertEquals(1, pager.currentItem)
        pager.settle()
        assertEquals(emptyList<String>(), events())
    }

    @Test
    fun `a swipe that the engine has ignored becomes a request, and a refusal returns the pager`() {
        drag(0.6)
        pager.lift(1, 0.7)
        events()
        pager.settle()
        assertEquals(listOf("select 1"), events())
        observer.revert()
        assertEquals(0, pager.currentItem)
        pager.settle()
        assertEquals(emptyList<String>(), events())
    }

    @Test
    fun `a pager that is no longer observed has no drag`() {
        drag(0.2)
        observer.end()
        pager.drag(0.4)
        assertEquals(listOf("began 0", "moved -20", "cancelled -20"), events())
    }

    @Test
    fun `a screen's pager follows the session`() {
        val source = FixedSource(scene())
        val canvas = View(context()).also { it.layout(0, 0, 200, 400) }
        val screen = InteractionScreen(canvas)
        val other = ViewPager2(context())
        screen.observe(other)
        screen.open(source)
        val selection = Setting().also { it.selection = SelectionState() }
        selection.selection!!.selected = 3
        source.snapshot = Snapshot().also { it.settings = listOf(selection) }
        source.onChange!!()
        assertEquals(3, other.currentItem)
        other.settle()
        other.setCurrentItem(1, false)
        assertEquals(1, source.events.last().selectTab!!.tab)
        val refusal = Effect().also { it.refusal = Refusal() }
        refusal.refusal!!.selectTab = 1
        source.onEffect!!(refusal)
        assertEquals(3, other.currentItem)
        screen.observe(null)
        screen.close()
    }
}
