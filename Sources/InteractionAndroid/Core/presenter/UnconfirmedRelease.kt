package interaction.client.presenter

import interaction.client.contract.ScrollLink
import interaction.client.contract.Setting

/**
 * Releases whose hold expired before the engine's decision arrived (rule D7). The engine reverts
 * such a decision once it learns of the expiry: until then neither the decision nor the links are
 * presented.
 */
internal class UnconfirmedRelease(
    /** The links of these releases. */
    val links: List<ScrollLink>,
    /** The settings before the late decision. */
    val settings: List<Setting>
) {
    /** Returns the releases with the links of another one. */
    fun added(links: List<ScrollLink>): UnconfirmedRelease {
        val news = links.filter { link -> this.links.none { areEqual(it, link) } }
        return UnconfirmedRelease(this.links + news, settings)
    }

    /** Returns the releases after a directive, whose settings are now `settings`. */
    fun received(change: DirectiveChanges, settings: List<Setting>): UnconfirmedRelease {
        val news = change.settings
        var links = this.links
        var hidden = if (news.any(::isHeld)) emptyList() else this.settings
        if (!change.mayAnimate) {
            // Links to a finger that has been released.
            val late = news.flatMap(::linksOf).filter { it.dragTarget.isNotEmpty() }
            links = added(late).links
            if (news.any(::isAnimating)) {
                val aspects = news.filter { isHeld(it) || it.selection != null }.map(::aspectOf)
                hidden = change.previousSettings.filter { aspectOf(it) in aspects }
            }
        }
        val current = (settings + hidden).flatMap(::linksOf)
        links = links.filter { link -> current.any { areEqual(it, link) } }
        return UnconfirmedRelease(links, hidden)
    }

    companion object {
        /** No releases. */
        val none = UnconfirmedRelease(emptyList(), emptyList())
    }
}

/** Returns whether a release may wait for the setting. */
private fun isHeld(setting: Setting): Boolean =
    setting.floor != null || setting.transition != null || setting.navigation != null

private fun linksOf(setting: Setting): List<ScrollLink> =
    setting.links?.links ?: setting.transition?.links ?: setting.navigation?.links ?: emptyList()
