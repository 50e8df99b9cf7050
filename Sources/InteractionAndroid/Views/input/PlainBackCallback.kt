package interaction.client.views

import android.view.View
import android.window.OnBackInvokedCallback
import android.window.OnBackInvokedDispatcher

/** The callback of Android 13, without a gesture. */
internal class PlainBackCallback(private val canvas: View, private val gesture: BackGesture) :
    OnBackInvokedCallback, BackCallback {
    private var dispatcher: OnBackInvokedDispatcher? = null

    override fun register(): Boolean {
        dispatcher = canvas.findOnBackInvokedDispatcher()
        dispatcher?.registerOnBackInvokedCallback(OnBackInvokedDispatcher.PRIORITY_DEFAULT, this)
        return dispatcher != null
    }

    override fun unregister() {
        dispatcher?.unregisterOnBackInvokedCallback(this)
    }

    override fun onBackInvoked() {
        gesture.invoked(widthOf(canvas))
    }
}
