package interaction.client.session

import interaction.client.contract.Ack
import interaction.client.contract.AuthRefresh
import interaction.client.contract.EventBatch
import interaction.client.contract.Heartbeat
import interaction.client.contract.InteractRequest
import interaction.client.contract.Opened
import kotlin.math.max
import kotlin.math.min

/**
 * The frames that a stream sends after its opening: events, acknowledgements and heartbeats.
 *
 * @param keepsEvents True if sent events stay in the outbox, to be resent.
 */
internal class FrameSender(private val outbox: Outbox, private val keepsEvents: Boolean) {
    /** The newest applied directive. */
    var applied = 0L

    /** The newest acknowledged directive. */
    private var acked = 0L

    /** True if a directive is acknowledged with the next frame. */
    var owesAck = false

    var heartbeatInterval = USUAL_HEARTBEAT_INTERVAL
        private set

    /** The number of applied directives before an acknowledgement. */
    private var ackDirectives = MAXIMUM_ACK_DIRECTIVES

    /** A new access token that is still to be sent. */
    private var token: String? = null

    /** True while sending waits until the server has named the event to resume after. */
    var isResuming = false

    /** The newest session time. */
    var latest = 0L
        private set
    private var lastSent = 0L

    /** Begins at a session time. */
    fun begin(start: Long) {
        latest = start
        lastSent = start
    }

    /** Advances the session time. */
    fun pass(now: Long) {
        latest = max(latest, now)
    }

    /** The time of the next heartbeat. */
    val nextHeartbeat: Long
        get() = lastSent + heartbeatInterval

    /** Sends a refreshed access token. */
    fun refresh(token: String) {
        this.token = token
    }

    /** Handles the loss of a connection. */
    fun reconnect() {
        token = null
        lastSent = latest
    }

    /** Follows the intervals and limits that the server names. */
    fun configure(opened: Opened) {
        val asked = opened.heartbeatIntervalUs
        heartbeatInterval = if (asked == 0L) USUAL_HEARTBEAT_INTERVAL else {
            asked.coerceIn(1_000_000L, MAXIMUM_HEARTBEAT_INTERVAL)
        }
        val window = opened.limits?.maxUnacknowledgedDirectives ?: 0
        ackDirectives = if (window == 0) MAXIMUM_ACK_DIRECTIVES else {
            (window.toLong() and 0xffffffffL).div(2).coerceIn(1L, MAXIMUM_ACK_DIRECTIVES)
        }
    }

    /** Handles the resumption of the session. */
    fun resumed() {
        // An acknowledgement on the previous connection may be lost.
        acked = min(acked, applied)
        owesAck = applied > 0
    }

    /** Handles the beginning of a new session. */
    fun restarted() {
        applied = 0
        acked = 0
    }

    /** Returns the next frame; null if there is none now. */
    fun nextFrame(activeTouches: ActiveTouches): InteractRequest? {
        if (isResuming) return null
        return tokenFrame() ?: eventsFrame() ?: ackFrame() ?: heartbeatFrame(activeTouches)
    }

    private fun tokenFrame(): InteractRequest? {
        val token = token ?: return null
        this.token = null
        return request { frame -> frame.authRefresh = AuthRefresh().also { it.token = token } }
    }

    private fun eventsFrame(): InteractRequest? {
        val events = outbox.next(MAXIMUM_FRAME_EVENTS, keepsEvents)
        if (events.isEmpty()) return null
        lastSent = latest
        val batch = EventBatch()
        batch.firstSequence = events[0].sequence
        batch.events = packed(events.map { it.event })
        return request { it.events = batch }
    }

    private fun ackFrame(): InteractRequest? {
        if (!owesAck && applied - acked < ackDirectives) return null
        owesAck = false
        acked = applied
        return request { frame -> frame.ack = Ack().also { it.directive = applied } }
    }

    private fun heartbeatFrame(activeTouches: ActiveTouches): InteractRequest? {
        if (latest - lastSent < heartbeatInterval) return null
        lastSent = latest
        val heartbeat = Heartbeat()
        heartbeat.timeUs = latest
        heartbeat.heldDrags = activeTouches.drags
        heartbeat.heldPointers = activeTouches.pointers
        return request { it.heartbeat = heartbeat }
    }

    private companion object {
        /**
         * The maximum number of applied directives before an acknowledgement: low enough to stay
         * below the server's limit in bytes, whatever their size.
         */
        const val MAXIMUM_ACK_DIRECTIVES = 8L

        /** The heartbeat interval until a server has named one, µs. */
        const val USUAL_HEARTBEAT_INTERVAL = 10_000_000L

        /** The maximum heartbeat interval, µs, with which times cannot overflow. */
        const val MAXIMUM_HEARTBEAT_INTERVAL = 1L shl 52

        /** The maximum number of events in a frame: half of the server's limit. */
        const val MAXIMUM_FRAME_EVENTS = 512
    }
}
