package interaction.client.session

/**
 * Reads a JSON text: maps, lists, strings, numbers as [Double], booleans and null. Returns null if
 * it is malformed.
 */
internal fun readJson(text: String): Any? =
    try {
        JsonText(text).whole()
    } catch (error: IllegalArgumentException) {
        null
    } catch (error: IndexOutOfBoundsException) {
        null
    }

private class JsonText(private val text: String) {
    private var at = 0

    fun whole(): Any? {
        val value = value(0)
        skipSpace()
        require(at == text.length)
        return value
    }

    private fun value(depth: Int): Any? {
        require(depth < MAXIMUM_DEPTH)
        skipSpace()
        return when (text[at]) {
            '{' -> members(depth)
            '[' -> elements(depth)
            '"' -> string()
            't' -> literal("true", true)
            'f' -> literal("false", false)
            'n' -> literal("null", null)
            else -> number()
        }
    }

    private fun members(depth: Int): Map<String, Any?> {
        val members = HashMap<String, Any?>()
        list('}') {
            val name = string()
            skipSpace()
            require(text[at++] == ':')
            members[name] = value(depth + 1)
        }
        return members
    }

    private fun elements(depth: Int): List<Any?> {
        val elements = ArrayList<Any?>()
        list(']') { elements.add(value(depth + 1)) }
        return elements
    }

    /** Reads what is between two brackets, with commas. */
    private fun list(end: Char, read: () -> Unit) {
        at += 1
        skipSpace()
        if (text[at] == end) {
            at += 1
            return
        }
        while (true) {
            skipSpace()
            read()
            skipSpace()
            val mark = text[at++]
            if (mark == end) return
            require(mark == ',')
        }
    }

    private fun string(): String {
        require(text[at++] == '"')
        val read = StringBuilder()
        while (true) {
            val character = text[at++]
            if (character == '"') return read.toString()
            read.append(if (character == '\\') escaped() else character)
        }
    }

    private fun escaped(): Char {
        val character = text[at++]
        return when (character) {
            'n' -> '\n'
            't' -> '\t'
            'r' -> '\r'
            'b' -> '\b'
            'f' -> '\u000c'
            'u' -> {
                at += 4
                Integer.parseInt(text.substring(at - 4, at), 16).toChar()
            }
            else -> character
        }
    }

    private fun <T> literal(word: String, value: T): T {
        require(text.startsWith(word, at))
        at += word.length
        return value
    }

    private fun number(): Double {
        val start = at
        while (at < text.length && text[at] in "+-.0123456789eE") at += 1
        return text.substring(start, at).toDouble()
    }

    private fun skipSpace() {
        while (at < text.length && text[at] in " \t\r\n") at += 1
    }

    private companion object {
        const val MAXIMUM_DEPTH = 32
    }
}
