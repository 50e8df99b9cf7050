package interaction.client.views

import android.content.Context
import android.os.Build
import android.os.Bundle
import android.view.View
import android.view.accessibility.AccessibilityManager
import android.view.accessibility.AccessibilityNodeInfo
import interaction.client.accessibility.AccessibilityNode
import interaction.client.accessibility.AccessibilityRole
import interaction.client.accessibility.AccessibilityTree
import interaction.client.contract.Announce
import interaction.client.contract.Effect
import interaction.client.contract.FloorCommand
import interaction.client.contract.InteractionEvent
import interaction.client.contract.NavigationOperation
import interaction.client.presenter.Presenter
import interaction.client.presenter.readVector
import java.io.File
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

private const val hidden = View.IMPORTANT_FOR_ACCESSIBILITY_NO_HIDE_DESCENDANTS

class ScreenAccessibilityTests {
    private val context = context()
    private val canvas = View(context)
    private val views = ViewRegistry()
    private val targets = HashMap<String, View>()
    private val events = ArrayList<InteractionEvent>()
    private val accessibility = ScreenAccessibility(canvas, views) { events.add(it) }
    private lateinit var presenter: Presenter

    @AfterEach
    fun restore() {
        Build.VERSION.SDK_INT = 34
    }

    /** Plays a vector up to the first step whose tree is as expected. */
    private fun play(
        name: String, check: (AccessibilityTree) -> Unit = {},
        until: (AccessibilityTree) -> Boolean
    ) {
        val vector = readVector("$name.txt")
        presenter = vector.presenter()
        for (step in vector.steps) {
            step.give(presenter)
            val scene = presenter.scene(step.time)
            for (node in AccessibilityTree(presenter.snapshot).nodes) register(node.target)
            accessibility.show(presenter.snapshot, scene)
            val tree = AccessibilityTree(presenter.snapshot, scene)
            check(tree)
            if (until(tree)) return
        }
    }

    private fun register(target: String) {
        if (targets[target] != null) return
        val view = View(context)
        targets[target] = view
        if (target == "root") views.registerRoot(view) else views.register(view, target)
    }

    private fun view(target: String): View = targets.getValue(target)

    private fun labels(view: View): List<String> =
        view.info().actionList.mapNotNull { it.label?.toString() }

    private fun perform(view: View, label: String): InteractionEvent {
        val action = view.info().actionList.first { it.label == label }
        assertTrue(view.performAccessibilityAction(action.id, null as Bundle?))
        return events.last()
    }

    @Test
    fun `views have the attributes of every node of every vector`() {
        var count = 0
        for (file in File("Tests/Accessibility").listFiles().orEmpty()) {
            targets.clear()
            play(file.name.removeSuffix(".txt"), ::check) { false }
            count += 1
        }
        assertTrue(count >= 5)
    }

    private fun check(tree: AccessibilityTree) {
        val reached = tree.nodes.map { it.target }.toSet()
        for (node in tree.nodes) {
            val view = view(node.target)
            assertFalse(view.importantForAccessibility == hidden, node.target)
            if (node.role == AccessibilityRole.TAB || node.role == AccessibilityRole.BUTTON) {
                checkItem(node, view)
            }
            if (node.role == AccessibilityRole.LIST) {
                val item = tree.nodes.first { it.isSelected }
                assertEquals(node.actions.map { it.label }, labels(view(item.target)))
            }
            if (node.role == AccessibilityRole.DIALOG || node.role == AccessibilityRole.PAGE) {
                assertEquals(node.actions.map { it.label }, labels(view))
            }
        }
        if (tree.nodes.isEmpty()) return
        val isCovered = tree.nodes.all { it.isModal || it.role == AccessibilityRole.PAGE }
        assertEquals(isCovered, view("root").importantForAccessibility == hidden)
        val hasTabPage = reached.any { it.startsWith("page/") }
        for ((target, view) in targets) {
            val isPage = target.startsWith("page/") && hasTabPage
            if (isPage && target !in reached) assertEquals(hidden, view.importantForAccessibility)
        }
    }

    private fun checkItem(node: AccessibilityNode, view: View) {
        val info = view.info()
        assertEquals(node.label, view.contentDescription)
        assertEquals(node.value, view.stateDescription ?: "")
        assertEquals(node.isSelected, info.isSelected)
        assertEquals(node.isDisabled, !info.isEnabled)
        assertEquals(!node.isDisabled, info.isClickable)
        assertEquals(node.hasLongPress, info.isLongClickable)
        val isTab = node.role == AccessibilityRole.TAB
        val role = if (isTab) "android.app.ActionBar\$Tab" else "android.widget.Button"
        assertEquals(role, info.className)
        assertEquals(if (isTab) node.itemIndex else null, info.collectionItemInfo?.column)
    }

    @Test
    fun `the floor opens and closes by actions`() {
        play("second-floor") { true }
        val tab = view("tab/0")
        assertEquals(FloorCommand.OPEN, perform(tab, "打开二楼").floor?.command)
        assertEquals(3, view("tab_bar").info().collectionInfo.columns)
        play("second-floor") { each -> each.nodes.any { it.isModal } }
        assertEquals("二楼", view("floor/page").accessibilityPaneTitle)
        assertEquals(FloorCommand.CLOSE, perform(view("floor/page"), "关闭二楼").floor?.command)
    }

    @Test
    fun `the top page leaves by an action, and keeps none when it is covered`() {
        play("window-navigation") { each -> each.nodes.any { it.target == "stack/1" } }
        val navigation = presenter.snapshot.settings.mapNotNull { it.navigation }.single()
        navigation.backLabel = "Back"
        val scene = presenter.scene(presenter.time)
        register("stack/2")
        accessibility.show(presenter.snapshot, scene)
        assertEquals(NavigationOperation.POP, perform(view("stack/1"), "Back").navigate?.operation)
        assertEquals(emptyList<String>(), labels(view("stack/0")))
    }

    @Test
    fun `a click is a tap, unless the view handles clicks`() {
        play("button-bar") { true }
        val item = view("tab/1")
        assertTrue(item.performAccessibilityAction(AccessibilityNodeInfo.ACTION_CLICK, null))
        assertEquals(1, events.single().tap?.tab)
        item.isClickable = true
        item.performAccessibilityAction(AccessibilityNodeInfo.ACTION_CLICK, null)
        assertEquals(1, events.size)
        assertFalse(item.performAccessibilityAction(AccessibilityNodeInfo.ACTION_LONG_CLICK, null))
        play("extended-tabs") { each -> each.nodes.any { it.hasLongPress } }
        val pressed = view("tab/0")
        val press = AccessibilityNodeInfo.ACTION_LONG_CLICK
        assertTrue(pressed.performAccessibilityAction(press, null))
        assertEquals(0, events.last().pressTab?.tab)
    }

    @Test
    fun `items are reached one after the other`() {
        play("button-bar") { true }
        val items = (0..3).map { view("tab/$it") }
        assertEquals(items.map { it.id }.dropLast(1), items.drop(1).map { it.previous })
        assertEquals(4, items.map { it.id }.toSet().size)
    }

    @Test
    fun `nothing is set again without a change`() {
        play("shop") { true }
        val (snapshot, scene) = Pair(presenter.snapshot, presenter.scene(presenter.time))
        val counts = targets.values.map { it.spoken.size }
        views.register(View(context), "other")
        accessibility.show(snapshot, scene)
        assertEquals(counts, targets.values.map { it.spoken.size })
    }

    @Test
    fun `older versions have the state in the description, and no pane titles`() {
        Build.VERSION.SDK_INT = 21
        play("extended-tabs") { each -> each.nodes.any { it.target == "tab/1" && it.value != "" } }
        assertEquals("发现, 有更新", view("tab/1").contentDescription)
        assertEquals(null, view("tab/1").stateDescription)
        assertEquals(null, view("page/0").accessibilityPaneTitle)
        assertEquals(View.NO_ID, view("tab/1").previous)
    }

    @Test
    fun `announcements are spoken, and interrupt if they must`() {
        val service = context.getSystemService(Context.ACCESSIBILITY_SERVICE)
        val manager = service as AccessibilityManager
        accessibility.perform(announce("Refreshed", false))
        accessibility.perform(announce("Refused", true))
        accessibility.perform(Effect())
        assertEquals(listOf<Any>("Refreshed", "Refused"), canvas.spoken)
        assertEquals(1, manager.interruptions)
        manager.isOn = false
        accessibility.perform(announce("Refused", true))
        assertEquals(2, canvas.spoken.size)
    }

    private fun announce(text: String, interrupts: Boolean): Effect {
        val effect = Effect()
        effect.announce = Announce().also {
            it.text = text
            it.interrupts = interrupts
        }
        return effect
    }
}
