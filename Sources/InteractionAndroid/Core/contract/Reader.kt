package interaction.client.contract

import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.Charset
import java.nio.charset.CodingErrorAction

/** The error of bytes that are not a message. */
class MalformedException(message: String) : Exception(message)

/** Reads protobuf's binary format. */
internal class Reader(private val bytes: ByteArray) {
    private var at = 0
    private var end = bytes.size
    private var isNested = false

    /**
     * Enters a message: reads its length, unless it is the outermost one. Returns the end of the
     * surrounding message, for [leave].
     */
    fun enter(): Int {
        val outer = end
        if (isNested) end = endOfContent()
        isNested = true
        return outer
    }

    /** Leaves a message that has been read, and returns it. */
    fun <T> leave(outer: Int, message: T): T {
        end = outer
        return message
    }

    /** Reads a tag; 0 at the end of the message. */
    fun tag(): Int {
        if (at == end) return 0
        val tag = varint()
        if (tag ushr 3 == 0L || tag > 0xffffffffL) throw MalformedException("no field number")
        return tag.toInt()
    }

    /** Reads a varint; bits above 64 are dropped. */
    fun varint(): Long {
        var bits = 0L
        var shift = 0
        while (shift < 70) {
            val byte = next().toInt()
            bits = bits or ((byte and 0x7f).toLong() shl shift)
            if (byte >= 0) return bits
            shift += 7
        }
        throw MalformedException("a varint of more than 10 bytes")
    }

    fun zigzag(): Long {
        val bits = varint()
        return (bits ushr 1) xor -(bits and 1)
    }

    fun bool(): Boolean = varint() != 0L

    /** Reads an enumeration's value; 0, unspecified, for one of a later contract. */
    fun enumeration(count: Int): Int {
        val value = varint()
        return if (value in 0L until count.toLong()) value.toInt() else 0
    }

    fun double(): Double {
        advance(8)
        var bits = 0L
        for (place in at - 1 downTo at - 8) bits = (bits shl 8) or (bytes[place].toLong() and 0xff)
        return java.lang.Double.longBitsToDouble(bits)
    }

    fun bytes(): ByteArray {
        val start = contentStart()
        return bytes.copyOfRange(start, at)
    }

    /** Reads a text, which must be UTF-8. */
    fun text(): String {
        val start = contentStart()
        val decoder = UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
        try {
            return decoder.decode(ByteBuffer.wrap(bytes, start, at - start)).toString()
        } catch (error: CharacterCodingException) {
            throw MalformedException("a text that is not UTF-8")
        }
    }

    /** Reads the values of a packed field. */
    inline fun packed(read: () -> Unit) {
        val outer = enter()
        while (hasMore()) read()
        leave(outer, Unit)
    }

    fun hasMore(): Boolean = at < end

    /** Skips the value of an unknown field. */
    fun skip(tag: Int) {
        when (tag and 7) {
            0 -> varint()
            1 -> advance(8)
            2 -> contentStart()
            5 -> advance(4)
            else -> throw MalformedException("wire type ${tag and 7}")
        }
    }

    /** Passes content with a length. Returns its start. */
    private fun contentStart(): Int {
        val last = endOfContent()
        val start = at
        at = last
        return start
    }

    private fun endOfContent(): Int {
        val length = varint()
        if (length < 0 || length > end - at) throw MalformedException("a length beyond the end")
        return at + length.toInt()
    }

    private fun advance(count: Int) {
        if (count > end - at) throw MalformedException("a value beyond the end")
        at += count
    }

    private fun next(): Byte {
        if (at >= end) throw MalformedException("a value beyond the end")
        return bytes[at++]
    }
}

internal val UTF_8: Charset = Charset.forName("UTF-8")
internal val noBytes = ByteArray(0)

/** Returns a decoded list with one more value. Only the codec has made a list that can grow. */
internal fun <T> added(list: List<T>, value: T): List<T> {
    val found = if (list is ArrayList<T>) list else ArrayList()
    found.add(value)
    return found
}
