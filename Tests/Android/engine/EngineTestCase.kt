package interaction.client.engine

import interaction.client.session.CheckpointStore
import interaction.client.session.Clock
import interaction.client.session.TokenSource
import interaction.client.transport.SessionThread
import interaction.client.transport.SystemClock
import java.io.File
import java.nio.file.Path
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assumptions.assumeTrue
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.io.TempDir

/** A test against engines, which is skipped without a built one. */
abstract class EngineTestCase(private val makeTransport: (Clock) -> TestedTransport) {
    @TempDir
    lateinit var directory: Path

    protected val folder: File
        get() = directory.toFile()
    protected val trace = Trace.tour()
    protected val thread = SessionThread()
    protected lateinit var transport: TestedTransport
    private val opened = ArrayList<AutoCloseable>()

    @BeforeEach
    fun prepare() {
        assumeTrue(Engine.program != null, "no engine; set ENGINE to a built program")
        transport = closing(makeTransport(SystemClock(thread)))
    }

    @AfterEach
    fun close() {
        opened.asReversed().forEach { it.close() }
        thread.close()
    }

    protected fun <T : AutoCloseable> closing(resource: T): T = resource.also { opened.add(it) }

    /** Starts engines that resume each other's sessions, and do not tick for a late client. */
    protected fun engines(count: Int, vararg options: String): List<Engine> {
        val keys = Engine.checkpointKeys(folder).path
        return List(count) {
            closing(Engine(
                folder, "--checkpoint-keys", keys, "--limit", "tick-grace-ms=3600000", *options))
        }
    }

    protected fun played(
        urls: List<String>, skipsSamples: Boolean = true, store: CheckpointStore? = null,
        tokens: TokenSource? = null
    ) = PlayedSession(trace, "played", urls, transport.connect, thread, skipsSamples, store, tokens)

    protected fun assertAsRecorded(session: PlayedSession) =
        assertEquals(emptyList<String>(), session.problems)
}
