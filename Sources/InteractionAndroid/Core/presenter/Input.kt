package interaction.client.presenter

import interaction.client.contract.FloorPhase
import interaction.client.contract.HoldTarget

/**
 * Handles a tap on a tab: reacts at once if the engine's agreement is certain (rule T14). Returns
 * whether it does.
 */
internal fun tap(parts: PresenterState, tab: Int): Boolean {
    val screen = parts.screen
    val reaction = parts.model.reactions.tap(tab) ?: return false
    val played = reaction.timeline
    if (played != null) {
        val origin = AnimationOrigin.Tap(tab)
        val animation = playingAnimation(origin, "selection", timeline(played), screen.now)
        start(parts, animation, screen.copy())
    }
    return true
}

/** Handles a touch on a draggable view: a list, `pages`, `edge`, `scan` or `floor/page`. */
internal fun touch(parts: PresenterState, target: String) {
    val model = parts.model
    val screen = parts.screen
    val held = heldBy(target)
    val isHeld = held != HoldTarget.UNSPECIFIED &&
        model.hold.grab(held, screen.now) != HoldTarget.UNSPECIFIED
    if (isHeld) {
        parts.pending.addExpiredHold(held)
        model.unconfirmedRelease = releaseTarget(parts, held, screen.now)
    }
    screen.fingers.removeDrag(target)
    if (!Targets.isList(target)) screen.fingers.touch(target)
}

/**
 * Handles a drag by a translation, pt: downwards on `floor/page` and `scan`, to the right
 * elsewhere.
 */
internal fun drag(parts: PresenterState, target: String, translation: Double) {
    parts.screen.fingers.drag(target)?.translation = translation
}

/** Handles the lift of the finger. */
internal fun lift(parts: PresenterState, target: String) {
    val model = parts.model
    val screen = parts.screen
    val held = heldBy(target)
    if (held != HoldTarget.UNSPECIFIED && awaitsVerdict(screen, target)) {
        val isHeld = model.hold.lift(held, visibleState(model.settings), screen.now)
        if (isHeld && Targets.isList(target)) screen.fingers.holdLists()
    }
    release(screen, target)
}

/**
 * Handles the loss of the finger, such as a cancelled touch; its view stays in place until the
 * engine decides.
 */
internal fun release(screen: PresentationState, target: String) {
    if (isFollowed(screen, target)) screen.fingers.drag(target)?.isDown = false
    else screen.fingers.removeDrag(target)
}

/**
 * Returns whether a release may wait for a decision: of a list, if it is overscrolled in front of
 * the floor; of other views, if they follow the finger.
 */
private fun awaitsVerdict(screen: PresentationState, target: String): Boolean {
    if (!Targets.isList(target)) return isFollowed(screen, target)
    return screen.state.floor?.phase != FloorPhase.OPEN &&
        screen.fingers.offsets.any { Targets.list(it.source) == target && it.position.y < 0 }
}

private fun isFollowed(screen: PresentationState, target: String): Boolean =
    screen.state.links.any { it.dragTarget == target }

/** Returns the hold target of a view; unspecified if it has none (rule D7). */
private fun heldBy(target: String): Int = when {
    target == Targets.pages -> HoldTarget.TABS
    target == Targets.edge || target == Targets.scan -> HoldTarget.BACK
    target == Targets.floorPage || Targets.isList(target) -> HoldTarget.FLOOR
    else -> HoldTarget.UNSPECIFIED
}
