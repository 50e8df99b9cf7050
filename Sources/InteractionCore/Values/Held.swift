/// A value behind a reference: what follows it, such as a machine its rule, reads the parts where
/// they lie, and a copy of the holder costs a count.
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
