package interaction.client.presenter

import java.io.File
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/**
 * The scenes of this presenter, as text, are those of Swift's, byte for byte. A film is drawn from
 * the recording and its scenes alone, so both presenters give the same film.
 */
class WrittenScenesTests {
    @TestFactory
    fun `the text of every vector`(): List<DynamicTest> = vectorNames().map { name ->
        DynamicTest.dynamicTest(name) {
            assertEquals(text(name), WriteScenes.written(readVector(name)))
        }
    }

    @Test
    fun `finds a difference below the tolerance of the vectors`() {
        val vector = readVector("window-navigation.txt")
        for (step in vector.steps) {
            for (track in step.directive?.timeline?.tracks.orEmpty()) {
                track.bezier?.let { it.x2 += 5e-10 }
            }
        }
        assertEquals(emptyList<String>(), differences(vector))
        assertNotEquals(text("window-navigation.txt"), WriteScenes.written(vector))
    }

    private fun text(name: String): String = File(scenesFolder, name).readText()
}
