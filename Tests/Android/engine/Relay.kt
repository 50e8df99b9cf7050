package interaction.client.engine

import java.io.IOException
import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.atomic.AtomicLong
import kotlin.concurrent.thread

/** A relay of TCP connections to a port, which cuts them. */
class Relay(private val target: Int) : AutoCloseable {
    private val server = ServerSocket(0, 100, InetAddress.getLoopbackAddress())
    private val sockets = CopyOnWriteArrayList<Socket>()

    /** The connections whose bytes are dropped. */
    private val lost = CopyOnWriteArrayList<Socket>()

    /** The bytes passed on to the engine. */
    val sent = AtomicLong()

    /** The bytes passed on to clients. */
    val received = AtomicLong()

    /** The number of connections so far. */
    val connections = AtomicLong()

    val port: Int
        get() = server.localPort

    init {
        start { while (true) accept(server.accept()) }
    }

    /** Drops the bytes of all connections from now on, and keeps their ends from each other. */
    fun forget() = sockets.forEach { lost.add(it) }

    /** Cuts all connections with a reset. */
    fun cut() = sockets.forEach { socket ->
        sockets.remove(socket)
        ignoringErrors {
            socket.setSoLinger(true, 0)
            socket.close()
        }
    }

    override fun close() {
        server.close()
        cut()
    }

    private fun accept(client: Socket) = ignoringErrors {
        connections.incrementAndGet()
        sockets.add(client)
        val engine = Socket(InetAddress.getLoopbackAddress(), target)
        sockets.add(engine)
        for (socket in listOf(client, engine)) socket.tcpNoDelay = true
        start { pass(client, engine, sent) }
        start { pass(engine, client, received) }
    }

    private fun pass(from: Socket, to: Socket, count: AtomicLong) {
        val bytes = ByteArray(65536)
        while (true) {
            val size = from.getInputStream().read(bytes)
            if (size < 0) break
            if (from in lost) continue
            to.getOutputStream().write(bytes, 0, size)
            count.addAndGet(size.toLong())
        }
        if (from !in lost) to.shutdownOutput()
    }

    private fun start(run: () -> Unit) {
        thread(isDaemon = true) { ignoringErrors(run) }
    }

    private fun ignoringErrors(run: () -> Unit) {
        try {
            run()
        } catch (error: IOException) {
            // Cut, or the engine is not there.
            return
        }
    }
}
