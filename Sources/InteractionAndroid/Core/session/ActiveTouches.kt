package interaction.client.session

import interaction.client.contract.HeldDrag
import interaction.client.contract.InteractionEvent
import interaction.client.contract.ListShownEvent
import interaction.client.contract.PageDragPhase
import interaction.client.contract.PointerPhase
import interaction.client.contract.ScrollEvent
import interaction.client.contract.ScrollPhase
import interaction.client.contract.SourceOffset

/**
 * The active drags and fingers, for heartbeats (rule S3), and the lists' offsets.
 *
 * @property offsets The lists' offsets, restored with no drag or finger down, that of the newest
 *   scroll last. A list that was shown before the app named it has two (rule S9): the engine takes
 *   the last one.
 */
internal class ActiveTouches(var offsets: List<SourceOffset> = emptyList()) {
    private val held = LinkedHashMap<String, Int>()
    private val fingers = LinkedHashSet<Int>()

    /** The active drags, by list. */
    val drags: List<HeldDrag>
        get() = held.entries.map { entry ->
            HeldDrag().also {
                it.source = entry.key
                it.drag = entry.value
            }
        }

    /** The IDs of the fingers that are down. */
    val pointers: List<Int>
        get() = fingers.take(MAXIMUM_POINTERS)

    /** True if no drag or finger is active, so that the session can change servers. */
    val isEmpty: Boolean
        get() = held.isEmpty() && fingers.isEmpty()

    /** Handles an event. */
    fun follow(event: InteractionEvent) {
        val listShown = event.listShown
        val scroll = event.scroll
        val pointer = event.pointer
        val pageDrag = event.pageDrag
        if (listShown != null) {
            show(listShown)
        } else if (scroll != null) {
            scroll(scroll)
        } else if (pointer != null) {
            val isDown = pointer.phase == PointerPhase.DOWN || pointer.phase == PointerPhase.MOVED
            touch(pointer.pointer ?: 0, isDown)
        } else if (pageDrag != null) {
            val phase = pageDrag.phase
            touch(PAGE_DRAG_POINTER, phase == PageDragPhase.BEGAN || phase == PageDragPhase.MOVED)
        }
    }

    private fun show(event: ListShownEvent) {
        for (each in offsets) {
            if (each.source == event.source) each.unseen = each.list != event.list
        }
        // Before the offset of the list without a name, which may be this list.
        if (shown(event.source) == null) {
            val offset = SourceOffset().also {
                it.source = event.source
                it.y = 0.0
                it.list = event.list
            }
            offsets = listOf(offset) + offsets
        }
        held.remove(event.source)
    }

    private fun scroll(event: ScrollEvent) {
        val offset = shown(event.source) ?: SourceOffset().also { it.source = event.source }
        offset.y = event.y ?: 0.0
        offsets = offsets.filter { it !== offset } + offset
        if (event.phase == ScrollPhase.BEGAN || event.phase == ScrollPhase.MOVED) {
            held[event.source] = event.drag
        } else if (!isProgrammatic(event.phase)) {
            held.remove(event.source)
        }
    }

    /** Returns the offset of the source's shown list; null if it has none. */
    private fun shown(source: String): SourceOffset? =
        offsets.lastOrNull { it.source == source && !it.unseen }

    private fun touch(finger: Int, isDown: Boolean) {
        if (isDown) fingers.add(finger) else fingers.remove(finger)
    }

    private companion object {
        /** A pointer ID that represents the finger of a page drag from the app's own recognizer. */
        const val PAGE_DRAG_POINTER = -1

        /** The maximum number of fingers in a heartbeat. */
        const val MAXIMUM_POINTERS = 16
    }
}
