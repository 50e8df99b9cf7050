package interaction.client.session

import interaction.client.contract.InteractRequest

/** An action for the session's shell. */
internal sealed class SessionAction {
    /** Connect to an engine, by its index, with a variant of the routing key. */
    class Connect(@JvmField val endpoint: Int, @JvmField val keyVariant: Int) : SessionAction()

    /** Send a frame. */
    class Send(@JvmField val frame: InteractRequest) : SessionAction()

    /** Close the connection gracefully; its end is still reported. */
    object Leave : SessionAction()

    /** Abandon the connection, or the attempt to open one; its later events are ignored. */
    object Abandon : SessionAction()

    /** Get a refreshed access token. */
    object Refresh : SessionAction()

    /** Save the session in the store. */
    object Save : SessionAction()

    /** Remove the session from the store. */
    object Remove : SessionAction()

    /** Report an update to the app. */
    class YieldUpdate(@JvmField val update: SessionUpdate) : SessionAction()
}
