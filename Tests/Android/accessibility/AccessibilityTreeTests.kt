package interaction.client.accessibility

import interaction.client.presenter.SceneVector
import interaction.client.presenter.readVector
import java.io.File
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/** Accessibility vectors: the trees of a scene vector, after its snapshot and each change. */
class AccessibilityTreeTests {
    @TestFactory
    fun `the trees of every vector`(): List<DynamicTest> {
        val files = File(folder).listFiles().orEmpty().filter { it.name.endsWith(".txt") }.sorted()
        assertTrue(files.size >= 5)
        return files.map { file ->
            DynamicTest.dynamicTest(file.name) {
                assertEquals(file.readText(), trees(file.name, readVector(file.name)))
            }
        }
    }

    @Test
    fun `finds a wrong label`() = findsFault("second-floor.txt") { vector ->
        val setting = vector.snapshot.settings.first { it.floorLayout != null }
        setting.floorLayout!!.openLabel += "!"
    }

    @Test
    fun `finds another selection`() = findsFault("shop.txt") { vector ->
        vector.snapshot.settings.mapNotNull { it.selection }.first().selected += 1
    }

    @Test
    fun `finds a missing directive`() = findsFault("tour.txt") { vector ->
        vector.steps.removeAll { each ->
            each.directive?.settings?.any { it.floor != null } == true
        }
    }

    @Test
    fun `finds a wrong bar item`() = findsFault("button-bar.txt") { vector ->
        val layouts = vector.snapshot.settings.mapNotNull { it.layout }
        layouts.first().items.last().disabled = true
    }

    private fun findsFault(name: String, make: (SceneVector) -> Unit) {
        val vector = readVector(name)
        make(vector)
        assertNotEquals(File(folder, name).readText(), trees(name, vector))
    }
}

private const val folder = "Tests/Accessibility"

/** Returns the trees of a scene vector, as in the files. */
private fun trees(name: String, vector: SceneVector): String {
    val text = StringBuilder("scenes ${name.removeSuffix(".txt")}\n")
    val presenter = vector.presenter()
    var last = ""
    for (step in vector.steps) {
        step.give(presenter)
        val scene = presenter.scene(step.time)
        val tree = treeText(AccessibilityTree(presenter.snapshot, scene))
        if (tree == last) continue
        text.append("at ${step.time}\n$tree")
        last = tree
    }
    return text.toString()
}
