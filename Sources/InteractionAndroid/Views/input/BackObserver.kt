package interaction.client.views

import android.os.Build
import android.view.View
import interaction.client.contract.Setting

/**
 * The system's way back from pages: its gesture from Android 14 on, its plain callback on
 * Android 13; before, the app calls `goBack` in the activity's `onBackPressed`.
 *
 * It takes the system's callback only while there is something to go back from, so that the system
 * leaves the app otherwise.
 */
internal class BackObserver(private val canvas: View, private val gesture: BackGesture) {
    /** True once the app wants the system's callbacks. */
    var isEnabled = false
    /** The registered callback; null if there is none. */
    private var callback: BackCallback? = null

    /** Receives the engine's newest state. */
    fun follow(settings: List<Setting>) {
        gesture.follow(settings)
        update()
    }

    /** Registers or removes the callback, as needed. */
    fun update() {
        if (Build.VERSION.SDK_INT < 33) return
        val isNeeded = isEnabled && gesture.isPossible && canvas.isAttachedToWindow
        if (isNeeded == (callback != null)) return
        if (isNeeded) {
            val new = newCallback()
            if (new.register()) callback = new
        } else {
            stop()
        }
    }

    private fun newCallback(): BackCallback {
        if (Build.VERSION.SDK_INT >= 34) return AnimatedBackCallback(canvas, gesture)
        return PlainBackCallback(canvas, gesture)
    }

    /** Removes the callback. */
    fun stop() {
        gesture.cancelled()
        callback?.unregister()
        callback = null
    }
}

/** A callback of the system, in classes that are loaded only where Android has its types. */
internal interface BackCallback {
    /** Registers the callback. Returns whether there is a window to register it with. */
    fun register(): Boolean

    /** Removes the callback. */
    fun unregister()
}

/** Returns the width of a view, pt. */
internal fun widthOf(view: View): Double =
    view.width / view.resources.displayMetrics.density.toDouble()
