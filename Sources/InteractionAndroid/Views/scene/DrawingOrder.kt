package interaction.client.views

import android.view.View
import android.view.ViewGroup
import java.util.IdentityHashMap

/** The order in which a layout draws its children: the scene's, with the others in their places. */
internal class DrawingOrder(private val layout: ViewGroup) {
    private var ranks = IdentityHashMap<View, Int>()
    /** The children when they were sorted. */
    private var children: List<View> = emptyList()
    /** The children's indices, in drawing order. */
    private var indices = IntArray(0)

    /** Sets the scene's views, in drawing order. */
    fun set(views: List<View>) {
        ranks = IdentityHashMap()
        for (index in views.indices) ranks[views[index]] = index
        sort()
    }

    /** Returns the index of the child that is drawn as the `place`th. */
    fun child(count: Int, place: Int): Int {
        // The app may have changed the children; a drawing begins with the first.
        if (indices.size != count || place == 0 && !isCurrent()) sort()
        return indices[place]
    }

    private fun isCurrent(): Boolean {
        for (index in children.indices) {
            if (layout.getChildAt(index) !== children[index]) return false
        }
        return true
    }

    /** Sorts again, after a change of the children. */
    fun sort() {
        val count = layout.childCount
        children = List(count) { layout.getChildAt(it) }
        val ranked = children.indices.filter { ranks.containsKey(children[it]) }
        val sorted = ranked.sortedBy { ranks[children[it]] }
        indices = IntArray(count) { it }
        for (place in ranked.indices) indices[ranked[place]] = sorted[place]
    }
}
