/// Brings what stands in an item of the usual bar, 56 pt high, into a bar of any height (rule T2).
///
/// All of it moves by half of what the height differs, so that what was centred stays so, and no
/// further than to the bar's edges; a bar too low for it shrinks it.
struct ItemPlaces {
  /// The height in which the places are given, pt.
  static let usualHeight = 56.0

  /// The middle of the item, pt.
  private let middle: Double
  /// Where the parts begin in the usual bar, pt.
  private let top: Double
  /// Where they begin in this one, pt.
  private let newTop: Double
  /// How large they are relative to the usual bar.
  private let scale: Double

  /// - Parameter parts: What belongs together, in the usual bar; at least one.
  init(of parts: [Rect], width: Double, height: Double) {
    let top = parts.reduce(Double.infinity) { min($0, $1.y) }
    let bottom = parts.reduce(-Double.infinity) { max($0, $1.y + $1.height) }
    let size = min(bottom - top, height)
    let shifted = top + (height - Self.usualHeight) / 2
    self.middle = width / 2
    self.top = top
    self.newTop = max(min(shifted, height - size), 0)
    self.scale = bottom > top ? size / (bottom - top) : 1
  }

  /// A picture, which shrinks towards the item's middle.
  func picture(_ rect: Rect) -> Rect {
    Rect(
      // To the last bit where it is, unless it shrinks.
      x: self.scale == 1 ? rect.x : self.middle + (rect.x - self.middle) * self.scale,
      y: self.y(rect.y), width: rect.width * self.scale, height: rect.height * self.scale)
  }

  /// A line of text, which keeps its width.
  func line(_ rect: Rect) -> Rect {
    Rect(x: rect.x, y: self.y(rect.y), width: rect.width, height: rect.height * self.scale)
  }

  private func y(_ y: Double) -> Double { self.newTop + (y - self.top) * self.scale }
}
