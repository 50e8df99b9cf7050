package interaction.client.presenter

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

class SceneVectorTests {
    @TestFactory
    fun scenesOfEveryVector(): List<DynamicTest> {
        val names = vectorNames()
        assertTrue(names.size >= 35)
        return names.map { name ->
            DynamicTest.dynamicTest(name) {
                val vector = readVector(name)
                assertTrue(vector.steps.size > 10)
                assertEquals("", differences(vector).take(5).joinToString("\n"))
            }
        }
    }

    @Test
    fun findsAWrongDigit() = findsFault { vector ->
        val step = vector.steps.first { each -> each.scene.values.any(::isMoved) }
        val (target, shown) = step.scene.entries.first { isMoved(it.value) }
        val translation = numbers(shown)
        val wrong = listOf(translation[0] + 1e-5) + translation.drop(1)
        step.scene[target] = shown + mapOf("translation" to wrong)
    }

    @Test
    fun findsAWrongEasing() = findsFault { vector ->
        for (step in vector.steps) {
            for (track in step.directive?.timeline?.tracks.orEmpty()) {
                track.bezier?.let { it.x2 += 0.01 }
            }
        }
    }

    @Test
    fun findsAMissingDirective() = findsFault { vector ->
        vector.steps.removeAt(vector.steps.indexOfFirst { it.directive != null })
    }

    @Test
    fun findsAWrongOrder() = findsFault { vector ->
        val step = vector.steps[0]
        val reversed = LinkedHashMap<String, Map<String, Any?>>()
        for ((target, shown) in step.scene.entries.reversed()) reversed[target] = shown
        step.scene = reversed
    }

    @Test
    fun findsAMissingReport() = findsFault { vector ->
        val reports = vector.steps.first { it.reports.isNotEmpty() }.reports
        reports.removeAt(reports.size - 1)
    }

    /** Replays a vector with a fault and expects differences. */
    private fun findsFault(make: (SceneVector) -> Unit) {
        val vector = readVector("window-navigation.txt")
        make(vector)
        assertNotEquals(0, differences(vector).size)
    }

    private fun isMoved(shown: Map<String, Any?>): Boolean = numbers(shown)[0] % 1 != 0.0

    private fun numbers(shown: Map<String, Any?>): List<Double> =
        (shown["translation"] as List<*>).map { it as Double }

    @Test
    fun askingForASceneChangesNothing() {
        val vector = readVector("second-floor-150ms.txt")
        val presenter = vector.presenter()
        vector.steps.forEachIndexed { index, step ->
            val next = vector.steps.getOrNull(index + 1)?.time ?: step.time
            step.give(presenter)
            val times = listOf(step.time, (step.time + next) / 2, next, step.time)
            for (time in times) presenter.scene(time)
            assertEquals(emptyList<String>(), changes(step, presenter.scene(step.time).elements))
        }
    }

    @Test
    fun sceneAtRestIsTheSameObject() {
        var count = 0
        for (name in vectorNames()) {
            val vector = readVector(name)
            val presenter = vector.presenter()
            for (step in vector.steps) {
                step.give(presenter)
                if (presenter.nextChange != null) continue
                val scene = presenter.scene(step.time)
                if (presenter.nextReport ?: Long.MAX_VALUE <= step.time + 1_000_000) continue
                assertSame(scene, presenter.scene(step.time + 1_000_000), "$name:${step.line}")
                count += 1
            }
        }
        assertTrue(count > 0)
    }

    @Test
    fun elementsThatDoNotMoveAreTheSameObjects() {
        val vector = readVector("window-navigation.txt")
        val presenter = vector.presenter()
        var (same, moved) = Pair(0, 0)
        for (step in vector.steps) {
            step.give(presenter)
            val former = presenter.scene(step.time).elements
            val later = presenter.scene(step.time + 1).elements
            if (former === later || former.size != later.size) continue
            for (index in former.indices) if (former[index] === later[index]) same++ else moved++
        }
        assertTrue(moved > 0)
        assertTrue(same > moved)
    }
}
