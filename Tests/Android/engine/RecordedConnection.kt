package interaction.client.engine

import interaction.client.contract.Capabilities
import interaction.client.contract.Codec
import interaction.client.contract.InteractRequest
import interaction.client.contract.Open
import interaction.client.contract.Surface
import interaction.client.session.BINARY_PROTOCOL
import interaction.client.session.Connect
import interaction.client.session.Connection
import interaction.client.session.ConnectionListener
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit

/** A connection without a session, whose events are recorded in words. */
class RecordedConnection(connect: Connect, url: String) : ConnectionListener {
    private val events = LinkedBlockingQueue<String>()
    private val connection: Connection = connect.open("$url?key=a", listOf(BINARY_PROTOCOL), this)

    /** The newest text message. */
    @Volatile
    var text = ""
        private set

    override fun opened() = record("opened")

    override fun message(bytes: ByteArray) = record("message")

    override fun text(text: String) {
        this.text = text
        record("text")
    }

    override fun closed(code: Int, reason: String) = record("closed $code $reason")

    private fun record(event: String) {
        events.add(event)
    }

    /** Returns the next event; null if none comes within a minute. */
    fun next(): String? = events.poll(60, TimeUnit.SECONDS)

    /** Returns whether an event comes within a quarter of a second. */
    fun hasMore(): Boolean = events.poll(250, TimeUnit.MILLISECONDS) != null

    /** Sends the opening of a session. */
    fun open(experience: String, id: String = "recorded") {
        val open = Open()
        open.level = 2
        open.sessionId = id
        open.epoch = 1
        open.experience = experience
        open.surface = Surface().also {
            it.width = 390.0
            it.height = 844.0
            it.scale = 3.0
        }
        open.capabilities = Capabilities()
        send(InteractRequest().also { it.open = open })
    }

    fun send(frame: InteractRequest) = connection.send(Codec.encode(frame))

    fun close() = connection.close(1000, "")
}
