/// A banner that turns its pages on its own and never ends (rules C1, C2).
public struct CarouselDefinition: Hashable, Sendable {
  /// The horizontal list that shows it.
  public var source: SourceID
  /// How many different items it has.
  public var count: Int
  /// How often they are repeated, so that there is an end to neither side.
  public var multiplier: Int
  /// How long an item stays.
  public var interval: TimeSpan
  /// How wide the list is, pt; nil is the viewport's width.
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

  /// How many items the list has in all.
  public var total: Int { self.count * self.multiplier }
}
