package interaction.client.views

import android.content.Context
import android.content.res.Configuration
import android.util.AttributeSet
import android.view.MotionEvent
import android.view.View
import android.view.WindowInsets
import android.widget.FrameLayout

/**
 * A layout that covers the screen, for [InteractionScreen]: it shows each touch to the screen
 * before the app's views get it, tells the screen of changed insets and settings, draws the views
 * of scenes in their order, and shows snapshots. Pages with views of their own may be such layouts,
 * too.
 *
 * The app's views get all touches; once a finger drags pages or the floor, they get ACTION_CANCEL,
 * so that no list scrolls and no button is clicked at the end of a swipe.
 */
open class SceneLayout @JvmOverloads constructor(
    context: Context, attributes: AttributeSet? = null
) : FrameLayout(context, attributes) {
    /** The observer of touches; null without a screen. */
    internal var touches: TouchObserver? = null
    private val order = DrawingOrder(this)
    /** Called when insets or settings may have changed. */
    internal var surfaceChanged: () -> Unit = {}

    override fun dispatchTouchEvent(event: MotionEvent): Boolean {
        touches?.handle(event)
        val isHandled = super.dispatchTouchEvent(event)
        // Without a view of the app below the finger, later events would not arrive.
        return isHandled || touches?.isTouched ?: false
    }

    override fun onInterceptTouchEvent(event: MotionEvent): Boolean =
        super.onInterceptTouchEvent(event) || touches?.isDragging ?: false

    override fun requestDisallowInterceptTouchEvent(disallowIntercept: Boolean) {
        super.requestDisallowInterceptTouchEvent(disallowIntercept)
        if (disallowIntercept) touches?.yieldToApp()
    }

    override fun onTouchEvent(event: MotionEvent): Boolean =
        super.onTouchEvent(event) || touches?.isTouched ?: false

    /** Draws the views of a scene in its order; the app's other views keep their places. */
    internal fun setDrawingOrder(views: List<View>) {
        order.set(views)
        isChildrenDrawingOrderEnabled = true
        invalidate()
    }

    /** Adds a view without a layout. */
    internal fun addInFrame(view: View) {
        addViewInLayout(view, -1, LayoutParams(view.width, view.height), true)
        order.sort()
        invalidate()
    }

    /** Removes a view without a layout. */
    internal fun removeInFrame(view: View) {
        removeViewInLayout(view)
        order.sort()
        invalidate()
    }

    override fun getChildDrawingOrder(childCount: Int, drawingPosition: Int): Int =
        order.child(childCount, drawingPosition)

    override fun onApplyWindowInsets(insets: WindowInsets): WindowInsets {
        val rest = super.onApplyWindowInsets(insets)
        // The new insets are the window's only after this call.
        post { surfaceChanged() }
        return rest
    }

    override fun onConfigurationChanged(newConfig: Configuration) {
        super.onConfigurationChanged(newConfig)
        surfaceChanged()
    }
}
