package interaction.client.packaging

import interaction.client.contract.Reader
import interaction.client.contract.noBytes
import org.objectweb.asm.AnnotationVisitor
import org.objectweb.asm.ClassReader
import org.objectweb.asm.ClassVisitor
import org.objectweb.asm.Opcodes
import java.io.ByteArrayOutputStream

/**
 * Reads from Kotlin's metadata whether apps may use a class. Its format is that of `metadata.proto`
 * and `jvm_metadata.proto` in Kotlin's compiler.
 */
internal class Visibility : ClassVisitor(Opcodes.ASM9) {
    private var kind = 0
    private val data = ByteArrayOutputStream()

    /** True for a public class, and for a file with a public function or property. */
    val isPublic: Boolean
        get() = when (kind) {
            CLASS -> isPublic(content(), 1, 6)
            FILE -> holdsPublic(3, 9, 6) || holdsPublic(4, 11, 518)
            else -> false
        }

    private fun holdsPublic(field: Int, flags: Int, default: Long): Boolean {
        var found = false
        val reader = content()
        reader.passes {
            val element = reader.bytes(field, noBytes)
            if (element !== noBytes && isPublic(Reader(element), flags, default)) found = true
        }
        return found
    }

    private fun isPublic(reader: Reader, field: Int, default: Long): Boolean {
        var flags = default
        reader.passes { flags = reader.long(field, flags) }
        return flags shr 1 and 7 == PUBLIC
    }

    /** Returns the message after the table of strings, which has a length. */
    private fun content(): Reader {
        val bytes = data.toByteArray()
        var length = 0
        var at = 0
        do {
            length = length or (bytes[at].toInt() and 0x7f shl 7 * at)
        } while (bytes[at++] < 0)
        return Reader(bytes.copyOfRange(at + length, bytes.size))
    }

    override fun visitAnnotation(descriptor: String, isVisible: Boolean): AnnotationVisitor? =
        if (descriptor == METADATA) Content() else null

    private inner class Content : AnnotationVisitor(Opcodes.ASM9) {
        override fun visit(name: String?, value: Any) {
            if (name == "k") kind = value as Int
        }

        override fun visitArray(name: String): AnnotationVisitor? =
            if (name == "d1") Data() else null
    }

    /** The message, as characters from 0 to 255 after a mark. */
    private inner class Data : AnnotationVisitor(Opcodes.ASM9) {
        override fun visit(name: String?, value: Any) {
            val text = (value as String).removePrefix("\u0000")
            check(data.size() > 0 || text.length < value.length) { "metadata of another form" }
            for (character in text) data.write(character.toInt())
        }
    }

    companion object {
        const val METADATA = "Lkotlin/Metadata;"
        private const val CLASS = 1
        private const val FILE = 2
        private const val PUBLIC = 3L

        fun of(reader: ClassReader): Boolean =
            Visibility().also { reader.accept(it, ClassReader.SKIP_CODE) }.isPublic
    }
}
