package import GRPCCore
import InteractionCore
import InteractionExperience
package import InteractionStream
import InteractionWire
import SwiftProtobuf

/// A method that also accepts Protobuf JSON.
@available(InteractionEngine 1.0, *)
package struct JSONCall: Sendable {
  package let method: MethodDescriptor
  /// A Boolean value that indicates whether the response is a stream of messages.
  package let isStreaming: Bool
  /// Converts JSON to a message. An unknown field is an error that names it.
  package let request: @Sendable (_ json: [UInt8]) throws(StreamError) -> [UInt8]
  /// Converts a message to JSON.
  package let response: @Sendable (_ message: [UInt8]) throws -> [UInt8]

  /// A Boolean value that indicates whether the method is for operators.
  package var isForOperators: Bool {
    self.method.service == Interaction_Inspector_V1_InspectorService.descriptor
  }

  init<Request: SwiftProtobuf.Message, Response: SwiftProtobuf.Message>(
    _ method: MethodDescriptor, _: Request.Type, _: Response.Type, isStreaming: Bool = false
  ) {
    self.method = method
    self.isStreaming = isStreaming
    self.request = { (json) throws(StreamError) in try Self.message(Request.self, from: json) }
    self.response = { try Response(serializedBytes: $0).jsonUTF8Bytes() }
  }

  /// The maximum number of objects in a text. Each becomes a message: `{}` takes three bytes of
  /// JSON and hundreds in memory. Enough for the longest simulation, whose events have up to three
  /// each.
  private static let maximumObjects = 40_000

  private static let spelling = SpellingSuggester(serialized: PackageResources.descriptors_binpb)

  private static func message<Request: SwiftProtobuf.Message>(
    _: Request.Type, from json: [UInt8]
  ) throws(StreamError) -> [UInt8] {
    guard json.count(ofObjectsUpTo: Self.maximumObjects + 1) <= Self.maximumObjects else {
      throw StreamError(
        .invalidArgument, "the body has more than \(Self.maximumObjects) JSON objects")
    }
    do {
      return try Request(jsonUTF8Bytes: json).serializedBytes()
    } catch JSONDecodingError.unknownField(let name) {
      let message = Request.protoMessageName
      let nearest = Self.spelling.nearestField(to: name, in: message)
      throw StreamError(
        .invalidArgument,
        "the body has a field '\(name.prefix(64))' that is unknown in \(message)"
          + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    } catch {
      throw StreamError(
        .invalidArgument, "the body is not a valid \(Request.protoMessageName) in JSON: \(error)")
    }
  }
}

@available(InteractionEngine 1.0, *)
extension [UInt8] {
  /// Returns the number of objects in a JSON text, counted up to a limit.
  fileprivate func count(ofObjectsUpTo limit: Int) -> Int {
    var count = 0
    var isText = false
    var isEscaped = false
    for byte in self where count < limit {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isText
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "{"): count += isText ? 0 : 1
      default: break
      }
    }
    return count
  }
}

/// A frame of `Interact` as Protobuf JSON. Unknown fields are ignored, since clients may be built
/// for a newer contract.
@available(InteractionEngine 1.0, *)
package enum JSONFrame {
  /// Converts JSON to a request frame.
  package static func request(_ json: [UInt8]) throws(StreamError) -> [UInt8] {
    do {
      return try Proto.Request(jsonUTF8Bytes: json, options: .lenient).serializedBytes()
    } catch {
      throw StreamError(
        malformed: Violation(field: "frame", problem: "is not an InteractRequest as JSON: \(error)")
      )
    }
  }

  /// Converts a response frame to JSON.
  package static func response(_ frame: [UInt8]) -> [UInt8] {
    // Cannot fail: the engine has encoded the frame.
    (try? Interaction_V1_InteractResponse(serializedBytes: frame).jsonUTF8Bytes()) ?? []
  }
}

@available(InteractionEngine 1.0, *)
extension JSONDecodingOptions {
  /// Options that ignore fields of a newer contract.
  fileprivate static var lenient: JSONDecodingOptions {
    var options = JSONDecodingOptions()
    options.ignoreUnknownFields = true
    return options
  }
}
