#if canImport(UIKit)
  import UIKit
#endif

/// A callback for each frame of the display.
@MainActor
public protocol FrameSource: AnyObject {
  /// Starts calling `frame`, at most once per frame, from the next frame on.
  func start(_ frame: @escaping @MainActor () -> Void)
  /// Stops calling.
  func stop()
}

#if canImport(UIKit)
  /// The display's clock. It has no stand-in, since it calls an Objective-C selector.
  @MainActor
  final class DisplayLink: NSObject, FrameSource {
    private var link: CADisplayLink?
    private var frame: @MainActor () -> Void = {}

    func start(_ frame: @escaping @MainActor () -> Void) {
      self.stop()
      self.frame = frame
      // The display link retains its target until it is invalidated.
      let link = CADisplayLink(target: self, selector: #selector(DisplayLink.tick))
      link.add(to: .main, forMode: .common)
      self.link = link
    }

    func stop() {
      self.link?.invalidate()
      self.link = nil
      self.frame = {}
    }

    @objc private func tick() {
      self.frame()
    }
  }
#endif
