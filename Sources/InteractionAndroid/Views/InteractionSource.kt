package interaction.client.views

import interaction.client.contract.Effect
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Snapshot
import interaction.client.contract.Surface
import interaction.client.presenter.PresentedScene

/**
 * A session with an engine, as a screen presents it: a [PresentedSession], or an app's own. All
 * calls are on the main thread.
 */
interface InteractionSource {
    /** Returns the scene at a time of `System.nanoTime`, after sending the reports that are due. */
    fun scene(nanoTime: Long): PresentedScene

    /**
     * The time of the scene's next change or of the next report, on the clock of `System.nanoTime`:
     * one that has passed while every frame differs, `Long.MAX_VALUE` at rest.
     */
    val nextChange: Long

    /** The newest state received from the engine: the same object until it changes. */
    val snapshot: Snapshot

    /** The surface, as last reported to the engine. */
    val surface: Surface

    /** Reports an event that happens now, to the presenter first and then to the engine. */
    fun send(event: InteractionEvent)

    /** The function to call when the scene has changed for another reason than time. */
    var onChange: (() -> Unit)?

    /** The function to call for each one-time effect. */
    var onEffect: ((Effect) -> Unit)?
}
