/// Shares a large value behind a reference: a copy retains the reference, and a member is read
/// through it without copying the value.
@propertyWrapper
public struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Storage: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var storage: Storage

  public init(wrappedValue: Value) {
    self.storage = Storage(wrappedValue)
  }

  public init(_ value: Value) {
    self.init(wrappedValue: value)
  }

  public var wrappedValue: Value {
    get { self.storage.value }
    set { self.storage = Storage(newValue) }
  }

  /// The box, for readers on a hot path: they read members without a copy of the value.
  public var projectedValue: Boxed { self }

  public static func == (one: Boxed, other: Boxed) -> Bool {
    one.storage === other.storage || one.storage.value == other.storage.value
  }

  public func hash(into hasher: inout Hasher) {
    self.storage.value.hash(into: &hasher)
  }
}
