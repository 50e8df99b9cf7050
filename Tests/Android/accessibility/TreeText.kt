package interaction.client.accessibility

import interaction.client.contract.FloorCommand
import interaction.client.contract.InteractionEvent
import interaction.client.contract.NavigationOperation

/** Returns a tree as text: one line for each node and each action. */
fun treeText(tree: AccessibilityTree): String =
    tree.nodes.flatMap(::lines).joinToString("") { "$it\n" }

private fun lines(node: AccessibilityNode): List<String> {
    val name = if (node.spokenName.isEmpty()) null else quoted(node.spokenName)
    val line = listOfNotNull(
        node.target, node.role.name.toLowerCase().replace("_", ""), name,
        if (node.isSelected) "selected" else null, if (node.isDisabled) "disabled" else null,
        if (node.hasLongPress) "long press" else null, if (node.isModal) "modal" else null
    ).joinToString(" ")
    val actions = node.actions.map { "action ${quoted(it.label)} ${words(it.event)}" }
    // The actions of a list are before it.
    return if (node.role == AccessibilityRole.LIST) actions + line else listOf(line) + actions
}

private fun words(event: InteractionEvent): String = when {
    event.floor?.command == FloorCommand.OPEN -> "floor open"
    event.floor?.command == FloorCommand.CLOSE -> "floor close"
    event.navigate?.operation == NavigationOperation.POP -> "navigate pop"
    event.navigate?.operation == NavigationOperation.DISMISS -> "navigate dismiss"
    else -> "unknown"
}

private fun quoted(text: String): String =
    "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
