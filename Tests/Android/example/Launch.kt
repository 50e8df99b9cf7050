package interaction.client.example

import android.view.View
import androidx.recyclerview.widget.RecyclerView
import interaction.client.session.CheckpointStore
import interaction.client.session.Engines
import interaction.client.session.SessionConfiguration
import interaction.client.session.TokenReceiver
import interaction.client.session.TokenSource
import interaction.client.transport.FileCheckpointStore
import interaction.client.transport.GrpcChannels
import interaction.client.transport.GrpcConnect
import interaction.client.transport.OkHttpConnect
import interaction.client.transport.SessionThread
import interaction.client.transport.SystemClock
import interaction.client.views.InteractionScreen
import interaction.client.views.ListFrame
import interaction.client.views.PresentedSession
import interaction.client.views.RecyclerContent
import interaction.client.views.SceneLayout
import io.grpc.ManagedChannelBuilder
import java.io.File
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import okhttp3.OkHttpClient

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

/** Returns the engines of an app, which are reached over WebSockets. */
fun engines(client: OkHttpClient, tokens: TokenSource): Engines {
    val thread = SessionThread()
    return Engines(
        listOf("wss://engine.example.com/v1/interact"), OkHttpConnect(client), SystemClock(thread),
        thread, tokens)
}

/** Returns the same engines over gRPC. */
fun grpcEngines(): Engines {
    val thread = SessionThread()
    val clock = SystemClock(thread)
    val channels = object : GrpcChannels {
        override fun channel(address: String) = ManagedChannelBuilder.forTarget(address).build()
    }
    val connect = GrpcConnect(channels, clock)
    return Engines(listOf("dns:///engine.example.com"), connect, clock, thread)
}

/** Returns a store of sessions in a folder that is excluded from backups. */
fun store(noBackupFilesDir: File): CheckpointStore =
    FileCheckpointStore(File(noBackupFilesDir, "sessions"))

/** A source of tokens, which are fetched without blocking the session. */
class AppTokens(
    private val fetch: (received: (String) -> Unit, failed: (String) -> Unit) -> Unit
) : TokenSource {
    override fun fetch(receiver: TokenReceiver) = fetch(receiver::receive, receiver::fail)
}

/** Reports a list, the floor's page, and the way back. */
fun observe(screen: InteractionScreen, home: ListFrame, list: RecyclerView, floor: View) {
    screen.observe(home, RecyclerContent(list), "home")
    screen.observeTouches(floor, "floor/page")
    screen.observeBack()
}

/** Handles the activity's `onStop`: waits until the session is saved. */
fun stop(screen: InteractionScreen, session: PresentedSession, engines: Engines) {
    screen.pause()
    session.pause()
    val saved = CountDownLatch(1)
    engines.executor.execute { saved.countDown() }
    saved.await(1, TimeUnit.SECONDS)
}

/** Handles the activity's `onStart`. */
fun start(screen: InteractionScreen, session: PresentedSession) {
    screen.resume()
    session.resume()
}
