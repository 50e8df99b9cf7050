package interaction.client.presenter

import interaction.client.contract.Directive
import interaction.client.contract.HoldTarget
import interaction.client.contract.TransitionPhase

/**
 * Holds a released target in place until the engine has decided (rule D7). Targets are those of
 * the contract; unspecified stands for none.
 */
internal class ReleaseHold {
    private class Hold(val target: Int, val since: Long, val until: Long)

    private class Expiry(val hold: Hold, val at: Long)

    /** The held target, with the times of the lift and of the expiry. */
    private var active: Hold? = null
    /** The newest expired hold: decisions made before the engine learned of it are late. */
    private var expired: Expiry? = null

    /** The target that stays in place. */
    val target: Int get() = active?.target ?: HoldTarget.UNSPECIFIED

    /** The time at which the hold expires, µs; `never` if there is none. */
    val deadline: Long get() = active?.until ?: never

    /**
     * Begins a hold when a finger lifts off `target`, if the state contains a hold time for it.
     * Returns whether the target is held.
     */
    fun lift(target: Int, state: VisibleState, now: Long): Boolean {
        val span = holdTime(target, state) ?: return false
        active = Hold(target, now, now + span)
        return true
    }

    /** Expires the hold once its time is over. Returns the target to release and to report. */
    fun expire(now: Long): Int =
        if (now >= deadline) expireHold(now) else HoldTarget.UNSPECIFIED

    /**
     * Expires the hold because a finger grabs `target` again. Returns the target to release and to
     * report.
     */
    fun grab(target: Int, now: Long): Int =
        if (this.target == target) expireHold(now) else HoldTarget.UNSPECIFIED

    private fun expireHold(now: Long): Int {
        val hold = active ?: return HoldTarget.UNSPECIFIED
        expired = Expiry(hold, now)
        active = null
        return hold.target
    }

    /**
     * Receives a new directive. Returns whether it may animate: a decision that arrives after the
     * hold has expired is applied without animation.
     */
    fun receive(directive: Directive): Boolean {
        val at = directive.atUs
        val target = holdTarget(directive)
        if (target == HoldTarget.UNSPECIFIED) return true
        val held = active
        if (held != null && held.target == target && at >= held.since) active = null
        val over = expired
        if (over == null || over.hold.target != target || at < over.hold.since) return true
        // A decision at the very time of the lift is about the lift.
        val starts = directive.settings.any(::isAnimating)
        if (at < over.at || starts && at == over.hold.since) return false
        expired = null
        return true
    }
}

/** Returns the time for which the engine wants the target held, µs; null if it does not. */
private fun holdTime(target: Int, state: VisibleState): Long? {
    val transition = state.transition
    val navigation = state.navigation
    return when (target) {
        HoldTarget.FLOOR -> state.floor?.holdUs?.let { if (it == 0L) null else it }
        HoldTarget.TABS ->
            if (transition?.phase == TransitionPhase.INTERACTIVE) transition.holdUs else null
        else -> if (navigation?.phase == TransitionPhase.INTERACTIVE) navigation.holdUs else null
    }
}

/** Returns the hold target that a directive decides about; unspecified if there is none. */
private fun holdTarget(directive: Directive): Int {
    // A snapshot is no decision.
    if (directive.replacesAll) return HoldTarget.UNSPECIFIED
    for (each in directive.settings) {
        // A page that bounces back sends only its links.
        if (each.floor != null || each.links != null) return HoldTarget.FLOOR
        if (each.transition != null) return HoldTarget.TABS
        if (each.navigation != null) return HoldTarget.BACK
    }
    return HoldTarget.UNSPECIFIED
}
