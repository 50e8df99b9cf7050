/// Names of fields, which only JSON and text forms need.
public protocol _ProtoNameProviding {
  static var _protobuf_nameMap: _NameMap { get }
}

public struct _NameMap: Sendable {
  public init() {}
  public init(bytecode: StaticString) {}
}

public protocol ProtobufAPIVersion_2 {}

public protocol ProtobufAPIVersionCheck {
  associatedtype Version: ProtobufAPIVersion_2
}
