/// A state's value, which a node keeps.
@MainActor
final class StateStorage {
  var value: Any

  init(_ value: Any) { self.value = value }
}

@MainActor
protocol StateProperty {
  func makeStorage() -> StateStorage
  func link(_ storage: StateStorage)
}

/// A stand-in for SwiftUI's type. Setting it does not update the view.
@propertyWrapper @MainActor @preconcurrency
public struct State<Value>: StateProperty {
  private final class Link {
    weak var storage: StateStorage?
  }

  private let initial: Value
  private let link = Link()

  public init(initialValue: Value) { self.initial = initialValue }

  public init(wrappedValue: Value) { self.initial = wrappedValue }

  public var wrappedValue: Value {
    get { self.link.storage?.value as? Value ?? self.initial }
    nonmutating set { self.link.storage?.value = newValue }
  }

  func makeStorage() -> StateStorage { StateStorage(self.initial) }

  func link(_ storage: StateStorage) { self.link.storage = storage }
}
