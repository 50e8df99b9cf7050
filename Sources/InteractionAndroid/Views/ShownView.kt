package interaction.client.views

import android.view.View
import interaction.client.presenter.ElementContent
import interaction.client.presenter.ElementValues
import interaction.client.presenter.PresentedElement
import interaction.client.presenter.Rect

/** A view of the current scene, with what the renderer has set. */
internal class ShownView(private val view: View, private var element: PresentedElement) {
    /** The number of the newest scene that shows it. */
    @JvmField var number = 0L

    private val transform = ViewTransform(view)
    private val shape = ViewShape(view)
    private var alpha = view.alpha
    private var visibility = view.visibility
    private var isNew = true

    /** The place of the view; null if only the app knows it. */
    val place: Rect? get() = element.frame

    /**
     * Copies an element, whose frame is relative to `holder`, or to the screen. Returns the view's
     * depth, which is at least `depth`.
     */
    fun show(
        new: PresentedElement, holder: Rect?, placement: Placement, depth: Float,
        renderer: SceneRenderer
    ): Float {
        val density = view.resources.displayMetrics.density.toDouble()
        val old = element
        element = new
        transform.place(if (placement == Placement.ByScene) new.frame else null, holder, density)
        transform.set(new.values, density)
        setAlpha(new.values)
        setVisibility(!new.isHidden)
        scroll(old, new, renderer, density)
        val shown = shape.set(new.values, depth, density)
        if (isNew || old.content !== new.content ||
            old.values.imageFrame != new.values.imageFrame) renderer.drawContent(view, new)
        isNew = false
        return shown
    }

    /** Returns the view to its place; it stays visible if it exists without a scene. */
    fun reset() {
        val values = ElementValues()
        val density = view.resources.displayMetrics.density.toDouble()
        transform.set(values, density)
        shape.set(values, 0f, density)
        setAlpha(values)
        setVisibility(element.content is ElementContent.Root || element.target == "window" ||
            element.frame == null)
    }

    private fun setAlpha(values: ElementValues) {
        val new = Math.max(0.0, Math.min(1.0, values.opacity)).toFloat()
        if (new == alpha) return
        alpha = new
        view.alpha = new
    }

    private fun setVisibility(isVisible: Boolean) {
        // GONE would request a layout.
        val new = if (isVisible) View.VISIBLE else View.INVISIBLE
        if (new == visibility) return
        visibility = new
        view.visibility = new
    }

    /** Sets the content offset, except for a new list, which keeps the user's. */
    private fun scroll(
        old: PresentedElement, new: PresentedElement, renderer: SceneRenderer, density: Double
    ) {
        val offset = new.values.contentOffset
        val former = old.values.contentOffset
        val isUnchanged = offset.x == former.x && offset.y == former.y
        if (isUnchanged && !isNew) return
        val x = pixels(offset.x, density)
        val y = pixels(offset.y, density)
        val list = renderer.views.list(new.target)
        if (list != null) {
            if (!isNew) list.scrollTo(x, y)
        } else if (!new.target.startsWith("list/") && (x != view.scrollX || y != view.scrollY)) {
            view.scrollTo(x, y)
        }
    }
}

/** Returns a length in whole pixels. */
internal fun pixels(points: Double, density: Double): Int = Math.round(points * density).toInt()
