package interaction.client.presenter

import interaction.client.contract.InteractionEvent
import interaction.client.contract.PageDragEvent
import interaction.client.contract.PageDragPhase
import interaction.client.contract.PageDragSubject
import interaction.client.contract.PointerEvent
import interaction.client.contract.PointerPhase
import interaction.client.contract.ScrollEvent
import interaction.client.contract.ScrollPhase

/** Presents the immediate consequences of an event that is about to be reported to the engine. */
internal fun handleEvent(parts: PresenterState, event: InteractionEvent, now: Long) {
    val hasAdvanced = advance(parts, now)
    if (handlePayload(parts, event) || hasAdvanced) layOut(parts)
    else if (event.scroll != null || event.listShown != null) updateResting(parts.screen)
}

/** Returns whether the scene must be laid out again; so do the functions below. */
private fun handlePayload(parts: PresenterState, event: InteractionEvent): Boolean {
    event.scroll?.let { return seeScroll(parts, it) }
    event.pointer?.let { return seePointer(parts, it) }
    event.pageDrag?.let { return seeDrag(parts, it) }
    event.listShown?.let { return parts.screen.fingers.show(it.list, it.source) }
    event.tap?.let { return tap(parts, it.tab ?: 0) }
    val surface = event.surface ?: return false
    parts.surface = surface
    return true
}

private fun seeScroll(parts: PresenterState, event: ScrollEvent): Boolean {
    val began = event.phase == ScrollPhase.BEGAN
    val ended = event.phase == ScrollPhase.ENDED
    val list = Targets.list(event.source)
    if (began) touch(parts, list)
    val isNew = parts.screen.fingers.scroll(event.source, Point(event.x, event.y ?: 0.0))
    if (ended) lift(parts, list)
    return began || ended || isNew
}

private fun seePointer(parts: PresenterState, event: PointerEvent): Boolean {
    val pointer = event.pointer ?: 0
    val fingers = parts.screen.fingers
    val target = if (event.target.startsWith("scan/")) Targets.scan else event.target
    val isSideways = target == Targets.pages || target == Targets.edge
    if (!isSideways && target != Targets.scan && target != Targets.floorPage) return false
    val position = (if (isSideways) event.x else event.y) ?: 0.0
    val known = fingers.drag(target)
    if (event.phase == PointerPhase.DOWN) {
        // The first finger owns the view; others are ignored.
        if (known != null && known.isDown && known.pointer != pointer) return false
        touch(parts, target)
        val touched = fingers.drag(target)
        if (touched != null) {
            touched.pointer = pointer
            touched.start = position
        }
        return true
    }
    if (known == null || !known.isDown || known.pointer != pointer) return false
    if (event.phase == PointerPhase.CANCELLED) release(parts.screen, target)
    else drag(parts, target, position - known.start)
    if (event.phase == PointerPhase.UP) lift(parts, target)
    return true
}

private fun seeDrag(parts: PresenterState, event: PageDragEvent): Boolean {
    val target = when (event.subject) {
        PageDragSubject.TABS -> Targets.pages
        PageDragSubject.BACK -> Targets.edge
        else -> Targets.scan
    }
    if (event.phase == PageDragPhase.BEGAN) touch(parts, target)
    // A touch creates the drag.
    val known = parts.screen.fingers.drag(target)
    if (known == null || !known.isDown) return false
    if (event.phase == PageDragPhase.CANCELLED) release(parts.screen, target)
    else drag(parts, target, event.translation ?: 0.0)
    if (event.phase == PageDragPhase.ENDED) lift(parts, target)
    return true
}
