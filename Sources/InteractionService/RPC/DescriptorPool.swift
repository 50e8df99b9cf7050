import Foundation
import SwiftProtobuf

/// The descriptors of all services, by file and by symbol.
@available(InteractionEngine 1.0, *)
struct DescriptorPool: Sendable {
  /// The full names of the services, sorted.
  let services: [String]
  private let files: [String: File]
  private let fileOfSymbol: [String: String]

  private struct File: Sendable {
    let bytes: Data
    let imports: [String]
  }

  /// Parses a serialized `google.protobuf.FileDescriptorSet`.
  init(serialized: [UInt8]) throws {
    let set = try Google_Protobuf_FileDescriptorSet(serializedBytes: serialized)
    var files: [String: File] = [:]
    var symbols: [String: String] = [:]
    var services: [String] = []
    for file in set.file {
      files[file.name] = File(bytes: try file.serializedData(), imports: file.dependency)
      let package = file.package
      for message in file.messageType {
        Self.add(message, in: package, of: file.name, to: &symbols)
      }
      for enumeration in file.enumType {
        Self.add(enumeration, in: package, of: file.name, to: &symbols)
      }
      for service in file.service {
        let name = "\(package).\(service.name)"
        services.append(name)
        symbols[name] = file.name
        for method in service.method { symbols["\(name).\(method.name)"] = file.name }
      }
    }
    self.services = services.sorted()
    self.files = files
    self.fileOfSymbol = symbols
  }

  private static func add(
    _ message: Google_Protobuf_DescriptorProto, in scope: String, of file: String,
    to symbols: inout [String: String]
  ) {
    let name = "\(scope).\(message.name)"
    symbols[name] = file
    for field in message.field { symbols["\(name).\(field.name)"] = file }
    for field in message.field where field.hasOneofIndex && !field.proto3Optional {
      symbols["\(name).\(message.oneofDecl[Int(field.oneofIndex)].name)"] = file
    }
    for enumeration in message.enumType { Self.add(enumeration, in: name, of: file, to: &symbols) }
    for nested in message.nestedType { Self.add(nested, in: name, of: file, to: &symbols) }
  }

  /// Adds an enumeration and its values, which share its scope: `pkg.Shape`, `pkg.SHAPE_ROUND`.
  /// grpcurl asks for `pkg.Shape.SHAPE_ROUND`.
  private static func add(
    _ enumeration: Google_Protobuf_EnumDescriptorProto, in scope: String, of file: String,
    to symbols: inout [String: String]
  ) {
    let name = "\(scope).\(enumeration.name)"
    symbols[name] = file
    for value in enumeration.value {
      symbols["\(scope).\(value.name)"] = file
      symbols["\(name).\(value.name)"] = file
    }
  }

  /// Returns the file of a name and its transitive imports, itself first; nil if it is unknown.
  func file(named name: String) -> [Data]? {
    guard self.files[name] != nil else { return nil }
    var found: [Data] = []
    var seen: Set<String> = [name]
    var open = [name]
    while let next = open.popLast() {
      guard let file = self.files[next] else { continue }
      found.append(file.bytes)
      for imported in file.imports where seen.insert(imported).inserted { open.append(imported) }
    }
    return found
  }

  /// Returns the file that declares `symbol` and its transitive imports; nil if it is unknown.
  func file(declaring symbol: String) -> [Data]? {
    self.fileOfSymbol[symbol].flatMap { self.file(named: $0) }
  }

  /// The committed descriptors of `Protos/`, with their comments.
  static let embedded: DescriptorPool = {
    do {
      return try DescriptorPool(serialized: PackageResources.descriptors_binpb)
    } catch {
      // A broken build: reflection then has no services.
      assertionFailure("\(error)")
      return DescriptorPool()
    }
  }()

  private init() {
    self.services = []
    self.files = [:]
    self.fileOfSymbol = [:]
  }
}
