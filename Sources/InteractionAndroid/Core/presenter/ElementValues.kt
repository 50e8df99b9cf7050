package interaction.client.presenter

/** A value for each axis. */
class Vector(
    /** The component to the right; for rotations, about the horizontal axis. */
    @JvmField val x: Double,
    /** The downward component; for rotations, about the vertical axis. */
    @JvmField val y: Double,
    /** The component towards the viewer; for rotations, in the plane. */
    @JvmField val z: Double
) {
    internal fun withX(x: Double) = Vector(x, y, z)

    internal fun withY(y: Double) = Vector(x, y, z)

    internal fun withZ(z: Double) = Vector(x, y, z)

    companion object {
        /** The vector without length. */
        @JvmField
        val zero = Vector(0.0, 0.0, 0.0)
    }
}

/** A view's shadow. */
class Shadow(
    /** Opacity, 0 … 1. */
    @JvmField val opacity: Double,
    /** The offset to the right and downwards, pt. */
    @JvmField val offset: Point,
    /** The blur radius, pt: a standard deviation. */
    @JvmField val radius: Double
) {
    companion object {
        /** An invisible shadow. */
        @JvmField
        val none = Shadow(0.0, Point.zero, 0.0)
    }
}

/** An elliptic mask: the visible part of a view. */
sealed class Mask {
    /** A circle of this diameter around the view's centre, pt. */
    class Circle(@JvmField val diameter: Double) : Mask()

    /** An ellipse around the view's origin, pt. */
    class Ellipse(@JvmField val width: Double, @JvmField val height: Double) : Mask()
}

/**
 * The differences of a view from its place in the layout; the defaults are none.
 *
 * From the outermost inwards, its transform is the translation in the plane, the perspective, the
 * translation along z, the rotations about the horizontal, the vertical and the z axis, and the
 * scale.
 */
class ElementValues {
    /** Opacity, 0 … 1. */
    var opacity = 1.0
        internal set
    /** The translation from the layout's place, pt. */
    var translation = Vector.zero
        internal set
    /** The rotation, rad. */
    var rotation = Vector.zero
        internal set
    /** The scale relative to the layout's size. */
    var scale = 1.0
        internal set
    /** The horizontal scale, multiplied with `scale`. */
    var scaleX = 1.0
        internal set
    /** The vertical scale, multiplied with `scale`. */
    var scaleY = 1.0
        internal set
    /** The fixed point of rotation and scale, in fractions of width and height. */
    var origin = middle
        internal set
    /** The perspective, as m34 of a Core Animation transform; 0 for none. */
    var perspective = 0.0
        internal set
    /** The view's shadow. */
    var shadow = Shadow.none
        internal set
    /** The mask; null for none. */
    var mask: Mask? = null
        internal set
    /** The content offset, pt. */
    var contentOffset = Point.zero
        internal set
    /** The frame of an image sequence, from 0; null if it does not play. */
    var imageFrame: Double? = null
        internal set

    /** Returns a copy that may be changed. */
    internal fun copied(): ElementValues {
        val copy = ElementValues()
        copy.opacity = opacity
        copy.translation = translation
        copy.rotation = rotation
        copy.scale = scale
        copy.scaleX = scaleX
        copy.scaleY = scaleY
        copy.origin = origin
        copy.perspective = perspective
        copy.shadow = shadow
        copy.mask = mask
        copy.contentOffset = contentOffset
        copy.imageFrame = imageFrame
        return copy
    }
}

private val middle = Point(0.5, 0.5)
