// The tabs' pages, and the pages above them.
package interaction.client.presenter

import interaction.client.contract.NavigationPage
import interaction.client.contract.StagingLevel

/** Adds the pages of the selected tab and of a tab transition, with their lists. */
internal fun addTabPages(builder: SceneBuilder) {
    val state = builder.state
    val selection = state.selection ?: return
    val shown = arrayListOf(selection.selected)
    val isMoving = builder.performances.any { it.aspect == "transition" }
    val transition = state.transition
    if (transition != null && (isMoving || state.tabLinks.isNotEmpty())) {
        shown.add(transition.leaving)
        shown.add(transition.coming)
    }
    val above = viewsAt(builder, StagingLevel.ABOVE).mapNotNull(Targets::tabPage)
    val tabs = selection.items.indices.filter { it !in above }
    for (tab in tabs + above) {
        val page = Targets.page(tab)
        builder.add(page, builder.screen, isHidden = tab !in shown)
        addLists(builder, state.layout?.items?.getOrNull(tab)?.lists.orEmpty(), page)
    }
}

/**
 * Adds the root, the pages above it, and the bar: on the lowest of them that do not cover it (rule
 * N6).
 */
internal fun addPages(builder: SceneBuilder, root: () -> Unit, bar: () -> Unit) {
    val roles = movingRoles(builder)
    val pages = pagesAbove(builder)
    val lowest = roles?.lower
    val moving = listOfNotNull(lowest?.page, roles?.upper?.page)
    // Pages below both pages of a transition do not move.
    val level = roles?.let { Math.min(it.incoming.level, it.outgoing.level) } ?: pages.size
    val still = pages.take(level)
    val covering = (still + moving).indexOfFirst { it.presented || coversBar(it) }
    val barLevel = if (covering < 0) still.size + moving.size else covering
    // The bar moves with the lower page if the upper one covers it.
    val isOnLower = roles != null && barLevel == still.size + moving.size - 1
    val covers = still.mapTo(ArrayList()) { !leavesViewsVisible(it) }
    lowest?.page?.let { covers.add(!leavesViewsVisible(it)) }
    fun isCovered(from: Int): Boolean = covers.drop(from).contains(true)
    fun addLayer(isHidden: Boolean, add: () -> Unit) {
        val first = builder.elements.size
        add()
        if (isHidden) builder.changeOuter(first) { it.isHidden = true }
    }
    if (lowest == null || lowest.page != null) addLayer(isCovered(0), root)
    for (index in 0..still.size) {
        if (index == barLevel && !isOnLower) addLayer(isCovered(index), bar)
        if (index == still.size) break
        val isHidden = isCovered(index + 1)
        addMask(builder, still[index], index, isHidden)
        addPage(builder, Targets.stacked(index), still[index], isHidden)
    }
    if (roles == null) return
    for (target in drawingOrder(builder, roles)) {
        if (target == Targets.incomingPage) addPage(builder, roles.incoming, target, root)
        else if (target == Targets.outgoingPage) addPage(builder, roles.outgoing, target, root)
        else builder.elements.add(
            builder.capture(target) ?: PresentedElement(target, builder.screen)
        )
        if (isOnLower && target == roles.targetOf(roles.lower)) {
            val first = builder.elements.size
            bar()
            builder.changeOuter(first) { it.parent = target }
        }
    }
    if (barLevel > still.size && !isOnLower) bar()
}

/** Returns whether a page is pushed over the bar (rules N2, N6). */
internal fun coversBar(page: NavigationPage): Boolean = !page.presented && !page.keepsBar

/** Adds the mask that dims the views below a sheet. */
private fun addMask(builder: SceneBuilder, page: NavigationPage, index: Int, isHidden: Boolean) {
    if (!(page.mask > 0)) return
    val values = ElementValues()
    values.opacity = page.mask
    builder.add(
        Targets.stackedMask(index), builder.screen, isHidden = isHidden, values = values
    )
}

private fun addPage(
    builder: SceneBuilder,
    target: String,
    page: NavigationPage,
    isHidden: Boolean
) {
    val values = ElementValues()
    values.translation = Vector(page.dx, page.dy, 0.0)
    val content = ElementContent.Page(page.route)
    builder.add(target, builder.screen, content, isHidden, values = values)
}

/**
 * Returns the pages of a transition that is animated here: not by the platform, nor as part of the
 * window.
 */
internal fun movingRoles(builder: SceneBuilder): PageTransitionRoles? {
    if (builder.animates(Targets.window)) return null
    val isStaged = builder.performances.any { it.roles != null }
    return if (isStaged || builder.state.pageLinks.isNotEmpty()) builder.roles else null
}

/**
 * Returns the pages above the root; while a finger moves the window, those that it will uncover.
 */
internal fun pagesAbove(builder: SceneBuilder): List<NavigationPage> {
    val pages = builder.state.navigation?.pages.orEmpty()
    val roles = builder.roles
    if (pages.isEmpty() || roles == null || !roles.isBack) return pages
    val isUncovered = roles.outgoing.isSame(TransitionPage(pages.size - 1, pages.last()))
    return if (isUncovered && builder.animates(Targets.window)) pages.dropLast(1) else pages
}

private fun addPage(
    builder: SceneBuilder,
    moving: TransitionPage,
    target: String,
    root: () -> Unit
) {
    val isHidden = builder.isReplaced(target)
    val page = moving.page
    if (page != null) {
        // The animated mask is the upper page's.
        val isLower = builder.roles?.lower?.isSame(moving) ?: false
        if (isLower || !builder.animates(Targets.pageMask)) {
            addMask(builder, page, moving.level, isHidden)
        }
        addPage(builder, target, page, isHidden)
    } else {
        builder.add(target, builder.screen, ElementContent.Root, isHidden)
        val first = builder.elements.size
        root()
        builder.changeOuter(first) { it.parent = target }
    }
}

/** Returns the views of a page transition in drawing order. */
private fun drawingOrder(builder: SceneBuilder, roles: PageTransitionRoles): List<String> {
    val upper = if (roles.isBack) Targets.outgoingPage else Targets.incomingPage
    val between = listOf(Targets.pageMask, Targets.pageBlur)
    val parts =
        listOf(Targets.upperPart, Targets.lowerPart, Targets.pageFill, Targets.keyView)
    val order = ArrayList<String>()
    order.add(if (roles.isBack) Targets.incomingPage else Targets.outgoingPage)
    between.filterTo(order, builder::animates)
    order.add(upper)
    parts.filterTo(order, builder::animates)
    val below = viewsAt(builder, StagingLevel.BELOW).filter { it in order }
    val above = viewsAt(builder, StagingLevel.ABOVE).filter { it in order }
    return below + order.filter { it !in below && it !in above } + above
}

/** Returns the views staged at a level. */
private fun viewsAt(builder: SceneBuilder, level: Int): List<String> =
    builder.staging.filter { it.level == level }.map { it.target }

/** Returns whether the views below a page stay partly visible. */
private fun leavesViewsVisible(page: NavigationPage): Boolean = page.dx != 0.0 || page.dy != 0.0
