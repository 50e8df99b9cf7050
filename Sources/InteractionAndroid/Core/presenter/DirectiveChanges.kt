package interaction.client.presenter

import interaction.client.contract.Directive
import interaction.client.contract.Setting

/** The remaining changes of a directive, after predicted taps. */
internal class PendingChanges(
    /** True unless the directive is repeated. */
    val isNew: Boolean,
    /** The directive without the tracks that play already. */
    var directive: Directive
) {
    /** The tabs whose reaction is reverted. */
    val revertedTabs = ArrayList<Int>()
}

/** The changes of a directive. */
internal class DirectiveChanges(
    val isNew: Boolean,
    /** The directive without the tracks that play already. */
    val directive: Directive,
    /** The tabs whose reaction is reverted. */
    val revertedTabs: List<Int>,
    /** True if it may animate: not if it decides about an expired hold (rule D7). */
    val mayAnimate: Boolean,
    /** The changed settings. */
    val settings: List<Setting>,
    /** The previous settings. */
    val previousSettings: List<Setting>
)
