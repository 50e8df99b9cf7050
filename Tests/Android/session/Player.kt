package interaction.client.session

import com.google.gson.JsonElement
import interaction.client.contract.Codec
import interaction.client.contract.InteractRequest
import interaction.client.contract.InteractResponse
import interaction.client.contract.LayoutDirection
import interaction.client.contract.Open
import interaction.client.contract.Surface
import interaction.client.support.Json
import java.util.ArrayDeque
import java.util.Arrays

/** The expected actions of a client, one for each line of a script. */
val expectations = setOf("connect", "send", "leave", "abandon", "refresh", "tell")

/** Plays a script to the session's machine; throws an [AssertionError] at the first wrong line. */
fun play(script: Script) = Player(script).play()

private class Player(private val script: Script) {
    private var now = 0L
    private lateinit var machine: SessionMachine
    private var engines = 1
    private var configuration = Open()

    /** The client's actions that no line has matched yet. */
    private var done = ArrayList<SessionAction>()
    private var kept: KeptSession? = null

    fun play() {
        val lines = ArrayDeque(script.lines)
        while (lines.peek()?.word == "session" || lines.peek()?.word == "engines") {
            configure(lines.remove())
        }
        begin()
        while (lines.isNotEmpty()) {
            // The client may answer simultaneous steps together.
            while (lines.isNotEmpty() && lines.peek().word !in expectations) step(lines.remove())
            val expected = ArrayList<Line>()
            while (lines.isNotEmpty() && lines.peek().word in expectations) {
                expected.add(lines.remove())
            }
            check(expected)
        }
        check(emptyList())
    }

    private fun configure(line: Line) {
        if (line.word == "engines") engines = line.rest.toInt()
        else configuration = Json.message(line.rest)
    }

    private fun begin() {
        val open = configuration
        val sessionId = if (open.sessionId == "") "s-1" else open.sessionId
        val session = SessionConfiguration(sessionId, open.surface ?: usualSurface())
        session.experience = open.experience
        session.user = open.user
        session.current = open.current
        session.start = open.timeUs
        machine = SessionMachine(session, engines, now, { 1.0 }, kept)
    }

    private fun usualSurface() = Surface().also {
        it.width = 390.0
        it.height = 844.0
        it.scale = 3.0
        it.direction = LayoutDirection.LEFT_TO_RIGHT
    }

    private fun step(line: Line) {
        try {
            step(line.word, line.rest)
        } catch (error: Exception) {
            throw AssertionError("${place(line)}: ${line.word} ${line.rest}\n$error", error)
        } catch (error: AssertionError) {
            throw AssertionError("${place(line)}: ${line.word}\n${error.message}", error)
        }
    }

    private fun step(word: String, rest: String) {
        when (word) {
            "at" -> pass(time(rest))
            "app" -> app(rest)
            "up" -> machine.connected(now)
            "recv" -> machine.receive(Codec.encode(Json.message<InteractResponse>(rest)), now)
            "error" -> machine.ended(InteractionError.fromText(errorText(rest)), now)
            "close" -> machine.ended(InteractionError.fromClose(rest.toInt(), ""), now)
            "drop" -> machine.ended(InteractionError.fromClose(1006, ""), now)
            "end" -> machine.ended(InteractionError.fromClose(1000, ""), now)
            "restart" -> restart(time(rest))
            else -> throw IllegalArgumentException("'$word' is no step")
        }
    }

    private fun restart(pause: Long) {
        collect()
        val text = kept?.text() ?: throw AssertionError("nothing has been kept")
        val restored = KeptSession.read(text)
        kept = restored
        now = restored.open.timeUs + pause
        begin()
    }

    private fun app(what: String) {
        when (what) {
            "pause" -> machine.pause(now)
            "resume" -> machine.resume(now)
            "finish" -> machine.finish(now)
            "network" -> machine.networkChanged(now)
            else -> {
                if (what.startsWith("token ")) machine.refresh(what.drop(6))
                else machine.report(eventOf(what).also { it.timeUs = now })
            }
        }
    }

    /** Advances the time; before `end` only expected actions may happen. */
    private fun pass(end: Long) {
        if (end < now) throw AssertionError("time runs backwards")
        while (true) {
            val wake = machine.nextWake ?: break
            if (wake <= now || wake >= end) break
            now = wake
            machine.tick(wake)
            check(emptyList())
        }
        now = end
        val wake = machine.nextWake
        if (wake != null && wake <= end) machine.tick(end)
    }

    private fun collect() {
        for (action in machine.take(now)) {
            if (action is SessionAction.Save) kept = machine.kept()?.keptAt(1)
            else if (action is SessionAction.Remove) kept = null
            else done.add(action)
        }
    }

    private fun check(lines: List<Line>) {
        collect()
        val actions = done
        done = ArrayList()
        val place = "${place(lines.firstOrNull())}, at ${timeText(now)}"
        val told = actions.filterIsInstance<SessionAction.YieldUpdate>().map { words(it.update) }
        val toTell = lines.filter { it.word == "tell" }.map { it.rest }
        for (kind in listOf(true, false)) {
            expect(toTell.filter { isState(it) == kind }, told.filter { isState(it) == kind }) {
                "$place: what the app is told"
            }
        }
        val acted = actions.filter { it !is SessionAction.YieldUpdate }
        val wanted = lines.filter { it.word != "tell" }
        expect(wanted.map { it.word }, acted.map { name(it) }) {
            "$place: what the client does"
        }
        acted.forEachIndexed { index, action ->
            val line = wanted[index]
            if (action is SessionAction.Send) checkFrame(action.frame, line)
            if (action is SessionAction.Connect) {
                expect(if (line.rest == "") 0 else line.rest.toInt(), action.endpoint) {
                    "${place(line)}: the engine"
                }
            }
        }
    }

    private fun checkFrame(frame: InteractRequest, line: Line) {
        val json = Json.parseObject(line.rest)
        val expected = Json.messageFrom(InteractRequest::class.java, json)
        val open = json.get("open")
        val actual = frame.open
        if (open == null || actual == null) {
            expectBytes(Codec.encode(expected), Codec.encode(frame), place(line))
            return
        }
        // Only the named fields of an `Open` are compared; null requires an absent field.
        for (entry: Map.Entry<String, JsonElement> in open.asJsonObject.entrySet()) {
            expectBytes(
                only(entry.key, expected.open!!), only(entry.key, actual),
                "${place(line)}: open.${entry.key}")
        }
    }

    /** Encodes one field; an unknown one is empty. */
    private fun only(name: String, open: Open): ByteArray {
        val part = Open()
        Open::class.java.declaredFields.filter { it.name == name }.forEach {
            it.set(part, it.get(open))
        }
        return Codec.encode(part)
    }

    private fun expectBytes(expected: ByteArray, actual: ByteArray, place: String) {
        if (Arrays.equals(expected, actual)) return
        throw AssertionError("$place\nis     ${hex(actual)}\nshould ${hex(expected)}")
    }

    private fun hex(bytes: ByteArray): String = bytes.joinToString("") { "%02x".format(it) }

    private fun expect(expected: Any, actual: Any, place: () -> String) {
        if (expected == actual) return
        throw AssertionError("${place()}\nis     $actual\nshould $expected")
    }

    private fun place(line: Line?): String = "${script.title}, line ${line?.number ?: "?"}"

    private fun isState(text: String): Boolean =
        text.substringBefore(' ') !in setOf("opened", "directive", "notice")

    private fun name(action: SessionAction): String = when (action) {
        is SessionAction.Connect -> "connect"
        is SessionAction.Send -> "send"
        is SessionAction.Leave -> "leave"
        is SessionAction.Abandon -> "abandon"
        is SessionAction.Refresh -> "refresh"
        else -> action.javaClass.simpleName
    }
}
