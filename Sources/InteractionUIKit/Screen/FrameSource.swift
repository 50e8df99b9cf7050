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

/// The frame rates to ask of a display, frames per second.
///
/// A display link of an iPhone runs at 60 without a request, which takes effect only if the app's
/// Info.plist sets `CADisableMinimumFrameDurationOnPhone`.
struct FrameRates: Hashable, Sendable {
  /// The range of Apple's guide for animations of high impact.
  private static let variable = FrameRates(minimum: 80, maximum: 120)

  let minimum: Float
  /// The preferred rate, too.
  let maximum: Float

  private init(minimum: Float, maximum: Float) {
    (self.minimum, self.maximum) = (minimum, maximum)
  }

  /// - Parameter limit: The display's highest rate, which is lower in Low Power Mode.
  init(upTo limit: Int) {
    let limit = Float(limit)
    self =
      limit < Self.variable.minimum
      ? FrameRates(minimum: limit, maximum: limit)
      : FrameRates(
        minimum: Self.variable.minimum, maximum: min(limit, Self.variable.maximum))
  }
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
      let rates = FrameRates(upTo: UIScreen.main.maximumFramesPerSecond)
      link.preferredFrameRateRange = CAFrameRateRange(
        minimum: rates.minimum, maximum: rates.maximum, preferred: rates.maximum)
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
