package interaction.client.accessibility

import interaction.client.contract.FloorCommand
import interaction.client.contract.FloorEvent
import interaction.client.contract.FloorPhase
import interaction.client.contract.InteractionEvent
import interaction.client.contract.ItemLayout
import interaction.client.contract.ItemRole
import interaction.client.contract.NavigateEvent
import interaction.client.contract.NavigationOperation
import interaction.client.contract.Setting
import interaction.client.presenter.Targets
import interaction.client.presenter.VisibleState
import interaction.client.presenter.visibleState

/** Builds the nodes of all views that the settings describe, also of hidden ones. */
internal class AccessibilityNodes(settings: List<Setting>) {
    private val state = visibleState(settings)
    private val nodes = ArrayList<AccessibilityNode>()

    fun all(): List<AccessibilityNode> {
        addRoot()
        addBar()
        for (toggle in state.toggles) {
            // Decoration without a label.
            val isHidden = toggle.label.isEmpty()
            add(Targets.toggle(toggle.id), AccessibilityRole.IMAGE, toggle.label, isHidden)
        }
        addFloorPage()
        addPages()
        return nodes
    }

    private fun addRoot() {
        val label = if (state.floor?.off == true) null else state.floorLayout?.openLabel
        val open = action(label, floorEvent(FloorCommand.OPEN))
        val source = floorSource(state)
        val isHidden = state.floor?.phase == FloorPhase.OPEN
        val own = if (source == null) open else emptyList()
        nodes.add(AccessibilityNode(
            Targets.root, AccessibilityRole.GROUP, isHidden = isHidden, actions = own))
        if (open.isEmpty() || source == null) return
        nodes.add(AccessibilityNode(Targets.list(source), AccessibilityRole.LIST, actions = open))
    }

    private fun addBar() {
        val items = state.layout?.items ?: return
        // A tab list has only tabs: in a bar with other items tabs are buttons.
        val isTabList = items.all(::isTab)
        val role = if (isTabList) AccessibilityRole.TAB_LIST else AccessibilityRole.TOOLBAR
        add(Targets.tabBar, role)
        val selected = state.selection?.selected ?: 0
        items.forEachIndexed { index, item ->
            nodes.add(AccessibilityNode(
                Targets.tab(index), if (isTabList) AccessibilityRole.TAB else role(item),
                item.label, state.badges.firstOrNull { it.tab == index }?.label ?: "",
                isSelected = index == selected && isTab(item), isDisabled = item.disabled,
                hasLongPress = item.longPress))
            add(Targets.page(index), AccessibilityRole.TAB_PANEL, item.label)
        }
    }

    private fun addFloorPage() {
        val phase = state.floor?.phase ?: return
        val isOpen = phase == FloorPhase.OPEN
        // While it opens or closes, it is visible and takes touches.
        val isMoving = phase == FloorPhase.OPENING || phase == FloorPhase.CLOSING
        nodes.add(AccessibilityNode(
            Targets.floorPage, AccessibilityRole.DIALOG, state.floorLayout?.label ?: "",
            isModal = isOpen, isHidden = !isOpen && !isMoving,
            actions = action(state.floorLayout?.closeLabel, floorEvent(FloorCommand.CLOSE))))
    }

    private fun addPages() {
        val pages = state.navigation?.pages ?: return
        pages.forEachIndexed { index, page ->
            val isTop = index == pages.size - 1
            val label = if (isTop) state.navigation.backLabel else null
            val event = InteractionEvent()
            event.navigate = NavigateEvent().also {
                it.operation =
                    if (page.presented) NavigationOperation.DISMISS else NavigationOperation.POP
            }
            nodes.add(AccessibilityNode(
                Targets.stacked(index), AccessibilityRole.PAGE, actions = action(label, event)))
        }
    }

    private fun add(
        target: String, role: AccessibilityRole, label: String = "", isHidden: Boolean = false
    ) {
        nodes.add(AccessibilityNode(target, role, label, isHidden = isHidden))
    }
}

/** Returns the action if it has a name. */
private fun action(label: String?, event: InteractionEvent): List<AccessibilityAction> =
    if (label == null || label.isEmpty()) emptyList() else listOf(AccessibilityAction(label, event))

private fun floorEvent(command: Int): InteractionEvent {
    val event = InteractionEvent()
    event.floor = FloorEvent().also { it.command = command }
    return event
}

/** Returns whether an item can be selected. */
private fun isTab(item: ItemLayout): Boolean =
    item.role == ItemRole.TAB || item.role == ItemRole.UNSPECIFIED

private fun role(item: ItemLayout): AccessibilityRole =
    if (item.role == ItemRole.LINK) AccessibilityRole.LINK else AccessibilityRole.BUTTON

/** Returns the list in front of the floor: the one that moves it, or else the first tab's first. */
private fun floorSource(state: VisibleState): String? {
    val link = state.floorLinks.firstOrNull {
        it.source.isNotEmpty() && it.target.startsWith("floor/")
    }
    return link?.source ?: state.layout?.items?.firstOrNull()?.lists?.firstOrNull()
}
