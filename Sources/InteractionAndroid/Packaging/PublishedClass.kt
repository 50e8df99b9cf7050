package interaction.client.packaging

import org.objectweb.asm.AnnotationVisitor
import org.objectweb.asm.ClassReader
import org.objectweb.asm.ClassVisitor
import org.objectweb.asm.ClassWriter
import org.objectweb.asm.FieldVisitor
import org.objectweb.asm.Label
import org.objectweb.asm.MethodVisitor
import org.objectweb.asm.Opcodes

/**
 * Writes a class as it is published: with its lines, for stack traces, but without variables' names
 * and the places of inlined code, for debuggers. For Kotlin's compilers, a class that is not public
 * is a synthetic one, which an app cannot use, and needs no signatures.
 */
internal class PublishedClass(writer: ClassWriter, private val isPublic: Boolean) :
    ClassVisitor(Opcodes.ASM9, writer) {
    override fun visit(
        version: Int, access: Int, name: String, signature: String?, parent: String?,
        interfaces: Array<out String>?
    ) {
        super.visit(version, access, name, kept(signature), parent, interfaces)
    }

    override fun visitSource(source: String?, debug: String?) = super.visitSource(source, null)

    override fun visitAnnotation(descriptor: String, isVisible: Boolean): AnnotationVisitor? {
        val metadata = super.visitAnnotation(descriptor, isVisible)
        return if (isPublic) metadata else Synthetic(metadata)
    }

    override fun visitField(
        access: Int, name: String, descriptor: String, signature: String?, value: Any?
    ): FieldVisitor = Field(super.visitField(access, name, descriptor, kept(signature), value))

    override fun visitMethod(
        access: Int, name: String, descriptor: String, signature: String?,
        exceptions: Array<out String>?
    ): MethodVisitor =
        Method(super.visitMethod(access, name, descriptor, kept(signature), exceptions))

    private fun kept(signature: String?) = if (isPublic) signature else null

    /** The metadata of a synthetic class: the kind, and the versions of the format. */
    private class Synthetic(next: AnnotationVisitor) : AnnotationVisitor(Opcodes.ASM9, next) {
        override fun visit(name: String?, value: Any) {
            if (name == "k") super.visit(name, SYNTHETIC) else super.visit(name, value)
        }

        override fun visitArray(name: String): AnnotationVisitor? =
            if (name == "d1" || name == "d2") null else super.visitArray(name)
    }

    private inner class Field(next: FieldVisitor) : FieldVisitor(Opcodes.ASM9, next) {
        override fun visitAnnotation(descriptor: String, isVisible: Boolean): AnnotationVisitor? =
            if (isPublic) super.visitAnnotation(descriptor, isVisible) else null
    }

    private inner class Method(next: MethodVisitor) : MethodVisitor(Opcodes.ASM9, next) {
        override fun visitAnnotation(descriptor: String, isVisible: Boolean): AnnotationVisitor? =
            if (isPublic) super.visitAnnotation(descriptor, isVisible) else null

        override fun visitAnnotableParameterCount(count: Int, isVisible: Boolean) {
            if (isPublic) super.visitAnnotableParameterCount(count, isVisible)
        }

        override fun visitParameterAnnotation(
            parameter: Int, descriptor: String, isVisible: Boolean
        ): AnnotationVisitor? =
            if (isPublic) super.visitParameterAnnotation(parameter, descriptor, isVisible) else null

        override fun visitLocalVariable(
            name: String, descriptor: String, signature: String?, start: Label, end: Label,
            index: Int
        ) {}
    }
}

/** The kind of classes that a compiler has made by itself. */
private const val SYNTHETIC = 3

/** Returns the published form of a class file. */
internal fun published(bytes: ByteArray, isPublic: Boolean): ByteArray {
    val writer = ClassWriter(0)
    ClassReader(bytes).accept(PublishedClass(writer, isPublic), 0)
    return writer.toByteArray()
}
