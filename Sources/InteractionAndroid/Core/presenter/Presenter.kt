package interaction.client.presenter

import interaction.client.contract.Directive
import interaction.client.contract.Effect
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Setting
import interaction.client.contract.Snapshot
import interaction.client.contract.Surface

/**
 * The presentation of a thin client: keeps the state, plays timelines, follows fingers, predicts
 * taps, holds releases and creates the reports for the engine (rules D1–D7, T14).
 *
 * Without a clock: all times are session time in whole microseconds, as in the contract. Not
 * thread-safe. It keeps the messages that it receives, which must not change afterwards.
 *
 * ```
 * val presenter = Presenter(snapshot, surface, now)
 * // For each directive:
 * for (effect in presenter.receive(directive, now)) carryOut(effect)
 * // For each frame, as long as `nextChange` is not null:
 * for (event in presenter.reports(now)) session.send(event, now)
 * draw(presenter.scene(now))
 * ```
 */
class Presenter(snapshot: Snapshot, surface: Surface, now: Long) {
    private var parts = opened(snapshot.settings, surface, now, TrackedInput())

    /**
     * Shows the `snapshot` of a session that was opened again, or of a new one, without animation.
     */
    fun reopen(snapshot: Snapshot, now: Long) {
        parts = opened(snapshot.settings, parts.surface, now, parts.screen.fingers)
    }

    /** The newest time of any input. */
    val time: Long get() = parts.screen.now

    /** The surface, as last reported to the engine. */
    val surface: Surface get() = parts.surface

    private var received = Snapshot()

    /** The complete state, as last received from the engine: the same object until it changes. */
    val snapshot: Snapshot
        get() {
            val settings = parts.model.settings
            if (received.settings !== settings) {
                received = Snapshot()
                received.settings = settings
            }
            return received
        }

    /** Receives a directive (rules D1–D5). Returns its effects; none if it is repeated. */
    fun receive(directive: Directive, now: Long): List<Effect> = receive(parts, directive, now)

    /**
     * Presents the immediate consequences of an event that is about to be reported to the engine;
     * its time is ignored. Send `reports` before the event itself.
     */
    fun handle(event: InteractionEvent, now: Long) = handleEvent(parts, event, now)

    /**
     * Returns the scene to draw at `now`: the same object, without allocation, as long as nothing
     * moves.
     */
    fun scene(now: Long): PresentedScene = scene(parts, now)

    /**
     * Returns the reports that are due: awaited ends of animations, and expired holds. Each is
     * returned once, without its time, which the sender sets.
     */
    fun reports(until: Long): List<InteractionEvent> = reports(parts, until)

    /**
     * The time of the next change of the scene or the next report. A time that has passed means
     * that every frame differs; null means that nothing moves until the next input.
     */
    val nextChange: Long?
        get() {
            val screen = parts.screen
            val now = screen.now
            val isMoving = parts.pending.isDue || screen.animations.any { it.end > now } ||
                isCatchingUp(screen, now)
            return known(if (isMoving) now else parts.model.hold.deadline)
        }

    /** The time of the next report without further input; null if none is awaited. */
    val nextReport: Long? get() = known(nextReport(parts))
}

private fun opened(
    settings: List<Setting>,
    surface: Surface,
    now: Long,
    fingers: TrackedInput
): PresenterState {
    val model = PresenterModel(settings)
    val screen = PresentationState(model.visibleState, fingers, now)
    val parts = PresenterState(surface, model, screen)
    startLoops(parts, screen)
    layOut(parts)
    return parts
}

private fun known(time: Long): Long? = if (time < never) time else null
