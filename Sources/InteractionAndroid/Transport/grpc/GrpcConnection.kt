package interaction.client.transport

import interaction.client.session.Cancellable
import interaction.client.session.Clock
import interaction.client.session.Connection
import interaction.client.session.ConnectionListener
import interaction.client.session.StatusText
import io.grpc.ClientCall
import io.grpc.Metadata
import io.grpc.Status

/**
 * A connection over a call, which queues messages to send. The queue is bounded by the session's
 * outbox, from which each event is sent once on a connection.
 */
internal class GrpcConnection(
    private val call: ClientCall<ByteArray, ByteArray>, private val shared: SharedChannel,
    private val clock: Clock
) : Connection {
    private enum class Phase { OPENING, OPEN, CLOSING, CLOSED }

    private var phase = Phase.OPENING

    /** The scheduled end of a closed call. */
    private var timeout: Cancellable? = null

    override fun send(bytes: ByteArray) {
        // After its end a call refuses messages with an exception.
        if (isOpen()) call.sendMessage(bytes)
    }

    override fun close(code: Int, reason: String) {
        when (beginClosing()) {
            Phase.OPENING -> cancel()
            Phase.OPEN -> {
                call.halfClose()
                setTimeout(clock.schedule(CLOSE_TIMEOUT, Runnable { cancel() }))
            }
            else -> {}
        }
    }

    /** Records that the call is open. Returns false if it is, or has ended. */
    @Synchronized
    fun opened(): Boolean {
        if (phase != Phase.OPENING) return false
        phase = Phase.OPEN
        return true
    }

    /** Records the end of the call. */
    @Synchronized
    fun ended() {
        timeout?.cancel()
        if (phase == Phase.CLOSING) shared.ended()
        phase = Phase.CLOSED
    }

    @Synchronized
    private fun isOpen(): Boolean = phase == Phase.OPEN

    /** Begins to close the call. Returns its phase before. */
    @Synchronized
    private fun beginClosing(): Phase {
        val before = phase
        if (before == Phase.OPENING || before == Phase.OPEN) {
            phase = Phase.CLOSING
            shared.awaitEnd()
        }
        return before
    }

    @Synchronized
    private fun setTimeout(scheduled: Cancellable) {
        if (phase == Phase.CLOSING) timeout = scheduled else scheduled.cancel()
    }

    private fun cancel() = call.cancel("closed by the session", null)

    private companion object {
        /** The time for the server to end a closed call, µs. */
        const val CLOSE_TIMEOUT = 10_000_000L
    }
}

/** The events of a call, which gRPC reports one after the other. */
internal class GrpcReceiver(
    private val call: ClientCall<ByteArray, ByteArray>, private val connection: GrpcConnection,
    private val listener: ConnectionListener
) : ClientCall.Listener<ByteArray>() {
    override fun onReady() {
        if (connection.opened()) listener.opened()
    }

    override fun onMessage(message: ByteArray) {
        listener.message(message)
        call.request(1)
    }

    override fun onClose(status: Status, trailers: Metadata) {
        connection.ended()
        val code = status.code.value()
        val description = status.description ?: ""
        // Only the server's errors have details.
        trailers.get(DETAILS)?.let { listener.text(StatusText.of(code, description, it)) }
        val reason = if (description == "") status.cause?.toString() ?: "" else description
        if (status.isOk) listener.closed(1000, "") else listener.closed(4000 + code, reason)
    }

    private companion object {
        val DETAILS: Metadata.Key<ByteArray> =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER)
    }
}
