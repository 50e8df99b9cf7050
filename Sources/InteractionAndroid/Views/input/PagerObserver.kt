package interaction.client.views

import android.view.View
import androidx.viewpager2.widget.ViewPager2
import interaction.client.contract.InteractionEvent
import interaction.client.contract.PageDragEvent
import interaction.client.contract.PageDragPhase
import interaction.client.contract.PageDragSubject
import interaction.client.contract.SelectTabEvent
import interaction.client.session.VelocityTracker

/**
 * A horizontal ViewPager2 with one page for each tab, which moves its pages itself: reports its
 * drags as swipes between tabs (rule X7), and shows the tab that the engine selects.
 *
 * The pager decides where a swipe ends; the velocity that is reported makes the engine decide the
 * same. A pager of other things, such as a carousel, is a list: put it into a [ListFrame] with a
 * [RecyclerContent] of its child.
 */
class PagerObserver internal constructor(
    internal val pager: ViewPager2, private val send: (InteractionEvent) -> Unit,
    /** Returns the time, µs. */
    private val now: () -> Long
) : ViewPager2.OnPageChangeCallback() {
    /**
     * The cause of the motion.
     *
     * - `RESTING`: can transition to `DRAGGING`, `SCROLLING`.
     * - `DRAGGING`, by a finger: to `LIFTED`, `RESTING`.
     * - `LIFTED`, until the pager has told its destination: to `SCROLLING`, `RESTING`, `DRAGGING`.
     * - `SCROLLING`, to a page: to `RESTING`, `DRAGGING`.
     */
    private enum class Motion { RESTING, DRAGGING, LIFTED, SCROLLING }

    private val velocity = VelocityTracker()
    private var motion = Motion.RESTING
    /** The page on which the finger touched down. */
    private var start = 0
    /** The distance of the pages from there, positive to the right, pt. */
    private var translation = 0.0
    /** The tab that the engine has selected; null before the first. */
    private var selected: Int? = null
    /** True while the pager is asked to follow the engine. */
    private var follows = false

    init {
        pager.registerOnPageChangeCallback(this)
    }

    /** Stops observing. */
    internal fun end() {
        pager.unregisterOnPageChangeCallback(this)
        if (motion == Motion.DRAGGING || motion == Motion.LIFTED) {
            report(PageDragPhase.CANCELLED, null)
        }
        motion = Motion.RESTING
    }

    /** Shows the tab that the engine has selected, if it is another one than before. */
    internal fun follow(tab: Int) {
        if (tab == selected) return
        selected = tab
        if (motion != Motion.DRAGGING) show(tab)
    }

    /** Shows the selected tab again, after the engine has refused another one. */
    internal fun revert() {
        selected?.let { show(it) }
    }

    override fun onPageScrollStateChanged(state: Int) {
        when (state) {
            ViewPager2.SCROLL_STATE_DRAGGING -> begin()
            ViewPager2.SCROLL_STATE_SETTLING ->
                motion = if (motion == Motion.DRAGGING) Motion.LIFTED else Motion.SCROLLING
            else -> {
                if (motion == Motion.DRAGGING || motion == Motion.LIFTED) release(start)
                motion = Motion.RESTING
                // The engine may have ignored the swipe, such as during another transition.
                if (pager.currentItem != selected) select(pager.currentItem)
            }
        }
    }

    override fun onPageScrolled(position: Int, positionOffset: Float, positionOffsetPixels: Int) {
        if (motion != Motion.DRAGGING && motion != Motion.LIFTED) return
        // Without a selection before it, this is the way back.
        if (motion == Motion.LIFTED) return release(start)
        val density = pager.resources.displayMetrics.density
        val pages = (position + positionOffset - start).toDouble()
        translation = -direction * pages * pager.width / density
        velocity.add(translation, now())
        report(PageDragPhase.MOVED, null)
    }

    override fun onPageSelected(position: Int) {
        if (motion == Motion.LIFTED) return release(position)
        // Selected by the app, unless it is the engine's own tab.
        if (motion != Motion.DRAGGING && !follows && position != selected) select(position)
    }

    /** The direction in which the finger moves for the previous page. */
    private val direction: Double
        get() = if (pager.layoutDirection == View.LAYOUT_DIRECTION_RTL) -1.0 else 1.0

    private fun begin() {
        if (motion == Motion.LIFTED) release(start)
        motion = Motion.DRAGGING
        start = pager.currentItem
        translation = 0.0
        velocity.reset()
        velocity.add(0.0, now())
        report(PageDragPhase.BEGAN, null)
    }

    /** Reports the lift, whose destination the pager has chosen. */
    private fun release(destination: Int) {
        motion = Motion.SCROLLING
        val towards = if (destination == start) -Math.signum(translation)
            else Math.signum((start - destination).toDouble()) * direction
        val speed = velocity.velocity(now()) * towards
        report(PageDragPhase.ENDED, towards * Math.max(speed, decisive))
    }

    private fun show(tab: Int) {
        if (pager.currentItem == tab) return
        follows = true
        pager.setCurrentItem(tab, true)
        follows = false
    }

    private fun report(phase: Int, velocity: Double?) {
        val drag = PageDragEvent()
        drag.subject = PageDragSubject.TABS
        drag.phase = phase
        drag.translation = translation
        drag.velocity = velocity
        send(InteractionEvent().also { it.pageDrag = drag })
    }

    private fun select(tab: Int) {
        if (selected == null) return
        val request = SelectTabEvent()
        request.tab = tab
        send(InteractionEvent().also { it.selectTab = request })
    }

    private companion object {
        /** A velocity that decides any swipe of an experience with the usual limits, pt/s. */
        const val decisive = 1000.0
    }
}
