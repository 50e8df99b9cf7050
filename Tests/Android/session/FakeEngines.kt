package interaction.client.session

import interaction.client.contract.Codec
import interaction.client.contract.InteractRequest
import interaction.client.contract.InteractResponse
import interaction.client.support.Json
import java.util.ArrayDeque
import java.util.concurrent.Executor

/** A clock that a test advances, with the executor of a session's thread. */
class VirtualClock : Clock, Executor {
    private class Call(val time: Long, val call: Runnable) : Cancellable {
        var isCancelled = false

        override fun cancel() {
            isCancelled = true
        }
    }

    private val calls = ArrayList<Call>()
    private val queue = ArrayDeque<Runnable>()
    private var time = 5_000_000L

    override fun now(): Long = time

    override fun wallClock(): Long = 1_000_000 + time / 1000

    override fun schedule(delay: Long, call: Runnable): Cancellable =
        Call(time + delay, call).also { calls.add(it) }

    override fun execute(call: Runnable) {
        queue.add(call)
    }

    /** Makes the calls that the executor has received. */
    fun run() {
        while (true) (queue.poll() ?: return).run()
    }

    /** Advances the time, in milliseconds, and makes the calls that are due. */
    fun pass(milliseconds: Long) {
        val end = time + milliseconds * 1000
        run()
        while (true) {
            val next = calls.filter { !it.isCancelled && it.time <= end }.sortedBy { it.time }
                .firstOrNull() ?: break
            calls.remove(next)
            time = next.time
            next.call.run()
            run()
        }
        time = end
    }
}

/** A connection that a test answers. */
class FakeConnection(
    val url: String, val protocols: List<String>, val listener: ConnectionListener
) : Connection {
    val sent = ArrayList<InteractRequest>()
    var isClosed = false

    override fun send(bytes: ByteArray) {
        sent.add(Codec.decode(bytes, InteractRequest()))
    }

    override fun close(code: Int, reason: String) {
        isClosed = true
    }

    /** Sends a frame to the client. */
    fun answer(json: String) =
        listener.message(Codec.encode(Json.message<InteractResponse>(json)))
}

/** A transport that records its connections. */
class FakeTransport : Connect {
    val connections = ArrayList<FakeConnection>()

    val newest: FakeConnection
        get() = connections.last()

    override fun open(
        url: String, protocols: List<String>, listener: ConnectionListener
    ): Connection = FakeConnection(url, protocols, listener).also { connections.add(it) }
}

/** A store in memory. */
class FakeStore : CheckpointStore {
    val texts = HashMap<String, String>()
    var failure: String? = null

    override fun load(sessionId: String): String? = texts[sessionId].also { check() }

    override fun save(text: String, sessionId: String) {
        check()
        texts[sessionId] = text
    }

    override fun remove(sessionId: String) {
        check()
        texts.remove(sessionId)
    }

    private fun check() {
        failure?.let { throw IllegalStateException(it) }
    }
}
