/// What one of many events or frames may cost in a release build. A time says little on another
/// machine; instructions and allocations are the same on each.
public struct Budget: Sendable {
  var nanoseconds: Int
  var instructions: Int
  var allocations: Double

  public init(nanoseconds: Int, instructions: Int, allocations: Double) {
    self.nanoseconds = nanoseconds
    self.instructions = instructions
    self.allocations = allocations
  }
}
