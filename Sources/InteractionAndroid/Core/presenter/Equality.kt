// Deep equality of messages, which have none of their own.
package interaction.client.presenter

import interaction.client.contract.Capture as ContractCapture
import interaction.client.contract.CubicBezier
import interaction.client.contract.Keyframe
import interaction.client.contract.NavigationPage
import interaction.client.contract.Rect as ContractRect
import interaction.client.contract.ScrollLink
import interaction.client.contract.Spring
import interaction.client.contract.Staging as ContractStaging
import interaction.client.contract.Timeline as ContractTimeline
import interaction.client.contract.Track as ContractTrack

/** Returns whether two links are equal. */
internal fun areEqual(one: ScrollLink, other: ScrollLink): Boolean = one === other ||
    one.source == other.source && one.target == other.target && one.property == other.property &&
    one.startOffset == other.startOffset && one.endOffset == other.endOffset &&
    one.startValue == other.startValue && one.endValue == other.endValue &&
    one.dragTarget == other.dragTarget

/** Returns whether two pages are equal; an absent one equals only another absent one. */
internal fun areEqual(one: NavigationPage?, other: NavigationPage?): Boolean {
    if (one == null || other == null) return one === other
    return one.route == other.route && one.style == other.style &&
        one.presented == other.presented && areEqual(one.keyFrame, other.keyFrame) &&
        one.dx == other.dx && one.dy == other.dy && one.mask == other.mask &&
        one.keepsBar == other.keepsBar
}

/** Returns whether two timelines are equal; an absent one equals only another absent one. */
internal fun areEqual(one: ContractTimeline?, other: ContractTimeline?): Boolean {
    if (one == null || other == null || one === other) return one === other
    return areEqual(one.tracks, other.tracks) { left, right -> areEqual(left, right) } &&
        areEqual(one.captures, other.captures) { left, right -> areEqual(left, right) } &&
        areEqual(one.staging, other.staging) { left, right -> areEqual(left, right) }
}

/** Returns whether two tracks are equal. */
internal fun areEqual(one: ContractTrack, other: ContractTrack): Boolean =
    one.target == other.target && one.property == other.property &&
        areEqual(one.keyframes, other.keyframes) { left, right -> areEqual(left, right) } &&
        one.delayUs == other.delayUs && one.durationUs == other.durationUs &&
        areEqual(one.bezier, other.bezier) && areEqual(one.spring, other.spring) &&
        one.steps == other.steps && one.iterations == other.iterations &&
        one.direction == other.direction && one.fill == other.fill

private fun areEqual(one: Keyframe, other: Keyframe): Boolean =
    one.position == other.position && one.value == other.value

private fun areEqual(one: CubicBezier?, other: CubicBezier?): Boolean {
    if (one == null || other == null) return one === other
    return one.x1 == other.x1 && one.y1 == other.y1 && one.x2 == other.x2 && one.y2 == other.y2
}

private fun areEqual(one: Spring?, other: Spring?): Boolean {
    if (one == null || other == null) return one === other
    return one.dampingRatio == other.dampingRatio && one.durationUs == other.durationUs &&
        one.initialVelocity == other.initialVelocity
}

private fun areEqual(one: ContractCapture, other: ContractCapture): Boolean =
    one.target == other.target && one.subject == other.subject &&
        areEqual(one.frame, other.frame)

private fun areEqual(one: ContractStaging, other: ContractStaging): Boolean =
    one.target == other.target && one.level == other.level && one.originX == other.originX &&
        one.originY == other.originY && one.perspective == other.perspective

private fun areEqual(one: ContractRect?, other: ContractRect?): Boolean {
    if (one == null || other == null) return one === other
    return one.x == other.x && one.y == other.y &&
        one.width == other.width && one.height == other.height
}

private fun <T> areEqual(one: List<T>, other: List<T>, areSame: (T, T) -> Boolean): Boolean {
    if (one.size != other.size) return false
    for (index in one.indices) if (!areSame(one[index], other[index])) return false
    return true
}
