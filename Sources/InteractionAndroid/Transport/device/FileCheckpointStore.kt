package interaction.client.transport

import interaction.client.session.CheckpointStore
import java.io.File
import java.io.FileOutputStream
import java.io.IOException
import java.util.zip.CRC32

/**
 * A store with one file for each session, which is replaced atomically. A file that is damaged or
 * cannot be read counts as missing; files older than a day are deleted, since their sessions ended
 * without removing them.
 *
 * A save waits for the device's storage: use it with sessions on a thread of their own.
 *
 * @property folder The folder of the files; created by the first save. Choose one that is excluded
 *   from backups, such as `Context.getNoBackupFilesDir()` or the app's caches.
 * @property maximumBytes The maximum size of a file.
 */
class FileCheckpointStore @JvmOverloads constructor(
    private val folder: File, private val maximumBytes: Int = 1 shl 20
) : CheckpointStore {
    override fun load(sessionId: String): String? {
        try {
            removeOldFiles()
            val file = file("session", sessionId)
            // Also without the length of a missing file, 0.
            if (file.length() !in 1..maximumBytes) return null
            return checked(String(file.readBytes(), Charsets.UTF_8))
        } catch (error: IOException) {
            return null
        }
    }

    /** Replaces the file of a session. */
    @Throws(IOException::class)
    override fun save(text: String, sessionId: String) {
        val bytes = (checksum(text) + text).toByteArray(Charsets.UTF_8)
        if (bytes.size > maximumBytes) {
            throw IOException(
                "the session has ${bytes.size} bytes; at most $maximumBytes are allowed")
        }
        folder.mkdirs()
        val next = file("saving", sessionId)
        FileOutputStream(next).use {
            it.write(bytes)
            // Otherwise the new name may reach the disk before the contents.
            it.fd.sync()
        }
        if (!next.renameTo(file("session", sessionId))) {
            throw IOException("$next cannot be renamed")
        }
    }

    override fun remove(sessionId: String) {
        file("session", sessionId).delete()
    }

    private fun removeOldFiles() {
        val oldest = System.currentTimeMillis() - MAXIMUM_AGE
        for (file in folder.listFiles() ?: return) {
            val isOurs = file.name.startsWith("session-") || file.name.startsWith("saving-")
            if (isOurs && file.lastModified() < oldest) file.delete()
        }
    }

    /** The prefix keeps `.` and `..` from naming folders; a valid session ID has no slash. */
    private fun file(prefix: String, sessionId: String): File =
        File(folder, "$prefix-${sessionId.filter { it != '/' }}")

    /** Returns a file's text after its checksum; null if it is damaged. */
    private fun checked(contents: String): String? {
        val text = contents.drop(CHECKSUM_LENGTH)
        return if (contents == checksum(text) + text) text else null
    }

    private fun checksum(text: String): String {
        val sum = CRC32()
        sum.update(text.toByteArray(Charsets.UTF_8))
        return java.lang.Long.toHexString(sum.value).padStart(CHECKSUM_LENGTH - 1, '0') + " "
    }

    private companion object {
        const val CHECKSUM_LENGTH = 9

        /** The maximum age of a file, ms. */
        const val MAXIMUM_AGE = 24L * 60 * 60 * 1000
    }
}
