package interaction.client.presenter

import interaction.client.contract.Directive
import interaction.client.contract.FloorPhase
import interaction.client.contract.Setting
import interaction.client.contract.TransitionPhase

/** Returns the aspect of a toggle's look. */
internal fun toggleAspect(id: String): String = "toggle $id"

/** Returns the aspect of a tab's badge. */
internal fun badgeAspect(tab: Int): String = "badge $tab"

/**
 * Returns the aspect of a setting, its key, such as `selection` or `badge 2`; null for an unknown
 * one of a later contract.
 */
internal fun aspectOf(setting: Setting): String? {
    setting.toggle?.let { return toggleAspect(it.id) }
    setting.badge?.let { return badgeAspect(it.tab) }
    return when {
        setting.selection != null -> "selection"
        setting.layout != null -> "layout"
        setting.floor != null -> "floor"
        setting.floorLayout != null -> "floorLayout"
        setting.links != null -> "links"
        setting.gate != null -> "gate"
        setting.press != null -> "press"
        setting.transition != null -> "transition"
        setting.navigation != null -> "navigation"
        setting.refresh != null -> "refresh"
        else -> null
    }
}

/** Returns whether the engine waits for the end of the setting's animation. */
internal fun isAnimating(setting: Setting): Boolean {
    val floor = setting.floor?.phase
    val pages = setting.transition?.phase ?: setting.navigation?.phase
    return floor == FloorPhase.OPENING || floor == FloorPhase.CLOSING ||
        pages == TransitionPhase.RUNNING
}

/** The state of a client that only applies directives (rule D1). */
internal class ClientModel(settings: List<Setting>) {
    private var lastDirective = 0L

    /** The newest setting of every aspect; replaced by each change. */
    var settings: List<Setting> = settings.filter { aspectOf(it) != null }
        private set

    /**
     * Applies a directive; one that is not newer than the last has no effect. Returns whether it is
     * new.
     */
    fun apply(directive: Directive): Boolean {
        val isNew = directive.sequence > lastDirective
        if (isNew) lastDirective = directive.sequence
        if (directive.replacesAll) {
            if (isNew) settings = directive.settings.filter { aspectOf(it) != null }
            return isNew
        }
        for (setting in directive.settings) {
            val aspect = aspectOf(setting)
            settings = settings.map { known ->
                val isNewer = setting.generation > known.generation
                if (isNewer && aspectOf(known) == aspect) setting else known
            }
        }
        return isNew
    }
}
