package interaction.client.views

import android.os.Bundle
import android.view.View
import android.view.accessibility.AccessibilityNodeInfo
import interaction.client.accessibility.AccessibilityAction
import interaction.client.accessibility.AccessibilityNode
import interaction.client.accessibility.AccessibilityRole
import interaction.client.contract.InteractionEvent
import interaction.client.contract.PressTabEvent
import interaction.client.contract.TapEvent

/** The role, the states and the actions of a view, by its node in the accessibility tree. */
internal class NodeDelegate(
    private val node: AccessibilityNode,
    /** The actions that a screen reader offers on the view. */
    private val actions: List<AccessibilityAction>,
    /** The number of tabs in the bar; 0 for a bar with other items. */
    private val tabCount: Int,
    private val send: (InteractionEvent) -> Boolean
) : View.AccessibilityDelegate() {
    override fun onInitializeAccessibilityNodeInfo(host: View, info: AccessibilityNodeInfo) {
        super.onInitializeAccessibilityNodeInfo(host, info)
        className(node.role)?.let { info.className = it }
        if (node.role == AccessibilityRole.TAB_LIST) {
            info.setCollectionInfo(AccessibilityNodeInfo.CollectionInfo.obtain(
                1, tabCount, false, AccessibilityNodeInfo.CollectionInfo.SELECTION_MODE_SINGLE))
        }
        val index = node.itemIndex
        if (index != null) describeItem(index, info)
        actions.forEachIndexed { number, action ->
            info.addAction(
                AccessibilityNodeInfo.AccessibilityAction(firstAction + number, action.label))
        }
    }

    private fun describeItem(index: Int, info: AccessibilityNodeInfo) {
        info.isSelected = node.isSelected
        if (node.role == AccessibilityRole.TAB) {
            info.setCollectionItemInfo(AccessibilityNodeInfo.CollectionItemInfo.obtain(
                0, 1, index, 1, false, node.isSelected))
        }
        if (node.isDisabled) {
            info.isEnabled = false
            return
        }
        info.isClickable = true
        info.addAction(AccessibilityNodeInfo.AccessibilityAction.ACTION_CLICK)
        if (!node.hasLongPress) return
        info.isLongClickable = true
        info.addAction(AccessibilityNodeInfo.AccessibilityAction.ACTION_LONG_CLICK)
    }

    override fun performAccessibilityAction(host: View, action: Int, args: Bundle?): Boolean {
        val event = actions.getOrNull(action - firstAction)?.event ?: itemEvent(host, action)
        return event?.let(send) ?: super.performAccessibilityAction(host, action, args)
    }

    /** Returns the event of an item's click; null for a view that handles clicks itself. */
    private fun itemEvent(host: View, action: Int): InteractionEvent? {
        val index = node.itemIndex
        if (index == null || node.isDisabled) return null
        val event = InteractionEvent()
        if (action == AccessibilityNodeInfo.ACTION_CLICK && !host.isClickable) {
            event.tap = TapEvent().also { it.tab = index }
            return event
        }
        val isLong = action == AccessibilityNodeInfo.ACTION_LONG_CLICK && node.hasLongPress
        if (!isLong || host.isLongClickable) return null
        event.pressTab = PressTabEvent().also { it.tab = index }
        return event
    }
}

/** The index of the bar's item; null for another node. */
internal val AccessibilityNode.itemIndex: Int?
    get() = when (role) {
        AccessibilityRole.TAB, AccessibilityRole.BUTTON, AccessibilityRole.LINK ->
            target.substringAfter("/").toIntOrNull()
        else -> null
    }

/** Returns the class whose role TalkBack speaks; null to keep the view's own. */
private fun className(role: AccessibilityRole): String? = when (role) {
    AccessibilityRole.TAB_LIST -> "android.widget.TabWidget"
    AccessibilityRole.TAB -> "android.app.ActionBar\$Tab"
    AccessibilityRole.BUTTON, AccessibilityRole.LINK -> "android.widget.Button"
    AccessibilityRole.IMAGE -> "android.widget.ImageView"
    else -> null
}

/** The ID of the first action, outside of the apps' resources and Android's. */
private const val firstAction = 0x7E000000
