// Geometry in points; y grows downwards.
package interaction.client.presenter

import interaction.client.contract.Rect as ContractRect

/** A position, or a distance to the right and downwards. */
class Point(@JvmField val x: Double, @JvmField val y: Double) {
    companion object {
        /** The origin. */
        @JvmField
        val zero = Point(0.0, 0.0)
    }
}

/** A rectangle; its origin is the top left corner. */
class Rect(
    /** The left edge. */
    @JvmField val x: Double,
    /** The top edge. */
    @JvmField val y: Double,
    /** The width. */
    @JvmField val width: Double,
    /** The height. */
    @JvmField val height: Double
) {
    /** The horizontal position of the centre. */
    val centerX: Double get() = x + width / 2
    /** The vertical position of the centre. */
    val centerY: Double get() = y + height / 2

    /** Returns the rectangle moved by the origin of `parent`. */
    internal fun movedBy(parent: Rect) = Rect(x + parent.x, y + parent.y, width, height)
}

/** Returns the contract's rectangle; empty, at the origin, if it is absent. */
internal fun rect(found: ContractRect?): Rect {
    if (found == null) return Rect(0.0, 0.0, 0.0, 0.0)
    return Rect(found.x, found.y, found.width, found.height)
}
