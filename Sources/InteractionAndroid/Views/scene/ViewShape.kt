package interaction.client.views

import android.graphics.Outline
import android.os.Build
import android.view.View
import android.view.ViewOutlineProvider
import interaction.client.presenter.ElementValues
import interaction.client.presenter.Mask

/**
 * The mask and the shadow of a view, by its outline and its elevation. Both are the app's until a
 * scene sets one.
 *
 * Android clips to circles, and to other ellipses from Android 13 on. The platform's light gives a
 * shadow its direction; radius and opacity are followed as far as Android lets them.
 */
internal class ViewShape(private val view: View) : ViewOutlineProvider() {
    private var mask: Mask? = null
    /** The middle of the mask, in px. */
    private var x = 0.0
    private var y = 0.0
    private var density = 1.0
    /** The app's outline; null as long as it is set. */
    private var former: ViewOutlineProvider? = null
    private var formerlyClips = false
    private val appDepth = view.translationZ
    private var depth = appDepth
    private var opacity = -1.0

    override fun getOutline(view: View, outline: Outline) {
        val mask = mask
        val width: Double
        val height: Double
        when (mask) {
            null -> {
                outline.setRect(0, 0, view.width, view.height)
                return
            }
            is Mask.Circle -> {
                width = mask.diameter * density
                height = width
            }
            is Mask.Ellipse -> {
                width = mask.width * density
                height = mask.height * density
            }
        }
        outline.setOval(Math.round(x - width / 2).toInt(), Math.round(y - height / 2).toInt(),
            Math.round(x + width / 2).toInt(), Math.round(y + height / 2).toInt())
    }

    /**
     * Sets the mask and the shadow. Returns the depth that views above it need in order to stay
     * above it; it is at least `minimum`, and 0 without shadows.
     */
    fun set(values: ElementValues, minimum: Float, density: Double): Float {
        this.density = density
        val shadow = values.shadow
        val hasShadow = shadow.opacity > 0
        if (values.mask != null || hasShadow) takeOutline() else returnOutline()
        if (former != null) setMask(values)
        if (hasShadow) setOpacity(shadow.opacity)
        // A shadow's radius is a standard deviation: half of what Android blurs.
        val own = if (hasShadow) (2 * shadow.radius * density).toFloat() else appDepth
        val new = Math.max(own, minimum)
        if (new != depth) {
            depth = new
            view.translationZ = new
        }
        return if (hasShadow || minimum > 0) new else 0f
    }

    private fun setMask(values: ElementValues) {
        val new = values.mask
        val origin = values.origin
        val isCentred = new !is Mask.Ellipse
        val newX = (if (isCentred) 0.5 else origin.x) * view.width
        val newY = (if (isCentred) 0.5 else origin.y) * view.height
        if (isSame(new, mask) && (new == null || newX == x && newY == y)) return
        if ((new == null) != (mask == null)) view.clipToOutline = new != null
        mask = new
        x = newX
        y = newY
        view.invalidateOutline()
    }

    private fun setOpacity(new: Double) {
        if (new == opacity || Build.VERSION.SDK_INT < 28) return
        opacity = new
        val color = Math.round(Math.min(new, 1.0) * 255).toInt() shl 24
        view.outlineSpotShadowColor = color
        view.outlineAmbientShadowColor = color
    }

    private fun takeOutline() {
        if (former != null) return
        former = view.outlineProvider ?: ViewOutlineProvider.BACKGROUND
        formerlyClips = view.clipToOutline
        view.outlineProvider = this
    }

    private fun returnOutline() {
        val former = former ?: return
        this.former = null
        mask = null
        view.outlineProvider = former
        view.clipToOutline = formerlyClips
    }
}

/** Returns whether two masks are equal. */
private fun isSame(one: Mask?, other: Mask?): Boolean = one === other || when (one) {
    null -> other == null
    is Mask.Circle -> other is Mask.Circle && one.diameter == other.diameter
    is Mask.Ellipse -> other is Mask.Ellipse && one.width == other.width &&
        one.height == other.height
}
