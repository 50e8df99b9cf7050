package interaction.client.presenter

import interaction.client.contract.BadgeState
import interaction.client.contract.BarLayout
import interaction.client.contract.FloorLayout
import interaction.client.contract.FloorState
import interaction.client.contract.NavigationState
import interaction.client.contract.ScrollLink
import interaction.client.contract.SelectionState
import interaction.client.contract.Setting
import interaction.client.contract.ToggleState
import interaction.client.contract.TransitionPhase
import interaction.client.contract.TransitionState

/** The settings of a snapshot, by type. */
internal class VisibleState(
    val selection: SelectionState?,
    val layout: BarLayout?,
    val toggles: List<ToggleState>,
    val floor: FloorState?,
    val floorLayout: FloorLayout?,
    val badges: List<BadgeState>,
    val transition: TransitionState?,
    val navigation: NavigationState?,
    val floorLinks: List<ScrollLink>,
    /** The links to the finger that drags the tabs' pages. */
    val tabLinks: List<ScrollLink>,
    /** The links to the finger that drags a page above the root. */
    val pageLinks: List<ScrollLink>
) {
    /** All links to lists and fingers. */
    val links: List<ScrollLink> = floorLinks + tabLinks + pageLinks

    /** The navigation state during an interactive transition. */
    val pulledPages: NavigationState? =
        if (navigation?.phase == TransitionPhase.INTERACTIVE) navigation else null
}

/** Returns the state to present. */
internal fun visibleState(
    settings: List<Setting>,
    letGo: UnconfirmedRelease = UnconfirmedRelease.none
): VisibleState {
    val all = Setting()
    for (each in settings) {
        val aspect = aspectOf(each)
        val shown = letGo.settings.firstOrNull { aspectOf(it) == aspect } ?: each
        shown.selection?.let { all.selection = it }
        shown.layout?.let { all.layout = it }
        shown.floor?.let { all.floor = it }
        shown.floorLayout?.let { all.floorLayout = it }
        shown.links?.let { all.links = it }
        shown.transition?.let { all.transition = it }
        shown.navigation?.let { all.navigation = it }
    }
    fun known(links: List<ScrollLink>?): List<ScrollLink> = links.orEmpty().filter { link ->
        isKnown(link.property) && letGo.links.none { areEqual(it, link) }
    }
    val transition = all.transition
    val navigation = all.navigation
    val tabs = if (transition?.phase == TransitionPhase.INTERACTIVE) transition.links else null
    val pages = if (navigation?.phase == TransitionPhase.INTERACTIVE) navigation.links else null
    return VisibleState(
        all.selection, all.layout, settings.mapNotNull { it.toggle }, all.floor, all.floorLayout,
        settings.mapNotNull { it.badge }, transition, navigation, known(all.links?.links),
        known(tabs), known(pages)
    )
}

/** Returns a link's value while its list or its finger is at `y`. */
internal fun linkValue(link: ScrollLink, y: Double): Double {
    val span = link.endOffset - link.startOffset
    if (span == 0.0) return link.endValue
    val progress = Math.min(Math.max((y - link.startOffset) / span, 0.0), 1.0)
    return link.startValue + (link.endValue - link.startValue) * progress
}
