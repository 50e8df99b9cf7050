public import InteractionCore
public import InteractionPresentation

#if canImport(UIKit)
  public import SwiftUI
#else
  public import SwiftUIStandIns
#endif

/// A target whose views depend on the content of its element, such as the text of a badge or the
/// frame of an image sequence.
///
/// The closure is called again when the content changes, not in each frame. The element is nil
/// before the first scene.
public struct InteractionTarget<Content: View>: View {
  private let name: TargetName
  private let content: (PresentedScene.Element?) -> Content

  public init(
    _ target: ViewPath, touches: InteractionTouches = .ignored,
    @ViewBuilder content: @escaping (PresentedScene.Element?) -> Content
  ) {
    (self.name, self.content) = (.target(target, touches), content)
  }

  public var body: some View { TargetHost(self.name, content: self.content) }
}

extension View {
  /// Makes scenes transform and fade the view, and reports its touches.
  ///
  /// The view is shown by a `UIHostingController` of its own, in the environment of its place.
  ///
  /// - Parameters:
  ///   - target: The view's name; see *Mapping*.
  ///   - touches: The touches to report; the target is then one of the pointer targets.
  public func interactionTarget(
    _ target: ViewPath, touches: InteractionTouches = .ignored
  ) -> some View { TargetHost(.target(target, touches)) { _ in self } }

  /// Makes scenes transform the view as the page of a route above the root.
  public func interactionPage(route: String) -> some View {
    TargetHost(.page(route: route)) { _ in self }
  }

  /// Makes scenes transform the view as the container of everything below the pages.
  public func interactionRoot() -> some View { TargetHost(.root) { _ in self } }
}
