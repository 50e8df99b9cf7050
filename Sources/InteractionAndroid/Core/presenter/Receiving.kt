package interaction.client.presenter

import interaction.client.contract.Directive
import interaction.client.contract.Effect
import interaction.client.contract.Setting

/** Receives a directive (rules D1–D5). Returns its effects; none if it is repeated. */
internal fun receive(parts: PresenterState, directive: Directive, now: Long): List<Effect> {
    val model = parts.model
    val screen = parts.screen
    advance(parts, now)
    val before = screen.copy()
    val change = model.receive(directive)
    if (!change.isNew) {
        screen.state = model.visibleState
        endSuperseded(parts, change.settings, before)
    } else if (directive.replacesAll) {
        applySnapshot(parts, directive.settings, before)
    } else {
        apply(parts, change, before)
    }
    layOut(parts)
    return if (change.isNew) directive.effects.filter(::isKnown) else emptyList()
}

/** Returns whether an effect is not an unknown one of a later contract. */
private fun isKnown(effect: Effect): Boolean =
    effect.haptic != null || effect.sound != null || effect.scrollList != null ||
        effect.scrollCarousel != null || effect.refresh != null || effect.presentMenu != null ||
        effect.requestLogin != null || effect.animationFile != null ||
        effect.tabAction != null || effect.refusal != null || effect.askSelection != null ||
        effect.announce != null

private fun apply(parts: PresenterState, change: DirectiveChanges, before: PresentationState) {
    val model = parts.model
    val screen = parts.screen
    screen.animations = screen.animations.filter { each ->
        val origin = each.origin
        origin !is AnimationOrigin.Tap || origin.tab !in change.revertedTabs
    }
    val visible = model.hideLate(change)
    screen.state = model.visibleState
    endSuperseded(parts, visible, before)
    // A directive may have settings that change nothing; one without settings always plays.
    if (change.directive.settings.isEmpty() || change.settings.isNotEmpty()) {
        play(parts, change, before)
    }
    startLoops(parts, before)
}

/** Presents a snapshot without animation; only endless animations continue (rule D5). */
private fun applySnapshot(
    parts: PresenterState,
    settings: List<Setting>,
    before: PresentationState
) {
    val model = parts.model
    val screen = parts.screen
    screen.animations = screen.animations.filter { it.end == never }
    model.unconfirmedRelease = UnconfirmedRelease.none
    screen.state = model.visibleState
    endLoops(parts, before)
    parts.pending.cancelAll(settings)
    screen.fingers.drags = screen.fingers.drags.filter { it.isDown }
    startLoops(parts, before)
}

/** Ends the animations and links that newer settings supersede. */
private fun endSuperseded(parts: PresenterState, news: List<Setting>, before: PresentationState) {
    val screen = parts.screen
    for (setting in news) {
        val aspect = aspectOf(setting)
        parts.pending.forget(aspect)
        val floor = setting.floor
        val isPlayed = setting.transition != null || setting.navigation != null ||
            setting.toggle != null
        if (floor != null || isPlayed) {
            // A view that returns while a finger drags again keeps returning.
            val keepsReleases = !isAnimating(setting)
            val (ended, others) = screen.animations.partition {
                val isRelease = it.origin is AnimationOrigin.Release
                it.aspect == aspect && !(isRelease && keepsReleases)
            }
            screen.animations = others
            if (floor != null) revertFloor(parts, ended, floor.phase, before)
        }
        if (setting.badge != null) endLoops(parts, before)
    }
    changeLinks(parts, before)
}
