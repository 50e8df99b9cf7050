/// The maximum cost of an event or frame in a release build. Times differ between machines;
/// instructions and allocations do not.
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
