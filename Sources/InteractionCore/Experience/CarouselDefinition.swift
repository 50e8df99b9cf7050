/// A banner that advances automatically and wraps around (rules C1, C2).
public struct CarouselDefinition: Hashable, Sendable {
  /// The horizontal list that shows the banner.
  public var source: SourceID
  /// The number of distinct items.
  public var count: Int
  /// The number of repetitions, which make the list appear endless in both directions.
  public var multiplier: Int
  /// The time between automatic advances.
  public var interval: TimeSpan
  /// The list's width, pt; nil for the viewport's width.
  public var width: Double?

  public init(
    source: SourceID, count: Int, multiplier: Int = 100, interval: TimeSpan = .seconds(3),
    width: Double? = nil
  ) {
    self.source = source
    self.count = count
    self.multiplier = multiplier
    self.interval = interval
    self.width = width
  }

  /// The total number of items in the list.
  public var total: Int { self.count * self.multiplier }
}
