package interaction.client.presenter

import interaction.client.contract.Directive
import interaction.client.contract.Effect
import interaction.client.contract.ItemLayout
import interaction.client.contract.ItemLook
import interaction.client.contract.SelectionState
import interaction.client.contract.Setting
import interaction.client.contract.TabActionKind
import interaction.client.contract.Timeline as ContractTimeline

/** The immediate reaction to a tap, before the engine's decision (rule T14). */
internal class TapReaction(
    /** The timeline to play; null for none. */
    val timeline: ContractTimeline?
)

/**
 * Predicts the reactions to taps, without waiting for the network (rule T14).
 *
 * The engine's selection names the tabs that react, and the layout contains their looks and
 * timelines. A confirmed animation is not repeated, a refuted one is reverted.
 */
internal class TapPredictor(private val model: ClientModel) {
    private class Prediction(val tab: Int, var generation: Int)

    /** The reactions that are not confirmed yet. */
    private val predictions = ArrayList<Prediction>()

    /**
     * Handles a tap on a tab. Returns the immediate reaction; null if the engine has to decide
     * first.
     */
    fun tap(tab: Int): TapReaction? {
        val selection = selectionOf(model.settings) ?: return null
        val items = selection.state.items
        val item = items.getOrNull(tab) ?: return null
        val place = layout.getOrNull(tab) ?: return null
        // Each prediction assumes that the previous one is confirmed.
        val last = predictions.lastOrNull()
        val engines = selection.state.selected
        val selected = last?.tab ?: engines
        // For a tap on the engine's selected tab only the layout tells whether the reaction is
        // immediate: an item without a reaction may ask the client first. If the predicted tab has
        // stopped reacting, taps are refused.
        val mayReturn = tab == engines && place.reaction != null &&
            items.getOrNull(selected)?.reacts ?: false
        if (tab == selected || !(item.reacts || mayReturn)) return null
        predictions.add(Prediction(tab, (last?.generation ?: selection.generation) + 1))
        return TapReaction(place.reaction)
    }

    /**
     * Receives a directive, and returns its remaining changes. A repeated directive confirms no tap
     * (rule D1).
     */
    fun receive(directive: Directive): PendingChanges {
        val known = selectionOf(model.settings)
        val isNew = model.apply(directive)
        val shown = PendingChanges(isNew, directive)
        if (isNew) confirm(shown, known)
        return shown
    }

    private fun confirm(shown: PendingChanges, known: Selection?) {
        val directive = shown.directive
        if (directive.replacesAll) return revert(0, shown)
        val selection = selectionOf(directive.settings)
        if (selection != null) {
            val growth = if (known == null) 0 else selection.generation - known.generation
            if (growth <= 0 || known?.state?.selected != selection.state.selected) {
                return compare(shown, selection)
            }
            // The selection changed something else, such as the tabs that react. Later decisions
            // about the taps count generations from here.
            for (each in predictions) each.generation += growth
        }
        for (effect in directive.effects) {
            val tab = refusedTab(effect)
            // A tap that did not select its tab; later taps built on it.
            val index = predictions.indexOfFirst { it.tab == tab }
            if (index >= 0) revert(index, shown)
        }
    }

    private fun compare(shown: PendingChanges, selection: Selection) {
        val first = predictions.firstOrNull() ?: return
        val isConfirmed =
            first.generation == selection.generation && first.tab == selection.state.selected
        // Another selection came first, which refutes all predictions.
        if (!isConfirmed) return revert(0, shown)
        predictions.removeAt(0)
        // The layout may have changed since the tap.
        val playing = layout.getOrNull(first.tab)?.reaction?.tracks ?: emptyList()
        val timeline = shown.directive.timeline
        val tracks = timeline?.tracks?.filter { track -> playing.none { areEqual(it, track) } }
        val rest = if (tracks == null || tracks.isEmpty()) null else ContractTimeline()
        if (rest != null && timeline != null && tracks != null) {
            rest.tracks = tracks
            rest.captures = timeline.captures
            rest.staging = timeline.staging
        }
        shown.directive = withTimeline(shown.directive, rest)
    }

    private fun revert(first: Int, shown: PendingChanges) {
        val reverted = predictions.subList(first, predictions.size)
        reverted.mapTo(shown.revertedTabs) { it.tab }
        reverted.clear()
    }

    /** The look of every item: the engine's, with the predicted taps. */
    val items: List<ItemLook>
        get() {
            val items = selectionOf(model.settings)?.state?.items ?: emptyList()
            val tab = predictions.lastOrNull()?.tab ?: return items
            return items.mapIndexed { index, item ->
                val place = layout.getOrNull(index)
                val look = if (index == tab) place?.selectedLook else place?.otherLook
                if (look == null) item else withReaction(look, item.reacts)
            }
        }

    private val layout: List<ItemLayout>
        get() = model.settings.firstOrNull { it.layout != null }?.layout?.items ?: emptyList()
}

/** A selection with its generation. */
private class Selection(val state: SelectionState, val generation: Int)

/** Returns the selection among the settings; null if there is none. */
private fun selectionOf(settings: List<Setting>): Selection? {
    val found = settings.firstOrNull { it.selection != null }
    return found?.selection?.let { Selection(it, found.generation) }
}

/** Returns the tab whose tap did not select it; null if the effect is of another kind. */
private fun refusedTab(effect: Effect): Int? {
    effect.requestLogin?.let { return it.tab }
    effect.askSelection?.let { return it.tab }
    // A long press performs actions of the app, too (rule T16).
    effect.tabAction?.let { if (it.kind != TabActionKind.APP) return it.tab }
    return effect.refusal?.selectTab
}

private fun withTimeline(directive: Directive, timeline: ContractTimeline?): Directive {
    val copy = Directive()
    copy.sequence = directive.sequence
    copy.cause = directive.cause
    copy.atUs = directive.atUs
    copy.supersedes = directive.supersedes
    copy.replacesAll = directive.replacesAll
    copy.settings = directive.settings
    copy.timeline = timeline
    copy.effects = directive.effects
    return copy
}

private fun withReaction(look: ItemLook, reacts: Boolean): ItemLook {
    val copy = ItemLook()
    copy.showsIconAndTitle = look.showsIconAndTitle
    copy.showsBadge = look.showsBadge
    copy.image = look.image
    copy.titleColor = look.titleColor
    copy.pressed = look.pressed
    copy.reacts = reacts
    return copy
}
