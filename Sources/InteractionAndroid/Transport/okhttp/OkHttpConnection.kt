package interaction.client.transport

import interaction.client.session.Connection
import interaction.client.session.ConnectionListener
import okhttp3.Response
import okhttp3.WebSocket
import okhttp3.WebSocketListener
import okio.ByteString

/** A connection over a WebSocket, which queues messages to send. */
internal class OkHttpConnection(
    private val socket: WebSocket, private val receiver: OkHttpReceiver
) : Connection {
    private var isClosed = false

    override fun send(bytes: ByteArray) {
        if (isClosed) return
        // Refused after the end, or if more than 16 MiB are queued.
        if (!socket.send(ByteString.of(bytes, 0, bytes.size))) socket.cancel()
    }

    override fun close(code: Int, reason: String) {
        isClosed = true
        // A handshake in progress would only be answered by a close frame after its end.
        if (receiver.isOpening) socket.cancel() else socket.close(code, reason)
    }
}

/**
 * The events of a WebSocket, which OkHttp reports on the threads of its reader and its writer; the
 * lock keeps their order.
 */
internal class OkHttpReceiver(private val listener: ConnectionListener) : WebSocketListener() {
    private enum class Phase { OPENING, OPEN, CLOSED }

    private var phase = Phase.OPENING

    val isOpening: Boolean
        @Synchronized get() = phase == Phase.OPENING

    @Synchronized
    override fun onOpen(socket: WebSocket, response: Response) {
        phase = Phase.OPEN
        listener.opened()
    }

    @Synchronized
    override fun onMessage(socket: WebSocket, bytes: ByteString) {
        if (phase == Phase.OPEN) listener.message(bytes.toByteArray())
    }

    @Synchronized
    override fun onMessage(socket: WebSocket, text: String) {
        if (phase == Phase.OPEN) listener.text(text)
    }

    override fun onClosing(socket: WebSocket, code: Int, reason: String) {
        end(code, reason)
        // Without an answer OkHttp neither closes the socket nor calls `onClosed`.
        socket.close(1000, null)
    }

    override fun onClosed(socket: WebSocket, code: Int, reason: String) = end(code, reason)

    override fun onFailure(socket: WebSocket, error: Throwable, response: Response?) =
        end(1006, error.toString())

    @Synchronized
    private fun end(code: Int, reason: String) {
        if (phase == Phase.CLOSED) return
        phase = Phase.CLOSED
        listener.closed(code, reason)
    }
}
