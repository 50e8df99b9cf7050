package interaction.client.contract

/** Writes protobuf's binary format. */
internal class Writer : Fields() {
    private var buffer = ByteArray(64)
    private var size = 0

    /** Returns the bytes of a message. */
    fun bytes(message: Message): ByteArray {
        message.pass(this)
        return buffer.copyOf(size)
    }

    override fun bool(number: Int, value: Boolean): Boolean {
        if (value) varint(number, 1)
        return value
    }

    override fun double(number: Int, value: Double): Double {
        // −0 is no default.
        if (java.lang.Double.doubleToRawLongBits(value) != 0L) one(number, value, DOUBLE)
        return value
    }

    override fun int(number: Int, value: Int): Int {
        long(number, value.toLong())
        return value
    }

    override fun uint(number: Int, value: Int): Int {
        long(number, value.toLong() and 0xffffffffL)
        return value
    }

    override fun long(number: Int, value: Long): Long {
        if (value != 0L) varint(number, value)
        return value
    }

    override fun enumeration(number: Int, value: Int, count: Int): Int = int(number, value)

    override fun optionalEnumeration(number: Int, value: Int?, count: Int): Int? =
        optional(number, value, INT)

    override fun text(number: Int, value: String): String {
        if (value.isNotEmpty()) one(number, value, TEXT)
        return value
    }

    override fun bytes(number: Int, value: ByteArray): ByteArray {
        if (value.isNotEmpty()) {
            tag(number, LENGTH)
            bytes(value)
        }
        return value
    }

    override fun <T : Any> optional(number: Int, value: T?, type: Int): T? {
        if (value != null) one(number, value, type)
        return value
    }

    override fun <T : Any> list(number: Int, values: List<T>, type: Int): List<T> {
        if (wire(type) == LENGTH) {
            for (value in values) one(number, value, type)
        } else if (values.isNotEmpty()) {
            val start = begin(number)
            for (value in values) element(value, type)
            end(start)
        }
        return values
    }

    private fun one(number: Int, value: Any, type: Int) {
        if (value is Message) {
            val start = begin(number)
            value.pass(this)
            end(start)
        } else {
            tag(number, wire(type))
            element(value, type)
        }
    }

    private fun element(value: Any, type: Int) = when (type) {
        BOOL -> varint(if (value == true) 1L else 0L)
        DOUBLE -> double(value as Double)
        UINT -> varint((value as Int).toLong() and 0xffffffffL)
        SINT -> varint((value as Long shl 1) xor (value shr 63))
        TEXT -> bytes(wellFormed(value as String).toByteArray(UTF_8))
        BYTES -> bytes(value as ByteArray)
        else -> varint((value as Number).toLong())
    }

    private fun tag(number: Int, wire: Int) = varint(number * 8L + wire)

    private fun varint(number: Int, value: Long) {
        tag(number, VARINT)
        varint(value)
    }

    private fun varint(value: Long) {
        reserve(10)
        var bits = value
        while (bits and 0x7fL.inv() != 0L) {
            buffer[size++] = ((bits and 0x7f) or 0x80).toByte()
            bits = bits ushr 7
        }
        buffer[size++] = bits.toByte()
    }

    private fun double(value: Double) {
        reserve(8)
        var bits = java.lang.Double.doubleToRawLongBits(value)
        repeat(8) {
            buffer[size++] = bits.toByte()
            bits = bits ushr 8
        }
    }

    private fun bytes(value: ByteArray) {
        varint(value.size.toLong())
        reserve(value.size)
        System.arraycopy(value, 0, buffer, size, value.size)
        size += value.size
    }

    /** Begins content with a length. Returns its start, for [end]. */
    private fun begin(number: Int): Int {
        tag(number, LENGTH)
        reserve(1)
        // Most lengths take one byte.
        size += 1
        return size
    }

    /** Ends content: writes its length. */
    private fun end(start: Int) {
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
