/// Maps frames within an item of the default tab bar, 56 pt high, to a bar of any height (rule T2).
///
/// Frames move by half of the height difference, so centred parts stay centred, but not beyond the
/// bar's edges; a bar that is too low shrinks them.
struct ItemFrameMapper {
  /// The height of the default bar, pt.
  static let defaultHeight = 56.0

  /// The centre of the item, pt.
  private let middle: Double
  /// The top of the parts in the default bar, pt.
  private let top: Double
  /// The top of the parts in this bar, pt.
  private let newTop: Double
  /// The scale relative to the default bar.
  private let scale: Double

  /// - Parameter parts: The parts to be mapped as a group, in the default bar; at least one.
  init(of parts: [Rect], width: Double, height: Double) {
    let top = parts.reduce(Double.infinity) { min($0, $1.y) }
    let bottom = parts.reduce(-Double.infinity) { max($0, $1.y + $1.height) }
    let size = min(bottom - top, height)
    let shifted = top + (height - Self.defaultHeight) / 2
    self.middle = width / 2
    self.top = top
    self.newTop = max(min(shifted, height - size), 0)
    self.scale = bottom > top ? size / (bottom - top) : 1
  }

  /// Returns the frame of an image, which shrinks towards the item's centre.
  func picture(_ rect: Rect) -> Rect {
    Rect(
      // Bit-identical if it does not shrink.
      x: self.scale == 1 ? rect.x : self.middle + (rect.x - self.middle) * self.scale,
      y: self.y(rect.y), width: rect.width * self.scale, height: rect.height * self.scale)
  }

  /// Returns the frame of a line of text, which keeps its width.
  func line(_ rect: Rect) -> Rect {
    Rect(x: rect.x, y: self.y(rect.y), width: rect.width, height: rect.height * self.scale)
  }

  private func y(_ y: Double) -> Double { self.newTop + (y - self.top) * self.scale }
}
