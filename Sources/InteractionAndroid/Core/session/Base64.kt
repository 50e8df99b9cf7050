package interaction.client.session

/** Encodes and decodes base64, which Android offers in Java's form only from API 26. */
internal object Base64 {
    private const val ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    /** Decodes base64, padded or not, up to the first character of another alphabet. */
    fun decode(text: String): ByteArray {
        val bytes = ByteArray(text.length * 3 / 4)
        var size = 0
        var bits = 0
        var count = 0
        for (character in text) {
            val digit = ALPHABET.indexOf(character)
            if (digit < 0) break
            bits = ((bits shl 6) or digit) and 0xffff
            count += 6
            if (count < 8) continue
            count -= 8
            bytes[size++] = (bits shr count).toByte()
        }
        return bytes.copyOf(size)
    }

    /** Encodes bytes as padded base64. */
    fun encode(bytes: ByteArray): String {
        val text = StringBuilder((bytes.size + 2) / 3 * 4)
        for (at in bytes.indices step 3) {
            val bits = (byteAt(bytes, at) shl 16) or (byteAt(bytes, at + 1) shl 8) or
                byteAt(bytes, at + 2)
            for (digit in 0 until 4) {
                val isData = at + digit <= bytes.size
                text.append(if (isData) ALPHABET[(bits shr (18 - 6 * digit)) and 63] else '=')
            }
        }
        return text.toString()
    }

    private fun byteAt(bytes: ByteArray, at: Int): Int =
        if (at < bytes.size) bytes[at].toInt() and 0xff else 0
}
