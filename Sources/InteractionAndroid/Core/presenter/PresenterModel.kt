package interaction.client.presenter

import interaction.client.contract.Directive
import interaction.client.contract.Setting
import interaction.client.contract.Surface

/** The state received from the engine, with unconfirmed taps and releases. */
internal class PresenterModel(settings: List<Setting>) {
    private val model = ClientModel(settings)
    val reactions = TapPredictor(model)
    val hold = ReleaseHold()
    var unconfirmedRelease = UnconfirmedRelease.none

    /** The newest setting of every aspect. */
    val settings: List<Setting> get() = model.settings

    /** The state to present. */
    val visibleState: VisibleState get() = visibleState(settings, unconfirmedRelease)

    fun receive(directive: Directive): DirectiveChanges {
        val former = settings
        val shown = reactions.receive(directive)
        val news = settings.filter { each -> former.none { it === each } }
        // A repeated directive is no decision (rule D1).
        val mayAnimate = shown.isNew && hold.receive(directive)
        return DirectiveChanges(
            shown.isNew, shown.directive, shown.revertedTabs, mayAnimate, news, former
        )
    }

    /** Hides the changes of a late decision (rule D7). Returns the settings to present. */
    fun hideLate(change: DirectiveChanges): List<Setting> {
        unconfirmedRelease = unconfirmedRelease.received(change, settings)
        val late = unconfirmedRelease.settings.map(::aspectOf)
        return change.settings.filter { aspectOf(it) !in late }
    }
}

/** The parts of a presenter. */
internal class PresenterState(
    /** The surface, as last reported to the engine. */
    var surface: Surface,
    val model: PresenterModel,
    val screen: PresentationState
) {
    val pending = PendingReports()
}
