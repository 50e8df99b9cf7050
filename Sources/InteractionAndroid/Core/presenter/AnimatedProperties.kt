// The properties that animations and links change.
package interaction.client.presenter

import interaction.client.contract.AnimatedProperty

/**
 * Sets one property of copied values. `frame` is the view's frame in the layout, for properties
 * that set the centre.
 */
internal fun set(values: ElementValues, property: Int, value: Double, frame: Rect?) {
    val shadow = values.shadow
    val offset = shadow.offset
    when (property) {
        AnimatedProperty.OPACITY -> values.opacity = value
        AnimatedProperty.SCALE -> values.scale = value
        AnimatedProperty.SCALE_X -> values.scaleX = value
        AnimatedProperty.SCALE_Y -> values.scaleY = value
        AnimatedProperty.TRANSLATE_X -> values.translation = values.translation.withX(value)
        AnimatedProperty.TRANSLATE_Y -> values.translation = values.translation.withY(value)
        AnimatedProperty.TRANSLATE_Z -> values.translation = values.translation.withZ(value)
        AnimatedProperty.ROTATION -> values.rotation = values.rotation.withZ(value)
        AnimatedProperty.ROTATION_X -> values.rotation = values.rotation.withX(value)
        AnimatedProperty.ROTATION_Y -> values.rotation = values.rotation.withY(value)
        AnimatedProperty.CENTER_X, AnimatedProperty.SCREEN_CENTER_X -> {
            val moved = if (frame == null) 0.0 else value - frame.centerX
            values.translation = values.translation.withX(moved)
        }
        AnimatedProperty.CENTER_Y -> {
            val moved = if (frame == null) 0.0 else value - frame.centerY
            values.translation = values.translation.withY(moved)
        }
        AnimatedProperty.CONTENT_OFFSET_Y ->
            values.contentOffset = Point(values.contentOffset.x, value)
        AnimatedProperty.FRAME -> values.imageFrame = value
        AnimatedProperty.SHADOW_OPACITY -> values.shadow = Shadow(value, offset, shadow.radius)
        AnimatedProperty.SHADOW_RADIUS -> values.shadow = Shadow(shadow.opacity, offset, value)
        AnimatedProperty.SHADOW_OFFSET_X ->
            values.shadow = Shadow(shadow.opacity, Point(value, offset.y), shadow.radius)
        AnimatedProperty.SHADOW_OFFSET_Y ->
            values.shadow = Shadow(shadow.opacity, Point(offset.x, value), shadow.radius)
        AnimatedProperty.MASK_DIAMETER -> values.mask = Mask.Circle(value)
        AnimatedProperty.MASK_WIDTH -> values.mask = Mask.Ellipse(value, ellipse(values).height)
        AnimatedProperty.MASK_HEIGHT -> values.mask = Mask.Ellipse(ellipse(values).width, value)
        else -> Unit
    }
}

private fun ellipse(values: ElementValues): Mask.Ellipse =
    values.mask as? Mask.Ellipse ?: Mask.Ellipse(0.0, 0.0)

/**
 * Returns the value in the layout; NaN if it is a position on the screen, or there is none.
 */
internal fun restingValue(property: Int): Double = when (property) {
    AnimatedProperty.OPACITY, AnimatedProperty.SCALE,
    AnimatedProperty.SCALE_X, AnimatedProperty.SCALE_Y -> 1.0
    AnimatedProperty.CENTER_X, AnimatedProperty.SCREEN_CENTER_X, AnimatedProperty.CENTER_Y,
    AnimatedProperty.FRAME, AnimatedProperty.MASK_DIAMETER, AnimatedProperty.MASK_WIDTH,
    AnimatedProperty.MASK_HEIGHT, AnimatedProperty.UNSPECIFIED -> Double.NaN
    else -> 0.0
}

/** Returns whether this client knows a property; the codec has dropped unknown ones. */
internal fun isKnown(property: Int): Boolean = property != AnimatedProperty.UNSPECIFIED
