package interaction.client.session

import interaction.client.contract.Directive as DirectiveMessage
import interaction.client.contract.Notice as NoticeMessage
import interaction.client.contract.Opened as OpenedMessage

/** The state of a session's connection. */
sealed class SessionConnectionState {
    /** The session opens for the first time, or resumes after a pause. */
    object Connecting : SessionConnectionState()

    /** A new session is open. */
    object Open : SessionConnectionState()

    /**
     * The connection was lost, or an attempt to reconnect failed. `attempt` counts the failures
     * since the session was last open for a second, `after` is the newest error, and the next
     * attempt follows after `delayUs`.
     */
    class Reconnecting(
        @JvmField val attempt: Int, @JvmField val delayUs: Long,
        @JvmField val after: InteractionError
    ) : SessionConnectionState()

    /** The session was resumed without loss. */
    object Resumed : SessionConnectionState()

    /**
     * A new session has replaced the old one; see the `Opened` update that comes with it. The
     * reason is one of [interaction.client.contract.RestartReason].
     */
    class Restarted(@JvmField val reason: Int) : SessionConnectionState() {
        override fun equals(other: Any?): Boolean = other is Restarted && other.reason == reason

        override fun hashCode(): Int = reason
    }

    /** The server is draining: the session moves to another server between two gestures. */
    object Draining : SessionConnectionState()

    /** The app has paused the session, which has no connection. */
    object Paused : SessionConnectionState()

    /** The session has ended; with an error unless it ended normally. */
    class Closed(@JvmField val error: InteractionError?) : SessionConnectionState()
}

/** An update of a session. */
sealed class SessionUpdate {
    /**
     * The session was opened, or replaced by a new one; the snapshot contains the complete state.
     */
    class Opened(@JvmField val opened: OpenedMessage) : SessionUpdate()

    /**
     * A directive to apply. If `performsEffects` is false, its effects must not be performed: they
     * were presented before a restart of the app.
     */
    class Directive(
        @JvmField val directive: DirectiveMessage, @JvmField val performsEffects: Boolean
    ) : SessionUpdate()

    /** The server refused an event or a frame; the session continues without it. */
    class Notice(@JvmField val notice: NoticeMessage) : SessionUpdate()

    /** The state of the connection has changed. */
    class State(@JvmField val state: SessionConnectionState) : SessionUpdate()

    /** The store failed; the session continues. */
    class StoreFailed(@JvmField val message: String) : SessionUpdate()
}
