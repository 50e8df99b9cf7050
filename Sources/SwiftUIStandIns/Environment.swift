public import Foundation

/// A stand-in for SwiftUI's protocol.
public protocol EnvironmentKey {
  associatedtype Value

  static var defaultValue: Value { get }
}

/// A stand-in for SwiftUI's type.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  public var scenePhase = ScenePhase.active
  public var layoutDirection = LayoutDirection.leftToRight
  public var colorScheme = ColorScheme.light
  public var dynamicTypeSize = DynamicTypeSize.large
  public var locale = Locale(identifier: "en_US")
  /// The actions of the first scroll view in the hierarchy.
  var scrollActions: [any ScrollAction] = []

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { self.values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { self.values[ObjectIdentifier(key)] = newValue }
  }
}

/// A stand-in for SwiftUI's type.
public enum ScenePhase: Hashable, Sendable {
  case background
  case inactive
  case active
}

/// A stand-in for SwiftUI's type.
public enum LayoutDirection: Hashable, Sendable {
  case leftToRight
  case rightToLeft
}

/// A stand-in for SwiftUI's type.
public enum ColorScheme: Hashable, Sendable {
  case light
  case dark
}

/// A stand-in for SwiftUI's type, with three of its sizes.
public enum DynamicTypeSize: Hashable, Sendable {
  case large
  case xLarge
  case accessibility3
}

@MainActor
protocol EnvironmentReader {
  func read(_ environment: EnvironmentValues)
}

/// A stand-in for SwiftUI's type.
@propertyWrapper @MainActor @preconcurrency
public struct Environment<Value>: EnvironmentReader {
  private final class Link {
    var environment = EnvironmentValues()
  }

  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let link = Link()

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  public var wrappedValue: Value { self.link.environment[keyPath: self.keyPath] }

  func read(_ environment: EnvironmentValues) { self.link.environment = environment }
}
