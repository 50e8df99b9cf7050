// An app's use of the library as it is published. It is only compiled, by both compilers.
package example

import android.view.View
import interaction.client.contract.ColorScheme
import interaction.client.contract.InteractionEvent
import interaction.client.contract.PressTabEvent
import interaction.client.contract.Surface
import interaction.client.presenter.ElementContent
import interaction.client.presenter.PresentedScene
import interaction.client.presenter.Presenter
import interaction.client.session.CONTRACT_LEVEL
import interaction.client.session.Clock
import interaction.client.session.Connect
import interaction.client.session.Engines
import interaction.client.session.InteractionError
import interaction.client.session.RetryAdvice
import interaction.client.session.Session
import interaction.client.session.SessionConfiguration
import interaction.client.session.SessionConnectionState
import interaction.client.session.SessionListener
import interaction.client.session.SessionUpdate
import interaction.client.views.InteractionScreen
import interaction.client.views.InteractionSource
import java.util.concurrent.Executor

class ExampleApp(canvas: View, connect: Connect, clock: Clock, post: (Runnable) -> Unit) :
    SessionListener, InteractionSource {
    private val screen = InteractionScreen(canvas)
    private val configuration = SessionConfiguration("example", screen.surfaceReader.read())
    private val session = Session(
        configuration.also { it.clientName = "example" },
        Engines(listOf("wss://example.com/v1/interact"), connect, clock, Executor { post(it) }),
        this)
    private var presenter: Presenter? = null

    override var onChange: (() -> Unit)? = null
    override val surface: Surface get() = presenter?.surface ?: configuration.surface
    override val nextChange: Long? get() = presenter?.nextChange

    override fun scene(nanoTime: Long): PresentedScene {
        val presenter = presenter ?: return PresentedScene(emptyList())
        for (report in presenter.reports(session.now)) session.send(report)
        return presenter.scene(session.now)
    }

    override fun send(event: InteractionEvent) {
        presenter?.handle(event, session.now)
        session.send(event)
    }

    override fun update(update: SessionUpdate) {
        when (update) {
            is SessionUpdate.Opened -> update.opened.snapshot?.let {
                presenter = Presenter(it, configuration.surface, session.now)
                screen.open(this)
            }
            is SessionUpdate.Directive -> presenter?.receive(update.directive, session.now)
            is SessionUpdate.State ->
                (update.state as? SessionConnectionState.Closed)?.error?.let(::fail)
            is SessionUpdate.Notice, is SessionUpdate.StoreFailed -> {}
        }
        onChange?.invoke()
    }

    private fun fail(error: InteractionError) {
        if (error.retryAdvice == RetryAdvice.NONE) throw error
    }

    fun pressed(tab: Int) {
        val event = InteractionEvent()
        event.pressTab = PressTabEvent().also { it.tab = tab }
        screen.send(event)
    }

    fun version(): String = "contract level $CONTRACT_LEVEL"

    fun isDark(): Boolean = surface.colorScheme == ColorScheme.DARK

    fun texts(): List<String> = scene(System.nanoTime()).elements
        .mapNotNull { (it.content as? ElementContent.Text)?.text?.plain }
}
