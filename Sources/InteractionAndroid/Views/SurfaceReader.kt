package interaction.client.views

import android.animation.ValueAnimator
import android.app.UiModeManager
import android.content.Context
import android.content.res.Configuration
import android.os.Build
import android.provider.Settings
import android.view.View
import interaction.client.contract.ColorScheme
import interaction.client.contract.Insets
import interaction.client.contract.LayoutDirection
import interaction.client.contract.Surface
import java.util.Locale

/** Reads the surface of a view that covers the screen, from the device and the user's settings. */
class SurfaceReader(private val view: View) {
    /** False to animate even if the user has turned animations off. */
    var followsAnimatorScale = true

    /** Returns the surface; its size is 0 before the first layout. No insets before Android 6. */
    fun read(): Surface {
        val density = view.resources.displayMetrics.density.toDouble()
        val configuration = view.resources.configuration
        val surface = Surface()
        surface.width = view.width / density
        surface.height = view.height / density
        surface.insets = insets(density)
        surface.scale = density
        surface.direction = if (view.layoutDirection == View.LAYOUT_DIRECTION_RTL)
            LayoutDirection.RIGHT_TO_LEFT else LayoutDirection.LEFT_TO_RIGHT
        surface.reducedMotion = followsAnimatorScale && !areAnimatorsEnabled
        surface.locale = locale(configuration).toLanguageTag()
        surface.textScale = configuration.fontScale.toString().toDouble()
        val night = configuration.uiMode and Configuration.UI_MODE_NIGHT_MASK
        surface.colorScheme = if (night == Configuration.UI_MODE_NIGHT_YES)
            ColorScheme.DARK else ColorScheme.LIGHT
        surface.increasedContrast = hasIncreasedContrast
        return surface
    }

    /** False at scale 0; on Android 8 and later in battery saver, too. */
    private val areAnimatorsEnabled: Boolean
        get() {
            if (Build.VERSION.SDK_INT >= 26) return ValueAnimator.areAnimatorsEnabled()
            return Settings.Global.getFloat(view.context.contentResolver,
                Settings.Global.ANIMATOR_DURATION_SCALE, 1f) != 0f
        }

    /** True at medium and high contrast; Android has the setting since 14. */
    private val hasIncreasedContrast: Boolean
        get() {
            if (Build.VERSION.SDK_INT < 34) return false
            val service = view.context.getSystemService(Context.UI_MODE_SERVICE)
            return service is UiModeManager && service.contrast > standardContrast
        }

    @Suppress("DEPRECATION")
    private fun locale(configuration: Configuration): Locale =
        if (Build.VERSION.SDK_INT >= 24) configuration.locales.get(0) else configuration.locale

    @Suppress("DEPRECATION")
    private fun insets(density: Double): Insets {
        val insets = Insets()
        if (Build.VERSION.SDK_INT < 23) return insets
        val found = view.rootWindowInsets ?: return insets
        insets.top = found.systemWindowInsetTop / density
        insets.left = found.systemWindowInsetLeft / density
        insets.bottom = found.systemWindowInsetBottom / density
        insets.right = found.systemWindowInsetRight / density
        return insets
    }
}

/** The highest value of the standard contrast; the settings are 0, 0.5 and 1. */
private const val standardContrast = 0.33f

/** Returns whether two surfaces are equal. */
internal fun areEqual(one: Surface, other: Surface): Boolean =
    one.width == other.width && one.height == other.height &&
        one.scale == other.scale && one.direction == other.direction &&
        one.reducedMotion == other.reducedMotion && one.locale == other.locale &&
        one.textScale == other.textScale && one.colorScheme == other.colorScheme &&
        one.increasedContrast == other.increasedContrast &&
        areEqual(one.insets ?: Insets(), other.insets ?: Insets())

private fun areEqual(one: Insets, other: Insets): Boolean =
    one.top == other.top && one.left == other.left && one.bottom == other.bottom &&
        one.right == other.right
