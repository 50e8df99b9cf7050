package interaction.client.views

import android.view.View

/** A listener to a list's own movements. */
interface ListContentListener {
    /** Called when the list may have scrolled, whatever the cause. */
    fun scrolled()

    /** Called when a fling or an animated scroll begins (true) or ends (false). */
    fun movesChanged(moves: Boolean)
}

/** A view that scrolls, as a [ListFrame] observes and moves it. Lengths are in px. */
interface ListContent {
    /** The view. */
    val view: View
    /** The horizontal distance from the content's left edge; never negative. */
    val offsetX: Int
    /** The vertical distance from the content's top; never negative. */
    val offsetY: Int
    /** The width of the content. */
    val contentWidth: Int
    /** The height of the content. */
    val contentHeight: Int
    /** True if the list reports the end of its movements to its listener. */
    val reportsEnds: Boolean

    /** Sets the listener; null for none. */
    fun listen(listener: ListContentListener?)

    /** Scrolls at once. */
    fun scrollTo(x: Int, y: Int)

    /** Scrolls with animation. */
    fun smoothScrollTo(x: Int, y: Int)
}
