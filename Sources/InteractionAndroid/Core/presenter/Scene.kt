package interaction.client.presenter

/**
 * The content of one frame, as elements in drawing order, bottom first.
 *
 * A renderer copies the values onto its views and decides nothing. While only time passes, elements
 * that do not move are the same objects in each scene, and so are contents and frames of those that
 * move. While nothing moves, the scene is the same object.
 */
class PresentedScene(
    /** The elements; at most one for each target. */
    @JvmField val elements: List<PresentedElement>
)

/** One view with its content and values. */
class PresentedElement internal constructor(
    /** The view, a target path such as `tab/0/badge`. */
    @JvmField val target: String,
    /** The frame in the layout, in screen coordinates, pt; null if only the app knows it. */
    @JvmField val frame: Rect? = null,
    /** The content. */
    @JvmField val content: ElementContent = ElementContent.View,
    isHidden: Boolean = false,
    parent: String? = null,
    /** The differences from its place in the layout. */
    @JvmField val values: ElementValues = ElementValues()
) {
    /** True if it is hidden, whatever its values. */
    var isHidden = isHidden
        internal set
    /** The element whose view contains this one; null for none. */
    var parent = parent
        internal set

    /** Returns a copy whose values may be changed. */
    internal fun copied() =
        PresentedElement(target, frame, content, isHidden, parent, values.copied())
}
