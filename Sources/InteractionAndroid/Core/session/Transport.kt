package interaction.client.session

/** A connection to an engine that carries messages. A session calls it on its own thread. */
interface Connection {
    /** Sends a message. Must not block. */
    fun send(bytes: ByteArray)

    /** Closes the connection gracefully; [ConnectionListener.closed] follows. */
    fun close(code: Int, reason: String)
}

/** A listener to the events of a connection, which are reported in order, on any thread. */
interface ConnectionListener {
    /** Called when the connection is open. */
    fun opened()

    /** Called for each binary message; the bytes must not change afterwards. */
    fun message(bytes: ByteArray)

    /** Called for each text message. */
    fun text(text: String)

    /**
     * Called once, when the connection has ended or could not be opened; with the code 1006 if it
     * has ended without a close frame.
     */
    fun closed(code: Int, reason: String)
}

/** A transport that opens connections. */
interface Connect {
    /**
     * Opens a connection to an address, offering subprotocols. Called on the session's thread; must
     * not block. Returns the connection, whose messages may be sent once it is open.
     *
     * @throws Exception if the address cannot be connected to; the session tries the next engine.
     */
    fun open(url: String, protocols: List<String>, listener: ConnectionListener): Connection
}

/** The subprotocol with messages in protobuf's binary form. */
const val BINARY_PROTOCOL = "interaction.v1.proto"

/** Returns the subprotocols of a connection: the messages', and one that carries the token. */
internal fun protocols(token: String): List<String> =
    if (token == "") listOf(BINARY_PROTOCOL)
    else listOf(BINARY_PROTOCOL, BEARER_PREFIX + base64URL(token))

/**
 * Returns the access token among the subprotocols of a connection, for a transport that sends it in
 * another form; null if there is none.
 */
fun bearerToken(protocols: List<String>): String? {
    val name = protocols.firstOrNull { it.startsWith(BEARER_PREFIX) } ?: return null
    val text = name.substring(BEARER_PREFIX.length).replace('-', '+').replace('_', '/')
    return String(Base64.decode(text), Charsets.UTF_8)
}

private const val BEARER_PREFIX = "interaction.bearer."

/** Returns a token in the form of a subprotocol name. */
private fun base64URL(token: String): String =
    Base64.encode(token.toByteArray(Charsets.UTF_8))
        .replace('+', '-').replace('/', '_').trimEnd('=')

/**
 * Returns an engine's address with the routing key, by which a fleet's proxies choose an engine.
 * Each of the four variants of a key hashes to another engine.
 */
internal fun keyed(url: String, key: String, variant: Int): String {
    val mark = if ('?' in url) '&' else '?'
    val suffix = if (variant == 0) "" else "~$variant"
    return "$url${mark}key=${escaped(key)}$suffix"
}

/** Escapes a text for a query, as JavaScript's `encodeURIComponent`. */
private fun escaped(text: String): String {
    val escaped = StringBuilder()
    for (byte in text.toByteArray(Charsets.UTF_8)) {
        val letter = byte.toInt() and 0xff
        if (letter in 0x30..0x39 || letter in 0x41..0x5a || letter in 0x61..0x7a ||
            letter.toChar() in "-_.!~*'()") {
            escaped.append(letter.toChar())
        } else {
            escaped.append('%').append(HEX[letter shr 4]).append(HEX[letter and 15])
        }
    }
    return escaped.toString()
}

private const val HEX = "0123456789ABCDEF"
