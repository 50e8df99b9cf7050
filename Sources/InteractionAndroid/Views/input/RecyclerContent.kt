package interaction.client.views

import android.view.View
import android.view.ViewGroup
import androidx.recyclerview.widget.RecyclerView

/**
 * A RecyclerView, which has no offset: it is counted from the first item while that is attached,
 * else from the last such place by the distances scrolled. The layout must not be reversed; a
 * sideways list must run from left to right.
 */
class RecyclerContent(override val view: RecyclerView) : RecyclerView.OnScrollListener(),
    ListContent {
    private var listener: ListContentListener? = null
    /** The last offsets, px. */
    private var x = view.computeHorizontalScrollOffset()
    private var y = view.computeVerticalScrollOffset()

    override val offsetX: Int
        get() {
            anchor()
            return x
        }
    override val offsetY: Int
        get() {
            anchor()
            return y
        }
    /** An estimate, unless all items have the same size. */
    override val contentWidth: Int
        get() = view.computeHorizontalScrollRange() + view.paddingLeft + view.paddingRight
    /** An estimate, unless all items have the same size. */
    override val contentHeight: Int
        get() = view.computeVerticalScrollRange() + view.paddingTop + view.paddingBottom
    override val reportsEnds: Boolean get() = true

    override fun listen(listener: ListContentListener?) {
        this.listener = listener
        view.removeOnScrollListener(this)
        if (listener != null) view.addOnScrollListener(this)
    }

    override fun scrollTo(x: Int, y: Int) = view.scrollBy(x - offsetX, y - offsetY)

    override fun smoothScrollTo(x: Int, y: Int) = view.smoothScrollBy(x - offsetX, y - offsetY)

    override fun onScrolled(recyclerView: RecyclerView, dx: Int, dy: Int) {
        x = Math.max(x + dx, 0)
        y = Math.max(y + dy, 0)
        listener?.scrolled()
    }

    override fun onScrollStateChanged(recyclerView: RecyclerView, newState: Int) {
        if (newState == RecyclerView.SCROLL_STATE_SETTLING) listener?.movesChanged(true)
        if (newState == RecyclerView.SCROLL_STATE_IDLE) listener?.movesChanged(false)
    }

    /** Counts from the first item, if it is attached. */
    private fun anchor() {
        val layout = view.layoutManager ?: return
        val first: View = layout.findViewByPosition(0) ?: return
        val margins = first.layoutParams as? ViewGroup.MarginLayoutParams
        x = Math.max(
            view.paddingLeft + (margins?.leftMargin ?: 0) - layout.getDecoratedLeft(first), 0)
        y = Math.max(
            view.paddingTop + (margins?.topMargin ?: 0) - layout.getDecoratedTop(first), 0)
    }
}
