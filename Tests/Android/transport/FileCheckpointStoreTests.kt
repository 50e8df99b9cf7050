package interaction.client.transport

import java.io.File
import java.io.IOException
import java.nio.file.Path
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.function.Executable
import org.junit.jupiter.api.io.TempDir

class FileCheckpointStoreTests {
    @TempDir
    lateinit var folder: Path

    private val files: File
        get() = folder.resolve("kept").toFile()

    private fun store() = FileCheckpointStore(files)

    @Test
    fun `a saved text is loaded by the next store, until it is removed`() {
        assertNull(store().load("a"))
        store().save("first", "a")
        store().save("kept \u00e9", "a")
        store().save("other", "..")
        assertEquals("kept \u00e9", store().load("a"))
        assertEquals("other", store().load(".."))
        assertEquals(2, files.listFiles()?.size)
        store().remove("a")
        store().remove("a")
        assertNull(store().load("a"))
    }

    @Test
    fun `a damaged file counts as missing`() {
        store().save("kept", "a")
        val file = files.listFiles()!!.single()
        val whole = file.readBytes()
        for (size in whole.indices) {
            file.writeBytes(whole.copyOf(size))
            assertNull(store().load("a"), "$size bytes")
        }
        for (index in whole.indices) {
            val damaged = whole.copyOf()
            damaged[index] = (damaged[index].toInt() xor 1).toByte()
            file.writeBytes(damaged)
            assertNull(store().load("a"), "byte $index")
        }
        file.writeBytes(whole)
        assertEquals("kept", store().load("a"))
        file.delete()
        file.mkdir()
        assertNull(store().load("a"))
    }

    @Test
    fun `files of old sessions are deleted`() {
        store().save("old", "a")
        store().save("new", "b")
        val others = File(files, "others").also { it.writeText("") }
        for (file in listOf(File(files, "session-a"), others)) file.setLastModified(0)
        assertEquals("new", store().load("b"))
        assertEquals(setOf("session-b", "others"), files.list()?.toSet())
    }

    @Test
    fun `a save that fails keeps the former text`() {
        val small = FileCheckpointStore(files, 20)
        small.save("kept", "a")
        assertThrows(IOException::class.java, Executable { small.save("too many bytes", "a") })
        assertEquals("kept", small.load("a"))
        store().save("too many bytes", "a")
        assertNull(small.load("a"))
        File(files, "saving-a").mkdir()
        assertThrows(IOException::class.java, Executable { store().save("next", "a") })
        assertEquals("too many bytes", store().load("a"))
    }
}
