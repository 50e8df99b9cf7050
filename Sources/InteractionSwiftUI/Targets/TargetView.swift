import InteractionPresentation

#if canImport(UIKit)
  import SwiftUI
  import UIKit
#else
  import Foundation
  import SwiftUIStandIns
  import UIKitStandIns
#endif

/// A target's place among SwiftUI's views.
@MainActor
final class TargetView<Content: View>: UIView {
  let contentView: TargetContentView
  private let hosting: UIHostingController<TargetContent<Content>>

  init(_ content: TargetContent<Content>) {
    self.hosting = UIHostingController(rootView: content)
    self.contentView = TargetContentView(self.hosting)
    super.init(frame: .zero)
    self.addSubview(self.contentView)
    self.contentView.draw = { [weak self] in self?.hosting.rootView.element = $0 }
  }

  #if canImport(UIKit)
    required init?(coder: NSCoder) { nil }
  #endif

  /// Shows newer SwiftUI views for the current element.
  func update(_ content: TargetContent<Content>) {
    var content = content
    content.element = self.hosting.rootView.element
    self.hosting.rootView = content
    self.invalidateIntrinsicContentSize()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    self.contentView.fill(self.bounds.size)
  }

  /// The ideal size of the content; before iOS 16, SwiftUI asks only for it.
  override var intrinsicContentSize: CGSize { self.hosting.view.intrinsicContentSize }

  /// Returns the size that the content takes of a proposed one, and its ideal size in a dimension
  /// that is not proposed and that it would fill.
  func size(width: CGFloat?, height: CGFloat?) -> CGSize {
    let (all, ideal) = (UIView.layoutFittingExpandedSize, self.intrinsicContentSize)
    let proposal = CGSize(width: width ?? all.width, height: height ?? all.height)
    let fitted = self.hosting.sizeThatFits(in: proposal)
    return CGSize(
      width: width == nil && fitted.width >= all.width ? ideal.width : fitted.width,
      height: height == nil && fitted.height >= all.height ? ideal.height : fitted.height)
  }
}

/// A target's SwiftUI views, in the environment of the place where it stands.
struct TargetContent<Content: View>: View {
  let environment: EnvironmentValues
  var element: PresentedScene.Element?
  let content: (PresentedScene.Element?) -> Content

  var body: some View {
    self.content(self.element).environment(\.self, self.environment)
  }
}
