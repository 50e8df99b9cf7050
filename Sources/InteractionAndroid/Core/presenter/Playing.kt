package interaction.client.presenter

import interaction.client.contract.AnimatedProperty
import interaction.client.contract.Directive
import interaction.client.contract.NavigationOperation
import interaction.client.contract.TransitionPhase

/**
 * Plays the timeline of a directive, from the presented values (rule D2), unless it is late (rules
 * D4, D7).
 */
internal fun play(parts: PresenterState, change: DirectiveChanges, before: PresentationState) {
    val directive = change.directive
    val now = parts.screen.now
    val timeline = timeline(directive.timeline ?: return)
    val tracks = timeline.tracks
    val length = duration(tracks)
    val isLate = tracks.none { it.isEndless } && directive.atUs + length < now
    // A view that a finger has moved never jumps: it animates even if late.
    val plays = change.mayAnimate && (!isLate || isFollowing(before, tracks))
    val underWay = change.settings.firstOrNull(::isAnimating)
    if (underWay != null) {
        val end = if (plays) now + length else now
        parts.pending.await(AwaitedEnd(directive.sequence, aspectOf(underWay), end))
    }
    if (!plays) return
    // A selection and its tab transition end separately.
    val aspects = directive.settings.mapNotNull(::aspectOf)
    if ("selection" in aspects && "transition" in aspects) {
        val others = filtered(timeline) { Targets.tabPage(it) == null }
        val pages = filtered(timeline) { Targets.tabPage(it) != null }
        perform(parts, others, "selection", directive, before)
        perform(parts, pages, "transition", directive, before)
    } else {
        perform(parts, timeline, aspects.firstOrNull(), directive, before)
    }
}

/** Returns the part of a timeline that involves certain views. */
private fun filtered(timeline: Timeline, has: (String) -> Boolean) = Timeline(
    timeline.tracks.filter { has(it.target) },
    timeline.captures.filter { has(it.target) },
    timeline.staging.filter { has(it.target) }
)

/** Returns whether the tracks animate properties that a finger moves or has moved. */
private fun isFollowing(screen: PresentationState, tracks: List<Track>): Boolean {
    val links = screen.state.links.filter { it.dragTarget.isNotEmpty() }
    val goingBack = screen.animations.filter { it.origin is AnimationOrigin.Release }
        .flatMap { it.motions }
    return tracks.any { track ->
        links.any { it.target == track.target && it.property == track.property } ||
            goingBack.any { it.moves(track.target, track.property) }
    }
}

private fun perform(
    parts: PresenterState,
    timeline: Timeline,
    aspect: String?,
    directive: Directive,
    before: PresentationState
) {
    if (timeline.tracks.isEmpty()) return
    val screen = parts.screen
    val holds = directive.settings.any { aspectOf(it) == aspect && isAnimating(it) }
    val origin = AnimationOrigin.Directive(directive.sequence)
    val previous = before.state.toggles.firstOrNull { toggleAspect(it.id) == aspect }
    var started = playingAnimation(origin, aspect, timeline, screen.now, holds)
        .with(previousToggle = previous)
    if (aspect == "navigation") {
        started = started.with(roles = rolesSince(before.state, screen.state))
        started = withPicturesOf(before.state, started)
    }
    start(parts, started, before)
}

/** Returns the pages of the transition between two states. */
private fun rolesSince(before: VisibleState, now: VisibleState): PageTransitionRoles? {
    val old = before.navigation ?: return null
    val current = now.navigation ?: return null
    // An interactive transition that continues as an animation keeps its roles.
    val change = old.change
    val continues = old.phase == TransitionPhase.INTERACTIVE && current.number == old.number
    if (continues && change != null && change.operation != NavigationOperation.UNSPECIFIED) {
        return rolesOf(change, old.pages)
    }
    return rolesBetween(old.pages, current.pages)
}

/** Starts a performance from the presented values; it replaces those of the same views. */
internal fun start(parts: PresenterState, started: PlayingAnimation, before: PresentationState) {
    val screen = parts.screen
    // The bar has its last frame at once: the start is the place where it is seen (rule R12).
    val moved = barY(before) - barY(screen)
    val motions = started.motions.map { each ->
        val from = startOf(before, each, started)
        val isBar = each.moves(Targets.tabBar, AnimatedProperty.TRANSLATE_Y)
        // NaN stays NaN.
        each.from(if (isBar) from + moved else from)
    }
    fun isReplaced(old: PropertyAnimation) = motions.any { it.target == old.target }
    val replaced = screen.animations.flatMap { each -> each.motions.filter { isReplaced(it) } }
    val others = screen.animations.map { each ->
        if (each.motions.none { isReplaced(it) }) each
        else each.with(motions = each.motions.filter { !isReplaced(it) })
    }
    screen.animations =
        others.filter { it.motions.isNotEmpty() } + started.with(motions = motions)
    val left = replaced.filter { old -> motions.none { it.moves(old.target, old.property) } }
    playReturn(parts, before.returnTracks(left), started.aspect)
}

private fun barY(screen: PresentationState): Double = screen.state.layout?.frame?.y ?: 0.0

/**
 * Returns the value from which a motion starts: the presented one, or the view's place at rest; NaN
 * for the motion's own.
 */
private fun startOf(
    screen: PresentationState,
    motion: PropertyAnimation,
    performance: PlayingAnimation
): Double {
    val target = former(screen, motion.target, performance) ?: return Double.NaN
    val presented = screen.presentedValue(motion.property, target)
    return if (presented.isNaN()) restingStart(screen, motion, performance) else presented
}

/**
 * Returns the start value of a view that rests elsewhere than at the layout's place: a sheet, or a
 * strip that shows its second picture. NaN for other views.
 */
private fun restingStart(
    screen: PresentationState,
    motion: PropertyAnimation,
    performance: PlayingAnimation
): Double {
    val target = motion.target
    val property = motion.property
    if (property == AnimatedProperty.CONTENT_OFFSET_Y) {
        val shown = screen.layout.resting.elements.firstOrNull { it.target == target }
        return shown?.values?.contentOffset?.y ?: Double.NaN
    }
    val found = when (target) {
        Targets.incomingPage -> performance.roles?.incoming
        Targets.outgoingPage -> performance.roles?.outgoing
        else -> null
    }
    val page = found?.page ?: return Double.NaN
    val shown = screen.state.navigation?.pages?.getOrNull(found.level)
    if (!areEqual(shown, page) || page.dx == 0.0 && page.dy == 0.0) return Double.NaN
    return when (property) {
        AnimatedProperty.TRANSLATE_X -> page.dx
        AnimatedProperty.TRANSLATE_Y -> page.dy
        else -> Double.NaN
    }
}

/**
 * Returns the target that now shows the content that `target` shows in a performance, since an
 * incoming page may be outgoing next; null if none does.
 */
private fun former(
    screen: PresentationState,
    target: String,
    performance: PlayingAnimation
): String? {
    val aspect = performance.aspect
    val changing = screen.state.toggles.firstOrNull { toggleAspect(it.id) == aspect }
    if (changing != null && screen.animations.any { it.aspect == aspect }) {
        val incoming = Targets.toggle(changing.id, "incoming")
        val outgoing = Targets.toggle(changing.id, "outgoing")
        return when (target) {
            incoming -> outgoing
            outgoing -> incoming
            else -> target
        }
    }
    val old = screen.currentRoles
    val roles = performance.roles
    if (roles == null || old == null) return target
    return when (target) {
        Targets.incomingPage -> old.targetOf(roles.incoming)
        Targets.outgoingPage -> old.targetOf(roles.outgoing)
        else -> if (old.isSame(roles)) target else null
    }
}
