package interaction.client.session

import interaction.client.contract.CurrentState
import interaction.client.contract.Surface

/** The contract level of this client. */
const val CONTRACT_LEVEL = 2

/** The default experience. */
const val DEFAULT_EXPERIENCE = "home-refined"

/**
 * The configuration of a session. Set its fields before a session is created with it.
 *
 * @property sessionId The session's ID: 1 to 64 bytes of A-Z a-z 0-9 . _ -
 * @property surface The surface's geometry and settings.
 */
class SessionConfiguration(@JvmField val sessionId: String, @JvmField val surface: Surface) {
    /** The client's name, at most 64 bytes. */
    @JvmField var clientName: String = "android"

    /** The client's version, at most 64 bytes. */
    @JvmField var clientVersion: String = ""

    /**
     * The platform, which the conditions of variants are compared with; at most 32 bytes of A-Z a-z
     * 0-9 . _ -, empty for none.
     */
    @JvmField var platform: String = "android"

    /** The experience's name; empty for the server's default. */
    @JvmField var experience: String = ""

    /** The state that the client shows; null for a fresh start. */
    @JvmField var current: CurrentState? = null

    /** The session time of the opening, µs. */
    @JvmField var start: Long = 0L

    /** True if samples between trigger lines are skipped. Turn it off to record. */
    @JvmField var skipsSamples: Boolean = true

    /** True if the server sends springs as keyframes (rule X2). */
    @JvmField var samplesSprings: Boolean = false

    /** The user's ID, as backends name it, at most 64 bytes; empty for none. */
    @JvmField var user: String = ""

    /** The policy for reconnecting; null to end with the connection. */
    @JvmField var reconnects: ReconnectPolicy? = ReconnectPolicy()

    /**
     * The store that preserves the session across a restart of the app, under its ID. Sessions of
     * two users need different IDs: the saved state is shown before the server has authenticated
     * the user.
     */
    @JvmField var store: CheckpointStore? = null

    /** The maximum number of events that are queued until a checkpoint contains them. */
    @JvmField var outboxCapacity: Int = 8192
}
