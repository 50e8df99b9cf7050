package interaction.client.session

import interaction.client.contract.Directive
import interaction.client.contract.Setting

/** Returns the aspect of a setting; null for an unknown one of a later contract. */
private fun aspectOf(setting: Setting): String? {
    setting.toggle?.let { return "toggle ${it.id}" }
    setting.badge?.let { return "badge ${it.tab}" }
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

/**
 * The state of a client that only applies directives (rule D1).
 *
 * @param settings The settings that the client has received, before any directive.
 */
internal class ClientModel(settings: List<Setting>) {
    /** The newest setting of every aspect; replaced by each change. */
    var settings: List<Setting> = settings.filter { aspectOf(it) != null }
        private set

    private var lastDirective = 0L

    /** Applies a directive; one that is not newer than the last has no effect. */
    fun apply(directive: Directive) {
        val isNew = directive.sequence > lastDirective
        if (isNew) lastDirective = directive.sequence
        if (directive.replacesAll) {
            if (isNew) settings = directive.settings.filter { aspectOf(it) != null }
            return
        }
        for (setting in directive.settings) {
            val aspect = aspectOf(setting) ?: continue
            settings = settings.map { known ->
                val isNewer = setting.generation > known.generation
                if (isNewer && aspectOf(known) == aspect) setting else known
            }
        }
    }
}
