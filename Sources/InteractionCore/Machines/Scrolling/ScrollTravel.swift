/// The travel of a list since it last changed direction (rule R12).
public struct ScrollTravel: Hashable, Sendable {
  /// The offset at which the list last changed direction, pt.
  public var turn: Double
  /// The newest offset, pt, which is the extreme of the travel.
  public var extreme: Double

  public init(turn: Double, extreme: Double) {
    self.turn = turn
    self.extreme = extreme
  }

  /// Creates the travel of a list that rests at an offset.
  public init(at y: Double) {
    self.init(turn: y, extreme: y)
  }

  /// The distance since the change of direction, pt; positive towards growing offsets.
  public var distance: Double { self.extreme - self.turn }

  /// Follows the list to an offset, pt.
  public mutating func move(to y: Double) {
    let distance = self.distance
    if (distance > 0 && y < self.extreme) || (distance < 0 && y > self.extreme) {
      self.turn = self.extreme
    }
    self.extreme = y
  }
}
