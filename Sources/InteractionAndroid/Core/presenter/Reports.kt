package interaction.client.presenter

import interaction.client.contract.HoldTarget
import interaction.client.contract.InteractionEvent

/**
 * Returns the reports that are due: awaited ends of animations, and expired holds. Each is returned
 * once.
 */
internal fun reports(parts: PresenterState, now: Long): List<InteractionEvent> {
    if (advance(parts, now)) layOut(parts)
    return parts.pending.take()
}

/** Returns the time of the next report; `never` if none is awaited. */
internal fun nextReport(parts: PresenterState): Long =
    if (parts.pending.isDue) parts.screen.now
    else Math.min(parts.model.hold.deadline, parts.pending.nextEnd)

/** Returns the scene to draw at `now`. */
internal fun scene(parts: PresenterState, now: Long): PresentedScene {
    if (!isDue(parts, now)) return frame(parts.screen, now)
    val later = PresenterState(parts.surface, parts.model, parts.screen.copy())
    advanceScreen(later, now)
    layOut(later)
    return frame(later.screen, now)
}

/** Advances the time. Returns whether the scene must be laid out again. */
internal fun advance(parts: PresenterState, now: Long): Boolean {
    val model = parts.model
    val hasChanged = isDue(parts, now)
    val letGo = advanceScreen(parts, now)
    val target = model.hold.expire(now)
    if (target != HoldTarget.UNSPECIFIED) parts.pending.addExpiredHold(target)
    model.unconfirmedRelease = letGo
    parts.pending.advance(now)
    return hasChanged
}

/** Returns whether time has changed more than animated values. */
private fun isDue(parts: PresenterState, now: Long): Boolean {
    val animations = parts.screen.animations
    for (index in animations.indices) if (hasEnded(animations[index], now)) return true
    return Math.min(parts.pending.nextEnd, parts.model.hold.deadline) <= now
}

private fun hasEnded(animation: PlayingAnimation, now: Long): Boolean =
    animation.end <= now && !animation.holds

/** Advances the time of the screen alone. Returns the releases. */
private fun advanceScreen(parts: PresenterState, now: Long): UnconfirmedRelease {
    val model = parts.model
    val screen = parts.screen
    val deadline = model.hold.deadline
    screen.now = Math.max(screen.now, now)
    val released = if (deadline > now) model.unconfirmedRelease
    else releaseTarget(parts, model.hold.target, deadline)
    if (screen.animations.any { hasEnded(it, now) }) {
        screen.animations = screen.animations.filter { !hasEnded(it, now) }
    }
    return released
}
