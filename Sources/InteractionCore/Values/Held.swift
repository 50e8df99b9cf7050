/// Shares a large value behind a reference: a copy retains the reference, and a member is read
/// through it without copying the value.
@propertyWrapper
@dynamicMemberLookup
public struct Held<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Place: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var place: Place

  public init(wrappedValue: Value) {
    self.place = Place(wrappedValue)
  }

  public init(_ value: Value) {
    self.init(wrappedValue: value)
  }

  public var wrappedValue: Value {
    get { self.place.value }
    set { self.place = Place(newValue) }
  }

  public var projectedValue: Held { self }

  public subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
    self.place.value[keyPath: part]
  }

  public static func == (one: Held, other: Held) -> Bool {
    one.place === other.place || one.place.value == other.place.value
  }

  public func hash(into hasher: inout Hasher) {
    self.place.value.hash(into: &hasher)
  }
}
