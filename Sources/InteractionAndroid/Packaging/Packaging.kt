// Makes a library that apps depend on. usage: LIBRARY.aar CLASSES.jar JAR...
//
// An archive compresses each of its files for itself, and class files have much in common: the jar
// in the library is not compressed, so that the library's compression is that of all classes.
@file:JvmName("Packaging")

package interaction.client.packaging

import org.objectweb.asm.ClassReader
import java.io.File
import java.time.LocalDateTime
import java.util.jar.JarEntry
import java.util.jar.JarFile
import java.util.zip.CRC32
import java.util.zip.Deflater
import java.util.zip.ZipEntry
import java.util.zip.ZipOutputStream

private const val MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="interaction.client">
  <uses-sdk android:minSdkVersion="21" />
</manifest>
"""

fun main(arguments: Array<String>) {
    val classes = File(arguments[1])
    archive(classes) { for (jar in arguments.drop(2)) JarFile(jar).use { addClasses(it) } }
    archive(File(arguments[0])) {
        setLevel(Deflater.BEST_COMPRESSION)
        add("AndroidManifest.xml", MANIFEST.toByteArray())
        add("classes.jar", classes.readBytes())
        // The names of resources: there are none.
        add("R.txt", ByteArray(0))
    }
}

private fun archive(file: File, fill: ZipOutputStream.() -> Unit) =
    ZipOutputStream(file.outputStream()).use { it.fill() }

private fun ZipOutputStream.addClasses(jar: JarFile) {
    // Classes of about the same size have most in common. The manifest says nothing.
    val order = compareBy<JarEntry>({ it.name.substringBeforeLast('/') }, { it.size }, { it.name })
    for (name in jar.entries().toList().sortedWith(order).map { it.name }) {
        if (name.endsWith("/") || name == JarFile.MANIFEST_NAME) continue
        val type = name.removeSuffix(".class")
        val bytes = jar.read(name)
        val isClass = type != name
        add(name, if (isClass) published(bytes, jar.isPublic(type)) else bytes, ZipEntry.STORED)
    }
}

private fun JarFile.read(name: String): ByteArray =
    getInputStream(getEntry(name)).use { it.readBytes() }

/** Returns whether a class is public, and those that contain it. */
private fun JarFile.isPublic(type: String): Boolean {
    val outer = type.substringBeforeLast('$', "")
    return Visibility.of(ClassReader(read("$type.class"))) && (outer == "" || isPublic(outer))
}

private fun ZipOutputStream.add(name: String, bytes: ByteArray, method: Int = ZipEntry.DEFLATED) {
    val entry = ZipEntry(name)
    entry.method = method
    entry.timeLocal = LocalDateTime.of(1980, 1, 1, 0, 0)
    if (method == ZipEntry.STORED) {
        entry.size = bytes.size.toLong()
        entry.crc = CRC32().also { it.update(bytes) }.value
    }
    putNextEntry(entry)
    write(bytes)
    closeEntry()
}
