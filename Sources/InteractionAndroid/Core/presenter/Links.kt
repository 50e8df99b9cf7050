// The links to fingers and lists, across directives (rules D2, D6, X4).
package interaction.client.presenter

import interaction.client.contract.HoldTarget
import interaction.client.contract.TransitionOutcome

/** Applies a directive's changes of the links. */
internal fun changeLinks(parts: PresenterState, before: PresentationState) {
    val screen = parts.screen
    val fingers = screen.fingers
    val state = screen.state
    val old = before.state
    // A hidden list stays overscrolled.
    val hidesViews = state.floor?.hidesViews ?: false
    if (parts.model.hold.target != HoldTarget.FLOOR && !hidesViews) fingers.releaseLists(screen.now)
    if (!parts.surface.reducedMotion) catchUp(screen, before)
    // An interactive transition that the engine cancels for another one has no return animation
    // (X4).
    if (state.transition?.outcome == TransitionOutcome.CANCELLED) {
        animateToStart(parts, old.tabLinks, "transition", before)
    }
    if (state.navigation?.outcome == TransitionOutcome.CANCELLED) {
        animateToStart(parts, old.pageLinks, "navigation", before)
    }
    // Views of ended links to lists return to rest.
    val ended = old.floorLinks.filter { link ->
        link.dragTarget == "" && state.floorLinks.none { areEqual(it, link) }
    }
    val tracks = ended.mapNotNull {
        before.returnTrackTo(it.target, it.property, restingValue(it.property))
    }
    playReturn(parts, tracks, "links")
    for (drag in fingers.drags) {
        if (!drag.isDown && state.links.none { it.dragTarget == drag.target }) {
            fingers.removeDrag(drag.target)
        }
    }
}

/** Starts the lags of new links, whose views catch up from their presented values. */
private fun catchUp(screen: PresentationState, before: PresentationState) {
    val fingers = screen.fingers
    val now = screen.now
    val state = screen.state
    for (drag in fingers.drags) {
        val links = state.links.filter { it.dragTarget == drag.target }
        if (links.isEmpty() || before.state.links.any { it.dragTarget == drag.target }) continue
        fingers.catchUp(drag.target, now)
        for (link in links) {
            // A view that is still returning continues from its presented value.
            val value = before.presentedValue(link.property, link.target)
            if (value.isNaN()) continue
            val lag = CatchUpOffset(linkValue(link, 0.0) - value, now)
            screen.laggingLinks = screen.laggingLinks + LaggingLink(link, lag)
            screen.animations = screen.animations
                .map { each ->
                    val others = each.motions.filter { !it.moves(link.target, link.property) }
                    each.with(motions = others)
                }
                .filter { it.motions.isNotEmpty() }
        }
    }
    screen.laggingLinks = screen.laggingLinks.filter { lagging ->
        isBehind(lagging.lag, now) && state.links.any { areEqual(it, lagging.link) }
    }
}
