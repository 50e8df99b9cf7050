package interaction.client.views

import android.view.View
import interaction.client.presenter.ElementContent
import interaction.client.presenter.ElementValues
import interaction.client.presenter.Mask
import interaction.client.presenter.PresentedElement
import interaction.client.presenter.Rect
import interaction.client.presenter.Shadow

/** A view of the current scene, with what the renderer has set. */
internal class ShownView(private val view: View, private var element: PresentedElement) {
    /** The number of the newest scene that shows it. */
    @JvmField var number = 0L

    private val transform = ViewTransform(view)
    private var alpha = view.alpha
    private var visibility = view.visibility
    private var isNew = true

    /** Copies an element, whose frame is relative to `holder`, or to the screen. */
    fun show(new: PresentedElement, holder: Rect?, placement: Placement, renderer: SceneRenderer) {
        val density = view.resources.displayMetrics.density.toDouble()
        val old = element
        element = new
        transform.place(if (placement == Placement.ByScene) new.frame else null, holder, density)
        transform.set(new.values, density)
        setAlpha(new.values)
        setVisibility(!new.isHidden)
        scroll(old, new, renderer, density)
        if (isNew && hasShape(new) || !isNew && old !== new && !isSameShape(old, new)) {
            renderer.drawShape(view, new)
        }
        if (isNew || old.content !== new.content ||
            old.values.imageFrame != new.values.imageFrame) renderer.drawContent(view, new)
        isNew = false
    }

    /** Returns the view to its place; it stays visible if it exists without a scene. */
    fun reset() {
        val values = ElementValues()
        transform.set(values, view.resources.displayMetrics.density.toDouble())
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

    private fun hasShape(new: PresentedElement) =
        new.values.mask != null || new.values.shadow.opacity > 0

    private fun isSameShape(old: PresentedElement, new: PresentedElement) =
        isSame(old.values.shadow, new.values.shadow) && isSame(old.values.mask, new.values.mask) &&
            (new.values.mask !is Mask.Ellipse || old.values.origin.x == new.values.origin.x &&
                old.values.origin.y == new.values.origin.y)

    private fun isSame(one: Shadow, other: Shadow) = one === other ||
        one.opacity == other.opacity && one.radius == other.radius &&
        one.offset.x == other.offset.x && one.offset.y == other.offset.y

    private fun isSame(one: Mask?, other: Mask?): Boolean = when (one) {
        null -> other == null
        is Mask.Circle -> other is Mask.Circle && one.diameter == other.diameter
        is Mask.Ellipse -> other is Mask.Ellipse && one.width == other.width &&
            one.height == other.height
    }
}

/** Returns a length in whole pixels. */
internal fun pixels(points: Double, density: Double): Int = Math.round(points * density).toInt()
