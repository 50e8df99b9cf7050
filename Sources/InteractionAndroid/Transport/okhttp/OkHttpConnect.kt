package interaction.client.transport

import interaction.client.session.Connect
import interaction.client.session.Connection
import interaction.client.session.ConnectionListener
import okhttp3.Dispatcher
import okhttp3.OkHttpClient
import okhttp3.Request

/**
 * A transport over OkHttp's WebSocket, for OkHttp 3.13 and later.
 *
 * Connections use the client's settings, such as its certificates, proxies and pings, but a
 * dispatcher of their own: OkHttp counts an open WebSocket as a running request, of which the usual
 * dispatcher allows 64. Each connection has a thread while it is open. Pings are off unless the
 * client sets `pingInterval`: sessions detect a lost connection by their heartbeats.
 */
class OkHttpConnect @JvmOverloads constructor(client: OkHttpClient = OkHttpClient()) : Connect {
    private val client = client.newBuilder().dispatcher(unlimitedDispatcher()).build()

    /** @throws IllegalArgumentException if the address is no URL of a WebSocket. */
    override fun open(
        url: String, protocols: List<String>, listener: ConnectionListener
    ): Connection {
        val request = Request.Builder().url(url)
            .header("Sec-WebSocket-Protocol", protocols.joinToString(", "))
            .build()
        val receiver = OkHttpReceiver(listener)
        return OkHttpConnection(client.newWebSocket(request, receiver), receiver)
    }

    private fun unlimitedDispatcher(): Dispatcher {
        val dispatcher = Dispatcher()
        dispatcher.maxRequests = Int.MAX_VALUE
        dispatcher.maxRequestsPerHost = Int.MAX_VALUE
        return dispatcher
    }
}
