package interaction.client.session

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory
import org.junit.jupiter.api.function.Executable

/** Plays the scripts of frames that every client has to pass. */
class FrameScriptTests {
    @TestFactory
    fun scriptsPlay(): List<DynamicTest> {
        val tests = scriptFiles().flatMap { file ->
            scripts(file.readText()).map { script ->
                dynamicTest("${file.name}: ${script.title}", Executable { play(script) })
            }
        }
        assertTrue(tests.isNotEmpty())
        return tests
    }

    /**
     * Finds a missing line. Frames are excepted: steps without one between them are answered
     * together.
     */
    @Test
    fun aMissingLineIsFound() {
        val counted = setOf("tell", "connect", "abandon", "refresh")
        val unnoticed = changed { line -> if (line.word in counted) emptyList() else null }
        assertEquals(emptyList<String>(), unnoticed)
    }

    @Test
    fun anUnexpectedLineIsFound() {
        val unnoticed = changed { line ->
            if (line.word == "tell") listOf(line, line.copy(rest = "draining again")) else null
        }
        assertEquals(emptyList<String>(), unnoticed)
    }

    @Test
    fun aWrongFrameIsFound() {
        val unnoticed = changed { line ->
            val wrong = line.rest.replace("\"firstSequence\":\"", "\"firstSequence\":\"1")
                .replace("\"ack\":{\"directive\":\"", "\"ack\":{\"directive\":\"1")
                .replace("\"open\":{\"level\":2", "\"open\":{\"level\":3")
            if (line.word == "send" && wrong != line.rest) listOf(line.copy(rest = wrong)) else null
        }
        assertEquals(emptyList<String>(), unnoticed)
    }

    /**
     * Changes each line for which `change` returns other lines, one at a time. Returns the lines
     * whose change no script notices.
     */
    private fun changed(change: (Line) -> List<Line>?): List<String> {
        val unnoticed = ArrayList<String>()
        var count = 0
        for (script in scriptFiles().flatMap { scripts(it.readText()) }) {
            script.lines.forEachIndexed { index, line ->
                val others = change(line)
                if (others != null) {
                    count += 1
                    val lines = script.lines.take(index) + others + script.lines.drop(index + 1)
                    if (passes(Script(script.title, lines))) {
                        unnoticed.add("${script.title}: $line")
                    }
                }
            }
        }
        assertTrue(count > 10)
        return unnoticed
    }

    private fun passes(script: Script): Boolean =
        try {
            play(script)
            true
        } catch (error: AssertionError) {
            false
        }
}
