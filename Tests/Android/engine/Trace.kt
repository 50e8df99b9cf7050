package interaction.client.engine

import interaction.client.contract.Codec
import interaction.client.contract.Directive
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Reader
import interaction.client.contract.Surface
import java.io.ByteArrayInputStream
import java.io.File

/** A trace in binary form: the events of a session and the directives of the engine. */
class Trace(val name: String, bytes: ByteArray) {
    val events = ArrayList<InteractionEvent>()
    val directives = ArrayList<Directive>()
    var experience = ""
        private set
    var surface = Surface()
        private set
    var start = 0L
        private set

    init {
        // Each record follows its length.
        val input = ByteArrayInputStream(bytes)
        while (input.available() > 0) {
            val record = ByteArray(varint(input))
            check(input.read(record) == record.size) { "$name is cut off" }
            record(record)
        }
    }

    private fun varint(input: ByteArrayInputStream): Int {
        var value = 0
        var shift = 0
        while (true) {
            val byte = input.read()
            value = value or ((byte and 0x7f) shl shift)
            if (byte < 0x80) return value
            shift += 7
        }
    }

    private fun record(bytes: ByteArray) {
        val reader = Reader(bytes)
        reader.passes {
            reader.bytes(1, none).let { if (it !== none) header(it) }
            reader.bytes(2, none).let {
                if (it !== none) events.add(Codec.decode(it, InteractionEvent()))
            }
            reader.bytes(3, none).let {
                if (it !== none) directives.add(Codec.decode(it, Directive()))
            }
        }
    }

    private fun header(bytes: ByteArray) {
        val reader = Reader(bytes)
        reader.passes {
            experience = reader.text(2, experience)
            reader.bytes(4, none).let {
                if (it !== none) surface = Codec.decode(it, Surface())
            }
            require(reader.bytes(5, none) === none) { "$name does not begin with a fresh start" }
            start = reader.long(6, start)
        }
    }

    companion object {
        private val none = ByteArray(0)

        /** Reads a file. */
        fun read(file: File): Trace = Trace(file.name, file.readBytes())

        /** Returns the trace that comes with the engine. */
        fun tour(): Trace = read(File("Sources/InteractionReplay/Resources/tour.trace"))

        /** Returns all traces in binary form. */
        fun all(): List<Trace> {
            val generated = File("Tests/Traces/generated").listFiles() ?: emptyArray()
            val seeds = generated.filter { it.name.startsWith("seed-") }.sortedBy { it.name }
            return listOf(tour()) + seeds.map { read(it) }
        }
    }
}
