package interaction.client.packaging

import interaction.client.contract.Codec
import interaction.client.contract.MalformedException
import interaction.client.contract.Surface
import java.io.File
import java.util.TreeSet
import java.util.jar.JarFile
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.function.Executable
import org.objectweb.asm.ClassReader
import org.objectweb.asm.ClassVisitor
import org.objectweb.asm.FieldVisitor
import org.objectweb.asm.MethodVisitor
import org.objectweb.asm.Opcodes

/**
 * The library's class files: size, members that Java sees (Kotlin's internal ones among them), and
 * references to the platform. A new reference to the platform is looked up in Android's
 * documentation (API 21) before it enters the list.
 */
class ClassFileTests {
    private val archives = System.getenv("CLASSES").split(":").map { JarFile(it) }
    private val publicMembers = TreeSet<String>()
    private val platform = TreeSet<String>()
    private val references = TreeSet<String>()

    init {
        for ((name, bytes) in files()) {
            if (!name.endsWith(".class")) continue
            val reader = ClassReader(bytes)
            reader.accept(Visitor(reader.className), 0)
        }
    }

    private fun files() = archives.flatMap { archive ->
        archive.entries().toList().map { entry ->
            entry.name to archive.getInputStream(entry).use { it.readBytes() }
        }
    }

    @Test
    fun `each library is below 250 KB before an app shrinks it`() {
        for (name in listOf("interaction-client", "interaction-views")) {
            val size = File(System.getenv("LIBRARIES"), "$name.aar").length()
            println("$name: $size bytes")
            assertTrue(size in 1 until 250_000, "$name has $size bytes")
        }
        println("${references.size} references to methods")
    }

    @Test
    fun `stack traces name files and lines`() {
        val error = assertThrows(MalformedException::class.java, Executable {
            Codec.decode(byteArrayOf(8), Surface())
        })
        val innermost = error.stackTrace.first()
        assertEquals("Reader.kt", innermost.fileName)
        assertTrue(innermost.lineNumber > 0)
    }

    @Test
    fun `an app can use what is public, and only that`() {
        fun kind(name: String) =
            Class.forName("interaction.client.$name").getAnnotation(Metadata::class.java).kind

        for (name in listOf("session.Session", "session.SessionUpdate\$Opened")) {
            assertEquals(CLASS, kind(name))
        }
        assertEquals(FILE, kind("session.ConfigurationKt"))
        // Of an internal class, a private one in a public one, a public one in an internal one, and
        // a file of internal functions.
        for (name in listOf("session.SessionOutputs", "session.Session\$Attempt",
            "contract.Fields\$Companion", "session.CopiesKt")) {
            assertEquals(SYNTHETIC, kind(name), name)
        }
    }

    @Test
    fun `the public members are those of the list`() = compare("public-members.txt", publicMembers)

    @Test
    fun `the references to the platform are those of the list`() = compare("platform.txt", platform)

    @Test
    fun `types of Android 13 and later are named only in classes of their own`() {
        val found = TreeSet<String>()
        for ((name, bytes) in files()) {
            if (String(bytes, Charsets.ISO_8859_1).contains("android/window/")) {
                found.add(name.substringAfterLast('/'))
            }
        }
        assertEquals(setOf("AnimatedBackCallback.class", "PlainBackCallback.class"), found)
    }

    private fun compare(name: String, found: Set<String>) {
        val file = File("Tests/Android/packaging/$name")
        if (System.getenv("RECORD") != null) file.writeText(found.joinToString("\n", postfix = "\n"))
        val known = file.readLines().filter { it.isNotEmpty() }.toSet()
        assertEquals(emptySet<String>(), found - known, "not in ${file.path}; RECORD=1 writes it")
        assertEquals(emptySet<String>(), known - found, "in ${file.path} only; RECORD=1 writes it")
    }

    private inner class Visitor(private val owner: String) : ClassVisitor(Opcodes.ASM9) {
        // The generated classes follow the contract, which has checks of its own.
        private val isListed = !owner.startsWith("interaction/client/contract/")
        private var isPublic = false

        override fun visit(
            version: Int, access: Int, name: String, signature: String?, parent: String?,
            interfaces: Array<out String>?
        ) {
            assertTrue(version <= Opcodes.V1_8, "$name is for a later Java")
            isPublic = isListed && isSeen(access)
            if (isPublic) publicMembers.add(name)
        }

        override fun visitField(
            access: Int, name: String, descriptor: String, signature: String?, value: Any?
        ): FieldVisitor? {
            if (isPublic && isSeen(access)) publicMembers.add("$owner.$name $descriptor")
            return null
        }

        override fun visitMethod(
            access: Int, name: String, descriptor: String, signature: String?,
            exceptions: Array<out String>?
        ): MethodVisitor {
            // Kotlin's names of internal members end with the module's.
            val isInternal = name.contains('$')
            if (isPublic && isSeen(access) && !isInternal) {
                publicMembers.add("$owner.$name$descriptor")
            }
            return object : MethodVisitor(Opcodes.ASM9) {
                override fun visitMethodInsn(
                    code: Int, target: String, called: String, type: String, isInterface: Boolean
                ) {
                    references.add("$target.$called$type")
                    if (!target.startsWith("kotlin/") && !target.startsWith("interaction/")) {
                        platform.add("$target.$called$type")
                    }
                }
            }
        }

        private fun isSeen(access: Int) =
            access and (Opcodes.ACC_PUBLIC or Opcodes.ACC_PROTECTED) != 0
                && access and Opcodes.ACC_SYNTHETIC == 0
    }

    private companion object {
        /** Kinds of classes in Kotlin's metadata. */
        const val CLASS = 1
        const val FILE = 2
        const val SYNTHETIC = 3
    }
}
