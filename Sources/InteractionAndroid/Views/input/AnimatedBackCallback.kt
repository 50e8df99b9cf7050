package interaction.client.views

import android.view.View
import android.window.BackEvent
import android.window.OnBackAnimationCallback
import android.window.OnBackInvokedDispatcher

/** The callback of Android 14, which follows the finger. */
internal class AnimatedBackCallback(private val canvas: View, private val gesture: BackGesture) :
    OnBackAnimationCallback, BackCallback {
    private var dispatcher: OnBackInvokedDispatcher? = null
    private val density = canvas.resources.displayMetrics.density.toDouble()

    override fun register(): Boolean {
        dispatcher = canvas.findOnBackInvokedDispatcher()
        dispatcher?.registerOnBackInvokedCallback(OnBackInvokedDispatcher.PRIORITY_DEFAULT, this)
        return dispatcher != null
    }

    override fun unregister() {
        dispatcher?.unregisterOnBackInvokedCallback(this)
    }

    override fun onBackStarted(backEvent: BackEvent) = gesture.started(backEvent.touchX / density)

    override fun onBackProgressed(backEvent: BackEvent) = gesture.progressed(
        backEvent.touchX / density, canvas.layoutDirection == View.LAYOUT_DIRECTION_RTL)

    override fun onBackCancelled() = gesture.cancelled()

    override fun onBackInvoked() {
        gesture.invoked(widthOf(canvas))
    }
}
