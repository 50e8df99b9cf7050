package interaction.client.presenter

import interaction.client.contract.NavigationChange
import interaction.client.contract.NavigationOperation
import interaction.client.contract.NavigationPage

/** A page of a page transition: the root, or a page above it, counted from 0. */
internal class TransitionPage(
    /** The number of pages between it and the root. */
    val level: Int,
    /** The page; null for the root. */
    val page: NavigationPage?
) {
    /** Returns whether both are the same page. */
    fun isSame(other: TransitionPage): Boolean = level == other.level && areEqual(page, other.page)
}

/** The incoming and the outgoing page of a page transition. */
internal class PageTransitionRoles(
    val outgoing: TransitionPage,
    val incoming: TransitionPage,
    /** True if the outgoing page is the upper one. */
    val isBack: Boolean
) {
    /** The lower page. */
    val lower: TransitionPage get() = if (isBack) incoming else outgoing

    /** The upper page. */
    val upper: TransitionPage get() = if (isBack) outgoing else incoming

    /** Returns the target of `page`; null if it is not part of the transition. */
    fun targetOf(page: TransitionPage): String? = when {
        page.isSame(incoming) -> Targets.incomingPage
        page.isSame(outgoing) -> Targets.outgoingPage
        else -> null
    }

    /** Returns whether both have the same pages. */
    fun isSame(other: PageTransitionRoles): Boolean = isBack == other.isBack &&
        outgoing.isSame(other.outgoing) && incoming.isSame(other.incoming)
}

/** Returns the roles of a transition from one stack of pages to another. */
internal fun rolesBetween(old: List<NavigationPage>, now: List<NavigationPage>) =
    PageTransitionRoles(top(old), top(now), now.size < old.size)

/** Returns the roles of an interactive transition, whose pages have not changed yet. */
internal fun rolesOf(change: NavigationChange, pages: List<NavigationPage>): PageTransitionRoles {
    val isPresented = change.operation == NavigationOperation.PRESENT
    if (!isPresented && change.operation != NavigationOperation.PUSH) {
        return rolesBetween(pages, pages.dropLast(1))
    }
    val page = NavigationPage()
    page.route = change.route
    page.style = change.style
    page.presented = isPresented
    return rolesBetween(pages, pages + page)
}

private fun top(pages: List<NavigationPage>) =
    TransitionPage(Math.max(pages.size - 1, 0), pages.lastOrNull())
