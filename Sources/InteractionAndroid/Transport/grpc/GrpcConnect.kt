package interaction.client.transport

import interaction.client.session.Clock
import interaction.client.session.Connect
import interaction.client.session.Connection
import interaction.client.session.ConnectionListener
import interaction.client.session.bearerToken
import io.grpc.CallOptions
import io.grpc.Channel
import io.grpc.ManagedChannel
import io.grpc.Metadata
import io.grpc.MethodDescriptor

/** A source of the gRPC channels to engines. */
interface GrpcChannels {
    /**
     * Returns a channel to an engine; called once for each address of [Engines.urls], whose form is
     * the app's choice. The app shuts the channel down.
     *
     * @see interaction.client.session.Engines
     */
    fun channel(address: String): Channel
}

/**
 * A transport over calls of gRPC. The sessions share a channel for each engine.
 *
 * @param channels Returns the channels.
 * @param clock Limits the time for which a closed call waits for the server.
 */
class GrpcConnect(private val channels: GrpcChannels, private val clock: Clock) : Connect {
    private val known = HashMap<String, SharedChannel>()

    override fun open(
        url: String, protocols: List<String>, listener: ConnectionListener
    ): Connection {
        val shared = shared(url.substring(0, keyStart(url) - 1))
        (shared.channel as? ManagedChannel)?.let { renew(it, shared) }
        val call = shared.channel.newCall(INTERACT, CallOptions.DEFAULT)
        val connection = GrpcConnection(call, shared, clock)
        call.start(GrpcReceiver(call, connection, listener), headers(url, protocols))
        call.request(1)
        return connection
    }

    private fun shared(address: String): SharedChannel = synchronized(known) {
        known.getOrPut(address) { SharedChannel(channels.channel(address)) }
    }

    private fun renew(channel: ManagedChannel, shared: SharedChannel) {
        // Sessions have a backoff of their own.
        channel.resetConnectBackoff()
        // A server that does not end a closed call may be gone: calls that are open stay on the
        // former network connection, and later ones get a new one.
        if (shared.isAwaitingEnd) channel.enterIdle()
    }

    private fun headers(url: String, protocols: List<String>): Metadata {
        val headers = Metadata()
        headers.put(ROUTING_KEY, url.substring(keyStart(url) + KEY_PARAMETER.length))
        bearerToken(protocols)?.let { headers.put(AUTHORIZATION, "Bearer $it") }
        return headers
    }

    /** Returns the position of the session's routing key, the last parameter of an address. */
    private fun keyStart(url: String): Int = url.lastIndexOf(KEY_PARAMETER)

    private companion object {
        const val KEY_PARAMETER = "key="
        val ROUTING_KEY: Metadata.Key<String> = headerOf("x-interaction-key")
        val AUTHORIZATION: Metadata.Key<String> = headerOf("authorization")

        val INTERACT: MethodDescriptor<ByteArray, ByteArray> =
            MethodDescriptor.newBuilder(GrpcBytes, GrpcBytes)
                .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                .setFullMethodName("interaction.v1.InteractionService/Interact")
                .build()

        fun headerOf(name: String): Metadata.Key<String> =
            Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)
    }
}
