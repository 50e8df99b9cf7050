package interaction.client.example

import android.view.View
import interaction.client.session.CheckpointStore
import interaction.client.session.Engines
import interaction.client.session.SessionConfiguration
import interaction.client.views.InteractionScreen
import interaction.client.views.PresentedSession
import interaction.client.views.SceneLayout

/** Shows an icon that the engine moves, in a layout that covers the activity. */
fun launch(
    layout: SceneLayout, icon: View, engines: Engines, store: CheckpointStore
): InteractionScreen {
    val screen = InteractionScreen(layout)
    layout.addView(icon)
    screen.views.register(icon, "tab/1/icon")
    screen.observeTouches(icon, "tab/1")
    screen.open { surface ->
        val configuration = SessionConfiguration("home-1", surface)
        configuration.store = store
        PresentedSession(configuration, engines)
    }
    return screen
}
