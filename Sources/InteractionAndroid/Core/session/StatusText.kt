package interaction.client.session

import interaction.client.contract.MalformedException
import interaction.client.contract.Reader
import interaction.client.contract.noBytes

/**
 * The error of a gRPC call in the form of the text message that precedes the close of a WebSocket,
 * for transports over gRPC.
 */
object StatusText {
    /**
     * Returns the text of an error.
     *
     * @param code The number of the gRPC status.
     * @param message The status message.
     * @param details A `google.rpc.Status`, the value of the trailer `grpc-status-details-bin`; a
     *   malformed one has no details.
     */
    @JvmStatic
    fun of(code: Int, message: String, details: ByteArray): String {
        val name = Status.values().getOrElse(code) { Status.UNKNOWN }.text
        val found = try {
            details(details)
        } catch (error: MalformedException) {
            emptyList<String>()
        }
        return "{\"code\":\"$name\",\"message\":${quoted(message)}," +
            "\"details\":[${found.joinToString(",")}]}"
    }

    /** Returns the details of a `google.rpc.Status`: its fields with number 3. */
    private fun details(status: ByteArray): List<String> {
        val found = ArrayList<String>()
        val reader = Reader(status)
        reader.passes {
            val any = reader.bytes(3, noBytes)
            if (any !== noBytes) found.add(detail(any))
        }
        return found
    }

    /** Returns a `google.protobuf.Any` as an object with its type and its value in base64. */
    private fun detail(any: ByteArray): String {
        var type = ""
        var value = noBytes
        val reader = Reader(any)
        reader.passes {
            type = reader.text(1, type)
            value = reader.bytes(2, value)
        }
        return "{\"type\":${quoted(type.substringAfterLast('/'))}," +
            "\"value\":\"${Base64.encode(value)}\"}"
    }

    private fun quoted(text: String): String {
        val quoted = StringBuilder("\"")
        for (letter in text) when {
            letter == '"' || letter == '\\' -> quoted.append('\\').append(letter)
            letter < ' ' -> quoted.append("\\u00").append(HEX[letter - '\u0000' shr 4])
                .append(HEX[letter - '\u0000' and 15])
            else -> quoted.append(letter)
        }
        return quoted.append('"').toString()
    }

    private const val HEX = "0123456789abcdef"
}
