package interaction.client.engine

import interaction.client.session.Clock
import interaction.client.session.Connect
import interaction.client.transport.GrpcChannels
import interaction.client.transport.GrpcConnect
import interaction.client.transport.OkHttpConnect
import io.grpc.Channel
import io.grpc.ManagedChannel
import io.grpc.netty.NettyChannelBuilder
import java.net.URI
import okhttp3.OkHttpClient

/** A transport under test. */
abstract class TestedTransport : AutoCloseable {
    abstract val connect: Connect

    /** Returns the port of an engine for this transport. */
    abstract fun port(engine: Engine): Int

    /** Returns the address for a port. */
    abstract fun url(port: Int): String

    fun url(engine: Engine): String = url(port(engine))
}

/** WebSockets. */
class TestedOkHttp(private val client: OkHttpClient = OkHttpClient()) : TestedTransport() {
    override val connect = OkHttpConnect(client)

    override fun port(engine: Engine): Int = engine.webPort

    override fun url(port: Int): String = "ws://127.0.0.1:$port/v1/interact"

    override fun close() = client.connectionPool().evictAll()
}

/** gRPC. */
class TestedGrpc(clock: Clock) : TestedTransport() {
    private val channels = ArrayList<ManagedChannel>()

    override val connect = GrpcConnect(object : GrpcChannels {
        override fun channel(address: String): Channel {
            val port = URI(address).port
            return NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build()
                .also { channels.add(it) }
        }
    }, clock)

    override fun port(engine: Engine): Int = engine.port

    override fun url(port: Int): String = "http://127.0.0.1:$port"

    override fun close() = channels.forEach { it.shutdownNow() }
}
