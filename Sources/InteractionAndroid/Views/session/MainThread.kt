package interaction.client.views

import android.os.Handler
import android.os.Looper
import java.util.concurrent.Executor

/** The app's main thread, as an executor: makes calls one after the other, never at once. */
class MainThread : Executor {
    private val handler = Handler(Looper.getMainLooper())

    override fun execute(call: Runnable) {
        handler.post(call)
    }
}
