package interaction.client.session

import java.io.File
import java.math.BigDecimal

/** A line of a script: a step, or an expectation about the steps before it. */
data class Line(val number: Int, val word: String, val rest: String)

/** A script of frames: the steps, and the client's expected actions. */
data class Script(val title: String, val lines: List<Line>)

/** Parses the scripts of a text. */
fun scripts(text: String): List<Script> {
    val found = ArrayList<Pair<String, ArrayList<Line>>>()
    text.split("\n").forEachIndexed { index, line ->
        if (line != "" && !line.startsWith("#")) {
            val match = Regex("^(\\w+):? *(.*)$").find(line)
                ?: throw IllegalArgumentException("line ${index + 1}: '$line'")
            val (word, rest) = match.destructured
            if (word == "script") found.add(Pair(rest, ArrayList()))
            else found.last().second.add(Line(index + 1, word, rest))
        }
    }
    return found.map { Script(it.first, it.second) }
}

/** The files for clients that decide offline, which this one does not; scripts/vectors names them. */
private val skipped = setOf("offline.txt")

/** Returns the files of scripts. */
fun scriptFiles(): List<File> =
    File("Tests/Frames").listFiles()!!.filter { it.name.endsWith(".txt") && it.name !in skipped }
        .sortedBy { it.name }

/** Parses a time such as `16.5ms`, in µs. */
fun time(text: String): Long {
    val match = Regex("^([0-9.]+)ms$").find(text)
        ?: throw IllegalArgumentException("'$text' is no time such as 16.5ms")
    return Math.round(match.groupValues[1].toDouble() * 1000)
}

/** Returns a time in the words of scripts. */
fun timeText(microseconds: Long): String =
    BigDecimal(microseconds).movePointLeft(3).stripTrailingZeros().toPlainString() + "ms"
