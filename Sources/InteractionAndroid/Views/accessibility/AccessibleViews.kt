package interaction.client.views

import android.os.Build
import android.view.View
import android.view.ViewParent
import android.view.accessibility.AccessibilityEvent
import interaction.client.accessibility.AccessibilityAction
import interaction.client.accessibility.AccessibilityNode
import interaction.client.accessibility.AccessibilityRole
import interaction.client.contract.InteractionEvent
import java.lang.ref.WeakReference

/** The views of the accessibility tree's nodes, with what was set on them. */
internal class AccessibleViews(private val send: (InteractionEvent) -> Boolean) {
    private class Known(
        view: View, val node: AccessibilityNode, val actions: List<AccessibilityAction>
    ) {
        private val reference = WeakReference(view)
        val view: View? get() = reference.get()
    }

    private val known = HashMap<String, Known>()

    /**
     * Sets the attributes of all nodes that have a view, and hides those that cannot be reached.
     *
     * @param reached The nodes that can be reached, in focus order; none while a page comes or
     *   goes.
     */
    fun describe(
        nodes: List<AccessibilityNode>, reached: List<AccessibilityNode>, find: (String) -> View?
    ) {
        val opening = nodes.filter(::isBehindItems).flatMap { it.actions }
        val carrier = nodes.firstOrNull { it.isSelected } ?: nodes.firstOrNull(::isItem)
        val tabCount = nodes.count { it.role == AccessibilityRole.TAB }
        val removed = HashMap(known)
        for (node in nodes) {
            removed.remove(node.target)
            // A covered page has no element, and keeps its attributes.
            val view = find(node.target) ?: continue
            val own = if (isBehindItems(node)) emptyList() else node.actions
            describe(node, view, if (node === carrier) own + opening else own, tabCount)
        }
        for ((target, each) in removed) {
            each.view?.setAccessibilityDelegate(null)
            if (each.node.role == AccessibilityRole.PAGE) each.view?.let { hide(it, false) }
            known.remove(target)
        }
        // While a page comes or goes, there is no node.
        if (reached.isEmpty()) return
        hideCovered(reached, reached.mapNotNull { find(it.target) })
        order(reached.filter(::isItem).mapNotNull { find(it.target) })
    }

    private fun describe(
        node: AccessibilityNode, view: View, actions: List<AccessibilityAction>, tabCount: Int
    ) {
        val former = known[node.target]
        if (former != null && former.view !== view) former.view?.setAccessibilityDelegate(null)
        known[node.target] = Known(view, node, actions)
        if (former != null && former.view === view && isSame(former.node, node) &&
            areSame(former.actions, actions)) return
        setTexts(node, view)
        if (node.role == AccessibilityRole.LIST || node.role == AccessibilityRole.GROUP) return
        view.setAccessibilityDelegate(NodeDelegate(node, actions, tabCount, send))
        view.sendAccessibilityEvent(AccessibilityEvent.TYPE_WINDOW_CONTENT_CHANGED)
    }

    private fun hideCovered(reached: List<AccessibilityNode>, views: List<View>) {
        val isRootCovered = reached.all {
            it.role == AccessibilityRole.PAGE || it.role == AccessibilityRole.DIALOG
        }
        val hasTabPage = reached.any { it.role == AccessibilityRole.TAB_PANEL }
        for (each in known.values) {
            val view = each.view ?: continue
            val isReached = reached.any { it.target == each.node.target }
            val isCovered = when (each.node.role) {
                AccessibilityRole.GROUP -> isRootCovered
                AccessibilityRole.DIALOG, AccessibilityRole.IMAGE -> each.node.isHidden
                AccessibilityRole.PAGE -> !isReached
                AccessibilityRole.TAB_PANEL -> hasTabPage && !isReached
                else -> false
            }
            hide(view, isCovered && views.none { isInside(it, view) })
        }
    }
}

private fun setTexts(node: AccessibilityNode, view: View) {
    if (node.label.isEmpty()) return
    val isPane = node.role == AccessibilityRole.DIALOG || node.role == AccessibilityRole.TAB_PANEL
    when {
        isPane && Build.VERSION.SDK_INT >= 28 -> view.accessibilityPaneTitle = node.label
        isPane -> Unit
        Build.VERSION.SDK_INT >= 30 -> {
            view.contentDescription = node.label
            view.stateDescription = if (node.value.isEmpty()) null else node.value
        }
        else -> view.contentDescription = node.spokenName
    }
}

/** Lets a screen reader reach the items one after the other. */
private fun order(items: List<View>) {
    if (Build.VERSION.SDK_INT < 22) return
    for (each in items) if (each.id == View.NO_ID) each.id = View.generateViewId()
    // The same ID twice would be another view.
    if (items.map { it.id }.toSet().size < items.size) return
    for (index in 1 until items.size) {
        items[index].setAccessibilityTraversalAfter(items[index - 1].id)
    }
}

private fun hide(view: View, isHidden: Boolean) {
    val mode = if (isHidden) View.IMPORTANT_FOR_ACCESSIBILITY_NO_HIDE_DESCENDANTS
        else View.IMPORTANT_FOR_ACCESSIBILITY_AUTO
    val former = view.importantForAccessibility
    val wasHidden = former == View.IMPORTANT_FOR_ACCESSIBILITY_NO_HIDE_DESCENDANTS
    if (isHidden != wasHidden) view.importantForAccessibility = mode
}

/** Returns whether a view is another one or inside it. */
private fun isInside(view: View, other: View): Boolean {
    if (view === other) return true
    var holder: ViewParent? = view.parent
    while (holder != null && holder !== other) holder = holder.parent
    return holder != null
}

private fun isItem(node: AccessibilityNode) = node.itemIndex != null

/** Returns whether the node's actions are offered on the bar's item, which a finger can reach. */
private fun isBehindItems(node: AccessibilityNode) =
    node.role == AccessibilityRole.LIST || node.role == AccessibilityRole.GROUP

private fun isSame(one: AccessibilityNode, other: AccessibilityNode) =
    one.role == other.role && one.label == other.label && one.value == other.value &&
        one.isSelected == other.isSelected && one.isDisabled == other.isDisabled &&
        one.hasLongPress == other.hasLongPress

private fun areSame(one: List<AccessibilityAction>, other: List<AccessibilityAction>) =
    one.map { it.label } == other.map { it.label }
