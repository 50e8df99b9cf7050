package interaction.client.engine

import java.io.BufferedReader
import java.io.File
import java.util.concurrent.TimeUnit

/** A running program of the engine, which keeps its ports when it starts again. */
class Engine(private val folder: File, vararg options: String) : AutoCloseable {
    private val options = options.toList()
    private lateinit var process: Process

    /** The port of gRPC. */
    var port = 0
        private set

    /** The port of WebSockets. */
    var webPort = 0
        private set

    /** The exit code, when the program has ended. */
    val exitCode: Int
        get() {
            check(process.waitFor(60, TimeUnit.SECONDS)) { "the engine does not end" }
            return process.exitValue()
        }

    init {
        start()
    }

    /** Starts the program, and waits until it listens. */
    fun start() {
        val command = listOf(
            program!!, "serve", "--port", "$port", "--web-port", "$webPort",
            "--monitoring-port", "0")
        process = ProcessBuilder(command + options)
            .redirectError(ProcessBuilder.Redirect.appendTo(File(folder, "engine.log"))).start()
        val lines = process.inputStream.bufferedReader()
        port = listening(lines)
        webPort = listening(lines)
    }

    private fun listening(lines: BufferedReader): Int {
        val line = lines.readLine()
            ?: throw AssertionError("no engine:\n" + File(folder, "engine.log").readText())
        return line.substringAfterLast(':').toInt()
    }

    /** Sends a signal, such as `STOP`. */
    fun signal(name: String) {
        check(ProcessBuilder("kill", "-$name", "${process.pid()}").start().waitFor() == 0)
    }

    /** Ends the program at once. */
    fun kill() {
        process.destroyForcibly()
        process.waitFor()
    }

    override fun close() = kill()

    companion object {
        /** The program of the engine; null if none has been built. */
        val program: String? = System.getenv("ENGINE")?.takeIf { it != "" }
            ?: ".build/debug/interaction-engine".takeIf { File(it).canExecute() }

        /** Creates a file with a key of checkpoints, for engines that resume each other's. */
        fun checkpointKeys(folder: File): File {
            val file = File(folder, "keys")
            val made = ProcessBuilder(program, "keygen", "--into", file.path).start()
            check(made.waitFor() == 0) { made.errorStream.reader().readText() }
            return file
        }
    }
}
