package interaction.client.transport

import io.grpc.Channel
import io.grpc.MethodDescriptor
import java.io.ByteArrayInputStream
import java.io.InputStream
import java.util.concurrent.atomic.AtomicInteger

/** Passes messages on as the bytes that the session's codec reads and writes. */
internal object GrpcBytes : MethodDescriptor.Marshaller<ByteArray> {
    override fun stream(value: ByteArray): InputStream = ByteArrayInputStream(value)

    override fun parse(stream: InputStream): ByteArray = stream.readBytes()
}

/** A channel that sessions share. */
internal class SharedChannel(val channel: Channel) {
    private val closing = AtomicInteger()

    /** True while the server has not ended a call that its session has closed. */
    val isAwaitingEnd: Boolean
        get() = closing.get() > 0

    fun awaitEnd() {
        closing.incrementAndGet()
    }

    fun ended() {
        closing.decrementAndGet()
    }
}
