package interaction.client.engine

import interaction.client.session.Connect
import interaction.client.transport.OkHttpConnect
import interaction.client.transport.SessionThread
import kotlin.system.exitProcess

/**
 * Plays traces over WebSockets to engines that may be killed or cut off meanwhile, and checks that
 * each session's directives are those of its trace.
 *
 * Usage: `ChaosClient ADDRESS...`, such as ws://127.0.0.1:8080/v1/interact; from the variable
 * ENGINES by default, separated by commas. Variables: SESSIONS (100), SPEED of playback (1), and
 * SECONDS until the sessions have to be over (300). Exit code 1 if a check fails.
 */
object ChaosClient {
    private val sessionsPerThread = 25

    @JvmStatic
    fun main(arguments: Array<String>) {
        val urls = if (arguments.isNotEmpty()) arguments.toList() else {
            variable("ENGINES", "").split(",").filter { it != "" }
        }
        if (urls.isEmpty()) {
            println("usage: ChaosClient ADDRESS...")
            exitProcess(64)
        }
        val sessions = start(urls, variable("SESSIONS", "100").toInt())
        val speed = variable("SPEED", "1").toDouble()
        sessions.forEach { it.play(speed) }
        waitForEnd(sessions, variable("SECONDS", "300").toInt())
        exitProcess(if (report(sessions)) 0 else 1)
    }

    private fun variable(name: String, default: String): String = System.getenv(name) ?: default

    /** Opens sessions, which prefer different engines. */
    private fun start(urls: List<String>, count: Int): List<PlayedSession> {
        val traces = Trace.all()
        val connect: Connect = OkHttpConnect()
        val threads = List((count + sessionsPerThread - 1) / sessionsPerThread) { SessionThread() }
        val run = java.lang.Long.toString(System.currentTimeMillis(), 36)
        return List(count) {
            val shift = it % urls.size
            PlayedSession(
                traces[it % traces.size], "android-$run-$it",
                urls.drop(shift) + urls.take(shift), connect, threads[it % threads.size])
        }
    }

    private fun waitForEnd(sessions: List<PlayedSession>, seconds: Int) {
        for (second in 0 until seconds) {
            val open = sessions.count { it.log.state.isOpen }
            val over = sessions.count { it.isOver }
            println(
                "$second s: ${sessions.map { it.next }.sum()} events sent, " +
                    "$open open, $over over, ${openings(sessions)} openings")
            if (over == sessions.size) return
            Thread.sleep(1000)
        }
    }

    private fun openings(sessions: List<PlayedSession>): Int = sessions.map { it.log.opened }.sum()

    /** Prints the result. Returns true if every check has passed. */
    private fun report(sessions: List<PlayedSession>): Boolean {
        val failed = sessions.filter { it.problems.isNotEmpty() }
        for (session in failed.take(20)) {
            println("${session.id} (${session.trace.name}): ${session.problems.take(5)}")
            println("  ${session.log.updates.takeLast(8)}")
        }
        val events = sessions.map { it.next }.sum()
        val directives = sessions.map { it.log.directives.size }.sum()
        println(
            "${sessions.size} sessions, $events events, $directives directives, " +
                "${openings(sessions) - sessions.size} reconnects, ${failed.size} failed")
        return failed.isEmpty()
    }
}
