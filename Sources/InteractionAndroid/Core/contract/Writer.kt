package interaction.client.contract

/** Writes protobuf's binary format. */
internal class Writer {
    private var buffer = ByteArray(64)
    private var size = 0

    fun bytes(): ByteArray = buffer.copyOf(size)

    fun varint(tag: Int, value: Long) {
        varint(tag.toLong())
        varint(value)
    }

    fun varint(value: Long) {
        reserve(10)
        var bits = value
        while (bits and 0x7fL.inv() != 0L) {
            buffer[size++] = ((bits and 0x7f) or 0x80).toByte()
            bits = bits ushr 7
        }
        buffer[size++] = bits.toByte()
    }

    fun sint(tag: Int, value: Long) {
        varint(tag.toLong())
        sint(value)
    }

    fun sint(value: Long) = varint((value shl 1) xor (value shr 63))

    fun bool(tag: Int, value: Boolean) = varint(tag, if (value) 1 else 0)

    fun double(tag: Int, value: Double) {
        varint(tag.toLong())
        double(value)
    }

    fun double(value: Double) {
        reserve(8)
        var bits = java.lang.Double.doubleToRawLongBits(value)
        repeat(8) {
            buffer[size++] = bits.toByte()
            bits = bits ushr 8
        }
    }

    fun text(tag: Int, value: String) = bytes(tag, wellFormed(value).toByteArray(UTF_8))

    fun bytes(tag: Int, value: ByteArray) {
        varint(tag.toLong())
        varint(value.size.toLong())
        reserve(value.size)
        System.arraycopy(value, 0, buffer, size, value.size)
        size += value.size
    }

    /** Writes the values of a packed field. */
    inline fun <T> packed(tag: Int, values: List<T>, write: Writer.(T) -> Unit) {
        if (values.isEmpty()) return
        val start = begin(tag)
        for (value in values) this.write(value)
        end(start)
    }

    /** Begins a nested message. Returns the start of its content, for [end]. */
    fun begin(tag: Int): Int {
        varint(tag.toLong())
        reserve(1)
        // Most lengths take one byte.
        size += 1
        return size
    }

    /** Ends a nested message: writes the length of its content. */
    fun end(start: Int) {
        val length = size - start
        var more = 0
        while (length ushr 7 * (more + 1) != 0) more += 1
        reserve(more)
        System.arraycopy(buffer, start, buffer, start + more, length)
        size = start - 1
        varint(length.toLong())
        size += length
    }

    private fun reserve(count: Int) {
        if (size + count > buffer.size) buffer = buffer.copyOf(maxOf(2 * buffer.size, size + count))
    }

    companion object {
        /** Returns whether a value differs from the default; −0 does. */
        fun isSet(value: Double): Boolean = java.lang.Double.doubleToRawLongBits(value) != 0L

        /** Returns a text in which lone surrogates are U+FFFD, as with a browser's TextEncoder. */
        private fun wellFormed(text: String): String {
            if (text.none { Character.isSurrogate(it) }) return text
            val found = StringBuilder(text)
            var at = 0
            while (at < found.length) {
                val isPair = at + 1 < found.length &&
                    Character.isSurrogatePair(found[at], found[at + 1])
                if (!isPair && Character.isSurrogate(found[at])) found.setCharAt(at, '\ufffd')
                at += if (isPair) 2 else 1
            }
            return found.toString()
        }
    }
}
