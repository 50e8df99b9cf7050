#if canImport(UIKit)
  import UIKit
#endif

/// Calls once for each frame of the display.
@MainActor
public protocol FrameClock: AnyObject {
  /// Calls from the next frame on; once at most between two frames.
  func start(_ frame: @escaping @MainActor () -> Void)
  /// Calls no more.
  func stop()
}

#if canImport(UIKit)
  /// The display's own clock. There is no stand-in for it: it is called by an Objective-C selector.
  @MainActor
  final class DisplayLink: NSObject, FrameClock {
    private var link: CADisplayLink?
    private var frame: @MainActor () -> Void = {}

    func start(_ frame: @escaping @MainActor () -> Void) {
      self.stop()
      self.frame = frame
      // The link holds its target until it is stopped.
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
