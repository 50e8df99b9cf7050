package interaction.client.contract

import interaction.client.support.Json
import com.google.gson.JsonElement
import java.io.File
import java.util.Random
import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.function.Executable

class CodecTests {
    /** A message of a bundled trace, encoded by Google's protobuf: see scripts/web/messages.py. */
    private class Sample(val isRequest: Boolean, val bytes: ByteArray, val json: JsonElement) {
        fun decode(bytes: ByteArray = this.bytes): Message =
            Codec.decode(bytes, if (isRequest) InteractRequest() else InteractResponse())

        /** The message that the JSON describes, encoded. */
        fun encoded(): ByteArray =
            if (isRequest) Codec.encode(Json.messageFrom(InteractRequest::class.java, json))
            else Codec.encode(Json.messageFrom(InteractResponse::class.java, json))
    }

    private val samples = File(System.getenv("MESSAGES")).readLines().map {
        val line = Json.parseObject(it)
        val bytes = java.util.Base64.getDecoder().decode(line["bytes"].asString)
        Sample(line["type"].asString == "InteractRequest", bytes, line["json"])
    }

    @Test
    fun `every message of the bundled traces is read, and requests are written byte for byte`() {
        assertTrue(samples.count { it.isRequest } > 1000)
        assertTrue(samples.count { !it.isRequest } > 200)
        for (sample in samples) {
            val written = Codec.encode(sample.decode())
            if (sample.isRequest) assertArrayEquals(sample.bytes, written)
            assertArrayEquals(sample.encoded(), written)
        }
    }

    @Test
    fun `a message that is cut off anywhere is refused, or another one`() {
        for (sample in samples.filterIndexed { index, _ -> index % 50 == 0 }) {
            for (length in 0 until sample.bytes.size) {
                try {
                    val message = sample.decode(sample.bytes.copyOf(length))
                    if (sample.isRequest) assertEquals(length, Codec.encode(message).size)
                } catch (error: MalformedException) {
                }
            }
        }
    }

    @Test
    fun `changed bytes are refused, or another message`() {
        val random = Random(41)
        var refused = 0
        for (sample in samples.filterIndexed { index, _ -> index % 20 == 0 }) {
            repeat(200) {
                val bytes = sample.bytes.clone()
                repeat(1 + random.nextInt(4)) {
                    bytes[random.nextInt(bytes.size)] = random.nextInt(256).toByte()
                }
                try {
                    Codec.encode(sample.decode(bytes))
                } catch (error: MalformedException) {
                    refused += 1
                }
            }
        }
        assertTrue(refused > 1000)
    }

    @Test
    fun `fields and values of a later contract are left out`() {
        // Field 100, varint 1; field 101, fixed32; wire type 7.
        val later = bytes(0xa0, 0x06, 0x01, 0xad, 0x06, 1, 2, 3, 4)
        assertEquals(0, Codec.encode(Codec.decode(later, Directive())).size)
        refused(0xa7, 0x06)
        // A varint of more than 10 bytes, a length beyond the end, a text that is not UTF-8.
        refused(*IntArray(12) { if (it == 0) 8 else 0x80 })
        refused(0x0a, 0x7f)
        assertThrows(MalformedException::class.java, Executable {
            Codec.decode(bytes(0x3a, 0x01, 0xff), Surface())
        })
    }

    private fun refused(vararg values: Int) {
        assertThrows(MalformedException::class.java, Executable {
            Codec.decode(bytes(*values), Directive())
        })
    }

    @Test
    fun `numbers keep their signs and 64 bits, packed or not`() {
        for (time in listOf(0L, 1L, -1L, 127L, 128L, 1L shl 31, 1L shl 32, Long.MAX_VALUE, Long.MIN_VALUE)) {
            val event = InteractionEvent().also {
                it.timeUs = time
                it.scrollSamples = ScrollSamples().also {
                    it.deltaUs = listOf(time, -3, 0)
                    it.y = listOf(0.0, 1.5)
                }
            }
            val read = Codec.decode(Codec.encode(event), InteractionEvent())
            assertEquals(time, read.timeUs)
            assertEquals(event.scrollSamples?.deltaUs, read.scrollSamples?.deltaUs)
            assertEquals(event.scrollSamples?.y, read.scrollSamples?.y)
        }
    }

    @Test
    fun `a lone surrogate is replaced, and a pair is kept`() {
        val surface = Surface().also { it.locale = "a\ud83d\ude00b\ud83dc" }
        assertEquals("a\ud83d\ude00b\ufffdc", Codec.decode(Codec.encode(surface), Surface()).locale)
    }

    private fun bytes(vararg values: Int) = ByteArray(values.size) { values[it].toByte() }
}
