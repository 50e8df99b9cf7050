package interaction.client.views

import android.view.View
import android.view.ViewGroup
import android.view.ViewTreeObserver

/**
 * A view with exact offsets and no states, such as a NestedScrollView, or a ScrollView whose nested
 * scrolling is enabled.
 *
 * @param smoothScroll Scrolls with animation, such as `NestedScrollView::smoothScrollTo`.
 */
class ScrollViewContent @JvmOverloads constructor(
    override val view: ViewGroup, private val smoothScroll: ((Int, Int) -> Unit)? = null
) : ListContent, ViewTreeObserver.OnScrollChangedListener {
    private var listener: ListContentListener? = null

    override val offsetX: Int get() = Math.max(view.scrollX, 0)
    override val offsetY: Int get() = Math.max(view.scrollY, 0)
    override val contentWidth: Int
        get() = (view.getChildAt(0)?.width ?: 0) + view.paddingLeft + view.paddingRight
    override val contentHeight: Int
        get() = (view.getChildAt(0)?.height ?: 0) + view.paddingTop + view.paddingBottom
    override val reportsEnds: Boolean get() = false

    override fun listen(listener: ListContentListener?) {
        this.listener = listener
        val observer = view.viewTreeObserver
        observer.removeOnScrollChangedListener(this)
        if (listener != null) observer.addOnScrollChangedListener(this)
    }

    override fun scrollTo(x: Int, y: Int) = view.scrollTo(x, y)

    override fun smoothScrollTo(x: Int, y: Int) {
        val smoothScroll = smoothScroll
        if (smoothScroll != null) smoothScroll(x, y) else view.scrollTo(x, y)
    }

    override fun onScrollChanged() {
        listener?.scrolled()
    }
}
