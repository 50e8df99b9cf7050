package interaction.client.contract

import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.Charset
import java.nio.charset.CodingErrorAction

/** The error of bytes that are not a message. */
class MalformedException(message: String) : Exception(message)

/** Reads protobuf's binary format. */
internal class Reader(private val bytes: ByteArray) : Fields() {
    /** The number of bytes that have been read. */
    @JvmField var at = 0

    /** The tag of the next value; 0 at the end of the message. */
    @JvmField var tag = 0
    private var end = bytes.size

    /** Reads the rest into a message. */
    fun read(message: Message) = passes { message.pass(this) }

    /** Reads the rest as a message whose fields are passed until none is left. */
    inline fun passes(pass: () -> Unit) {
        next()
        do {
            val start = at
            pass()
            // No field has the tag.
            if (at == start && tag != 0) skip()
        } while (tag != 0)
    }

    override fun bool(number: Int, value: Boolean): Boolean =
        one(number, VARINT, value) { bool() }

    override fun double(number: Int, value: Double): Double =
        one(number, FIXED, value) { double() }

    override fun int(number: Int, value: Int): Int =
        one(number, VARINT, value) { varint().toInt() }

    override fun uint(number: Int, value: Int): Int = int(number, value)

    override fun long(number: Int, value: Long): Long = one(number, VARINT, value) { varint() }

    override fun enumeration(number: Int, value: Int, count: Int): Int =
        one(number, VARINT, value) { enumeration(count) }

    override fun optionalEnumeration(number: Int, value: Int?, count: Int): Int? =
        one(number, VARINT, value) { enumeration(count) }

    override fun text(number: Int, value: String): String = one(number, LENGTH, value) { text() }

    override fun bytes(number: Int, value: ByteArray): ByteArray =
        one(number, LENGTH, value) { content { bytes.copyOfRange(at, end) } }

    override fun <T : Any> optional(number: Int, value: T?, type: Int): T? =
        one(number, wire(type), value) { element<T>(type) }

    override fun <T : Any> list(number: Int, values: List<T>, type: Int): List<T> {
        val isPacked = tag == number * 8 + LENGTH && wire(type) != LENGTH
        if (!isPacked && tag != number * 8 + wire(type)) return values
        // Only a reader has made a list that can grow.
        val found = if (values is ArrayList<T>) values else ArrayList()
        if (isPacked) content { while (at < end) found.add(element(type)) }
        else found.add(element(type))
        next()
        return found
    }

    /** Returns the next value if it is that of the field. */
    private inline fun <T> one(number: Int, wire: Int, value: T, read: () -> T): T {
        if (tag != number * 8 + wire) return value
        val found = read()
        next()
        return found
    }

    @Suppress("UNCHECKED_CAST")
    private fun <T : Any> element(type: Int): T = when (type) {
        BOOL -> bool()
        DOUBLE -> double()
        INT, UINT -> varint().toInt()
        LONG -> varint()
        SINT -> zigzag()
        TEXT -> text()
        BYTES -> content { bytes.copyOfRange(at, end) }
        else -> content { newMessage(type).also { read(it) } }
    } as T

    /** Reads the next tag. */
    fun next() {
        tag = 0
        if (at == end) return
        val found = varint()
        if (found !in 8..0xffffffffL) throw MalformedException("no field number")
        tag = found.toInt()
    }

    /** Reads a varint; bits above 64 are dropped. */
    private fun varint(): Long {
        var bits = 0L
        var shift = 0
        while (shift < 70) {
            val byte = byte().toInt()
            bits = bits or ((byte and 0x7f).toLong() shl shift)
            if (byte >= 0) return bits
            shift += 7
        }
        throw MalformedException("a varint of more than 10 bytes")
    }

    private fun zigzag(): Long {
        val bits = varint()
        return (bits ushr 1) xor -(bits and 1)
    }

    private fun bool(): Boolean = varint() != 0L

    /** Reads an enumeration's value; 0, unspecified, for one of a later contract. */
    private fun enumeration(count: Int): Int {
        val value = varint()
        return if (value in 0L until count.toLong()) value.toInt() else 0
    }

    private fun double(): Double {
        advance(8)
        var bits = 0L
        for (place in at - 1 downTo at - 8) bits = (bits shl 8) or (bytes[place].toLong() and 0xff)
        return java.lang.Double.longBitsToDouble(bits)
    }

    /** Reads a text, which must be UTF-8. */
    private fun text(): String = content {
        val decoder = UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
        try {
            decoder.decode(ByteBuffer.wrap(bytes, at, end - at)).toString()
        } catch (error: CharacterCodingException) {
            throw MalformedException("a text that is not UTF-8")
        }
    }

    /** Reads a length and passes that content, of which [read] need not read all. */
    private inline fun <T> content(read: () -> T): T {
        val length = varint()
        if (length < 0 || length > end - at) throw MalformedException("a length beyond the end")
        val outer = end
        end = at + length.toInt()
        val found = read()
        at = end
        end = outer
        return found
    }

    /** Skips a value, and reads the next tag. */
    fun skip() {
        when (tag and 7) {
            VARINT -> varint()
            FIXED -> advance(8)
            LENGTH -> content {}
            5 -> advance(4)
            else -> throw MalformedException("wire type ${tag and 7}")
        }
        next()
    }

    private fun advance(count: Int) {
        if (count > end - at) throw MalformedException("a value beyond the end")
        at += count
    }

    private fun byte(): Byte {
        if (at >= end) throw MalformedException("a value beyond the end")
        return bytes[at++]
    }
}

internal val UTF_8: Charset = Charset.forName("UTF-8")
internal val noBytes = ByteArray(0)
