package interaction.client.session

import interaction.client.contract.BadgeAnimation
import interaction.client.contract.BadgeContent
import interaction.client.contract.BadgeCount
import interaction.client.contract.BadgeMove
import interaction.client.contract.BadgeState
import interaction.client.contract.BadgeStyle
import interaction.client.contract.CurrentBadge
import interaction.client.contract.CurrentState
import interaction.client.contract.Empty
import interaction.client.contract.FloorPhase
import interaction.client.contract.Setting
import interaction.client.contract.SourceOffset
import interaction.client.contract.ToggleLook

/**
 * Returns the state from which a new session shows the same (rule T6, origin `restore`). It lacks
 * the orders that hold a toggle's look (rule R10).
 */
internal fun restoration(settings: List<Setting>, offsets: List<SourceOffset>): CurrentState {
    val current = CurrentState()
    current.offsets = offsets
    for (setting in settings) add(setting, current)
    return current
}

private fun add(setting: Setting, current: CurrentState) {
    setting.selection?.let { current.selectedTab = it.selected }
    setting.floor?.let {
        current.floorOpen = it.phase == FloorPhase.OPEN || it.phase == FloorPhase.OPENING
        current.floorOff = it.off
    }
    setting.gate?.let { current.signedIn = it.signedIn }
    setting.navigation?.let {
        current.pages = it.pages
        current.tabPages = it.tabPages
    }
    setting.toggle?.let {
        if (it.look == ToggleLook.ABOVE) current.aboveToggles = current.aboveToggles + it.id
    }
    setting.layout?.let { layout ->
        current.items = layout.items.mapNotNull { it.change }
        current.barHidden = layout.hidden
    }
    setting.badge?.let { current.badges = current.badges + restored(it) }
}

private fun restored(badge: BadgeState): CurrentBadge {
    // A count of 0 is not shown either, and reappears with the next count.
    val countsNothing = badge.style == BadgeStyle.NUMBER && badge.text == "0"
    val restored = CurrentBadge()
    restored.tab = badge.tab
    restored.content = content(badge)
    restored.hidden = !badge.shown && !countsNothing
    restored.move = BadgeMove().also {
        it.dx = badge.dx
        it.dy = badge.dy
    }
    restored.height = badge.height
    restored.loop = if (badge.loop == 0) BadgeAnimation.NONE else badge.loop
    return restored
}

/** Returns the badge content that would look like this. */
private fun content(badge: BadgeState): BadgeContent {
    val content = BadgeContent()
    when (badge.style) {
        BadgeStyle.NEW -> content.newMark = Empty()
        BadgeStyle.TEXT -> content.text = badge.text
        BadgeStyle.NUMBER -> content.count = count(badge.text)
        else -> content.dot = Empty()
    }
    return content
}

private fun count(text: String): BadgeCount {
    val number = text.takeWhile { it in '0'..'9' }.toLongOrNull() ?: 0
    // A truncated count shows its maximum and a plus.
    val isTruncated = text.endsWith("+")
    return BadgeCount().also {
        it.count = if (isTruncated) number + 1 else number
        it.max = if (isTruncated) number else 0
    }
}
