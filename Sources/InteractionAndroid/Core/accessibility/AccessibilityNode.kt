package interaction.client.accessibility

import interaction.client.contract.InteractionEvent

/** A view that a screen reader finds (rule U2). */
class AccessibilityNode internal constructor(
    /** The view, a target path; `root` for the container of everything below the pages. */
    @JvmField val target: String,
    @JvmField val role: AccessibilityRole,
    /** The name; empty if the app names the view. */
    @JvmField val label: String = "",
    /** The text spoken after the name, of a tab's badge; empty for none. */
    @JvmField val value: String = "",
    @JvmField val isSelected: Boolean = false,
    @JvmField val isDisabled: Boolean = false,
    /** True if a long press has an effect. */
    @JvmField val hasLongPress: Boolean = false,
    /** True if the other nodes cannot be reached. */
    @JvmField val isModal: Boolean = false,
    /** True if the node and those inside cannot be reached. */
    @JvmField val isHidden: Boolean = false,
    /** The actions in place of gestures. */
    @JvmField val actions: List<AccessibilityAction> = emptyList()
) {
    /** The name with the value. */
    val spokenName: String
        get() = listOf(label, value).filter { it.isNotEmpty() }.joinToString(", ")
}

/** The role of a node. */
enum class AccessibilityRole {
    /** The container of everything below the pages. */
    GROUP,
    /** A list in front of the floor. */
    LIST,
    /** A bar whose items are tabs. */
    TAB_LIST,
    /** A bar with other items, in which tabs are buttons. */
    TOOLBAR,
    TAB,
    BUTTON,
    LINK,
    /** A tab's page. */
    TAB_PANEL,
    IMAGE,
    DIALOG,
    /** A page above the root. */
    PAGE
}

/** An action in place of a gesture (rule U3). */
class AccessibilityAction internal constructor(
    /** The spoken name. */
    @JvmField val label: String,
    /** The event to report. */
    @JvmField val event: InteractionEvent
)
