package interaction.client.engine

import interaction.client.contract.Codec
import interaction.client.contract.Directive
import interaction.client.contract.InteractionEvent
import interaction.client.contract.Reader
import interaction.client.contract.Surface
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
        val reader = Reader(bytes)
        while (reader.hasMore()) record(reader.bytes())
    }

    private fun record(bytes: ByteArray) = fields(bytes) { reader, tag ->
        when (tag) {
            1 -> header(reader.bytes())
            2 -> events.add(Codec.decodeInteractionEvent(reader.bytes()))
            3 -> directives.add(Codec.decodeDirective(reader.bytes()))
            else -> return@fields false
        }
        true
    }

    private fun header(bytes: ByteArray) = fields(bytes) { reader, tag ->
        when (tag) {
            2 -> experience = reader.text()
            4 -> surface = Codec.decodeSurface(reader.bytes())
            5 -> throw IllegalArgumentException("$name does not begin with a fresh start")
            6 -> start = reader.varint()
            else -> return@fields false
        }
        true
    }

    /** Reads the fields of a message; `read` returns false for one to skip. */
    private fun fields(bytes: ByteArray, read: (Reader, Int) -> Boolean) {
        val reader = Reader(bytes)
        val end = reader.enter()
        while (true) {
            val tag = reader.tag()
            if (tag == 0) break
            if (!read(reader, tag ushr 3)) reader.skip(tag)
        }
        reader.leave(end, Unit)
    }

    companion object {
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
