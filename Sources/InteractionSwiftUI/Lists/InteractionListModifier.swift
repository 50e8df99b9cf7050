public import InteractionCore
import InteractionPresentation
import InteractionUIKit

#if canImport(UIKit)
  public import SwiftUI
#else
  import Foundation
  public import SwiftUIStandIns
#endif

extension View {
  /// Reports the scrolls of the list, and scrolls it for the engine.
  ///
  /// Apply it to a `ScrollView`, a `List`, or the content of a scroll view.
  ///
  /// - Parameter source: The list's ID in the experience.
  public func interactionList(_ source: SourceID) -> some View {
    self.modifier(InteractionListModifier(observation: ListObservation(source: source)))
  }

  /// Reports the scrolls of one of the lists that lie side by side, while it is shown (rule S9).
  ///
  /// - Parameters:
  ///   - source: The ID of all these lists in the experience.
  ///   - list: The list's name.
  ///   - isShown: A Boolean value that indicates whether this is the list that the user sees.
  public func interactionList(_ source: SourceID, list: String, isShown: Bool) -> some View {
    self.modifier(
      InteractionListModifier(
        observation: ListObservation(source: source, selection: isShown ? .shown(list) : .hidden)))
  }
}

/// A list to observe.
struct ListObservation: Hashable {
  /// The list among those with the same source.
  enum Selection: Hashable {
    case only
    case shown(String)
    case hidden
  }

  var source: SourceID
  var selection = Selection.only
  var callbacks = ListCallbacks.ofDelegate
}

/// Finds the scroll view of a list, and observes it: by SwiftUI's phases where they exist, so that
/// the scroll view keeps its delegate, else by its delegate.
struct InteractionListModifier: ViewModifier {
  var observation: ListObservation
  /// A Boolean value that indicates whether phases are used where they exist; tests unset it.
  var usesPhases = true
  @Environment(\.interactionScreen) private var screen

  @ViewBuilder
  func body(content: Content) -> some View {
    if #available(iOS 18, *), self.usesPhases {
      self.observePhases(of: content)
    } else {
      content.background { ScrollViewFinder(observation: self.observation) }
    }
  }

  @available(iOS 18, *)
  private func observePhases(of content: Content) -> some View {
    let (screen, source) = (self.screen, self.observation.source)
    let isShown = self.observation.selection != .hidden
    var observation = self.observation
    observation.callbacks = .ofApp
    return
      content
      .background { ScrollViewFinder(observation: observation) }
      .onScrollPhaseChange { old, new in
        guard isShown else { return }
        for callback in ScrollCallback.callbacks(from: old, to: new) {
          screen?.receive(callback, of: source)
        }
      }
      .onScrollGeometryChange(for: CGPoint.self) { geometry in
        CGPoint(
          x: geometry.contentOffset.x + geometry.contentInsets.leading,
          y: geometry.contentOffset.y + geometry.contentInsets.top)
      } action: { _, _ in
        if isShown { screen?.receive(.didScroll, of: source) }
      }
  }
}
