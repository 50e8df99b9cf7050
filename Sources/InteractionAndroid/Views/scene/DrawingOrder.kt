package interaction.client.views

import android.view.View
import android.view.ViewGroup
import java.util.IdentityHashMap

/** The order in which a layout draws its children: the scene's, with the others in their places. */
internal class DrawingOrder(private val layout: ViewGroup) {
    private var ranks = IdentityHashMap<View, Int>()
    /** The children's indices, in drawing order; outdated if the number of children differs. */
    private var indices = IntArray(0)

    /** Sets the scene's views, in drawing order. */
    fun set(views: List<View>) {
        ranks = IdentityHashMap()
        for (index in views.indices) ranks[views[index]] = index
        sort()
    }

    /** Returns the index of the child that is drawn as the `place`th. */
    fun child(count: Int, place: Int): Int {
        if (indices.size != count) sort()
        return if (place < indices.size) indices[place] else place
    }

    /** Sorts again, after a change of the children. */
    fun sort() {
        val count = layout.childCount
        val ranked = (0 until count).filter { ranks.containsKey(layout.getChildAt(it)) }
        val sorted = ranked.sortedBy { ranks[layout.getChildAt(it)] }
        indices = IntArray(count) { it }
        for (place in ranked.indices) indices[ranked[place]] = sorted[place]
    }
}
