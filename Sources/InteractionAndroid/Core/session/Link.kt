package interaction.client.session

import interaction.client.contract.Drain
import kotlin.math.max
import kotlin.math.min

/** The phase of a session's connection. */
internal sealed class Link {
    /** The time at which the server opened the session on this connection; null if it has not. */
    open val openedAt: Long?
        get() = null

    /** The period in which to leave a draining server; null if it is not draining. */
    open val drain: DrainPeriod?
        get() = null

    /** True if there is a connection or an attempt to open one. */
    val isActive: Boolean
        get() = this !is None && this !is Waiting

    /** Records that the server has opened the session. */
    open fun opened(now: Long) {}

    /**
     * The idle connection: none is open, and no attempt is scheduled.
     *
     * Can transition to: [Connecting].
     */
    object None : Link()

    /**
     * The shell fetches a token and opens a connection.
     *
     * Can transition to: [Open], [Waiting], [None].
     */
    object Connecting : Link()

    /**
     * The connection is open. `lastHeard` is the time of the server's newest frame.
     *
     * Can transition to: [Closing], [Connecting], [Waiting], [None].
     */
    class Open(var lastHeard: Long) : Link() {
        override var openedAt: Long? = null
            private set
        override var drain: DrainPeriod? = null

        override fun opened(now: Long) {
            openedAt = now
        }
    }

    /**
     * The client has closed the connection, and waits for its end.
     *
     * Can transition to: [Connecting], [Waiting], [None].
     */
    class Closing(openedAt: Long?, override val drain: DrainPeriod?) : Link() {
        override var openedAt = openedAt
            private set

        override fun opened(now: Long) {
            openedAt = now
        }
    }

    /**
     * The backoff before the next attempt.
     *
     * Can transition to: [Connecting], [None].
     */
    class Waiting(val until: Long) : Link()
}

/** The period in which to leave a draining server: between two gestures if possible. */
internal class DrainPeriod(drain: Drain, private val start: Long) {
    private val last = max(drain.endAfterUs - 500_000, 0)

    private val first = min(max(drain.leaveAfterUs, 0), last)

    /** Returns the time at which the session leaves; later while something is touched. */
    fun end(isUntouched: Boolean): Long = start + if (isUntouched) first else last
}

/** The phase of a session. */
internal enum class SessionPhase { RUNNING, PAUSED, FINISHING, OVER }
