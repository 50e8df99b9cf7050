package interaction.client.presenter

import interaction.client.contract.BadgeState
import interaction.client.contract.ButtonLook
import interaction.client.contract.TextFont
import interaction.client.contract.TextSpan

/** The content of an element. */
sealed class ElementContent {
    /** A view of the app, such as a list, a page or a bar. */
    object View : ElementContent()

    /** A colour, RRGGBB. */
    class Color(@JvmField val color: String) : ElementContent()

    /** An item of the tab bar. */
    class Item(
        @JvmField val look: ButtonLook,
        @JvmField val looksPressed: Boolean
    ) : ElementContent()

    /** A picture. */
    class Picture(@JvmField val picture: ImageContent) : ElementContent()

    /** Two pictures, one below the other; the content offset selects the visible part. */
    class Strip(@JvmField val pictures: List<ImageContent>) : ElementContent()

    /** A line of text. */
    class Text(@JvmField val text: TextContent) : ElementContent()

    /** A count, a dot or a text. */
    class Badge(@JvmField val badge: BadgeState) : ElementContent()

    /** An animation file, at its last or its first frame. */
    class Animation(
        @JvmField val name: String,
        @JvmField val isAtEnd: Boolean
    ) : ElementContent()

    /** A page above the root, by its route in the app. */
    class Page(@JvmField val route: String) : ElementContent()

    /** The root: the parent of all elements below the pages. */
    object Root : ElementContent()

    /** A snapshot of a part of a view, taken when an element with this number first appears. */
    class Capture(
        /** The target of the captured view. */
        @JvmField val of: String,
        /** The captured part, in screen coordinates, pt. */
        @JvmField val frame: Rect,
        /** The number of the capture. */
        @JvmField val number: Long
    ) : ElementContent()
}

/** A picture. */
class ImageContent(
    /** The picture's name in the app. */
    @JvmField val name: String,
    /** The name of the picture behind it; empty for none. */
    @JvmField val background: String,
    /** True if it plays, from its first frame. */
    @JvmField val isPlaying: Boolean = false,
    /** The range over which it fades to transparent; null for none. */
    @JvmField val fade: Fade? = null
)

/** The range of a fade, as fractions of a picture's height. */
class Fade(@JvmField val from: Double, @JvmField val to: Double)

/** A line of text. */
class TextContent(
    /** The text without attributes. */
    @JvmField val plain: String,
    /** The attributed text, which replaces `plain` in clients that support it; empty for none. */
    @JvmField val rich: List<TextSpan>,
    /** The colour, RRGGBB; empty for the client's choice. */
    @JvmField val color: String,
    /** The font. */
    @JvmField val font: TextFont
)
