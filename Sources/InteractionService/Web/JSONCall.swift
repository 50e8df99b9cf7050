package import GRPCCore
import InteractionCore
import InteractionExperience
package import InteractionStream
import InteractionWire
import SwiftProtobuf

/// A method whose calls may also carry protobuf's JSON.
@available(InteractionEngine 1.0, *)
package struct JSONCall: Sendable {
  package let method: MethodDescriptor
  /// Whether the method answers with any number of messages.
  package let isStreaming: Bool
  /// Makes a message of JSON. A field that the message does not have is refused by name.
  package let request: @Sendable (_ json: [UInt8]) throws(StreamError) -> [UInt8]
  /// Makes JSON of a message.
  package let response: @Sendable (_ message: [UInt8]) throws -> [UInt8]

  /// Whether it inspects sessions or drains the server, which is for operators.
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

  /// Most objects that a text may have. Each becomes a message: `{}` takes three bytes of JSON and
  /// hundreds in memory. Enough for the longest simulation, whose events have up to three each.
  private static let maximumObjects = 40_000

  private static let spelling = Spelling(serialized: PackageResources.descriptors_binpb)

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
        "the body has a field '\(name.prefix(64))', which \(message) has nowhere"
          + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    } catch {
      throw StreamError(
        .invalidArgument, "the body is not an \(Request.protoMessageName) as JSON: \(error)")
    }
  }
}

@available(InteractionEngine 1.0, *)
extension [UInt8] {
  /// How many objects the JSON text has, counted up to a limit.
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

/// A frame of `Interact` as protobuf's JSON. What it has and this build does not know is left out:
/// clients may be built for a later contract.
@available(InteractionEngine 1.0, *)
package enum JSONFrame {
  /// Makes a request frame of JSON.
  package static func request(_ json: [UInt8]) throws(StreamError) -> [UInt8] {
    do {
      return try Proto.Request(jsonUTF8Bytes: json, options: .lenient).serializedBytes()
    } catch {
      throw StreamError(
        malformed: Violation(field: "frame", problem: "is not an InteractRequest as JSON: \(error)")
      )
    }
  }

  /// Makes JSON of a response frame.
  package static func response(_ frame: [UInt8]) -> [UInt8] {
    // What the engine has encoded itself.
    (try? Interaction_V1_InteractResponse(serializedBytes: frame).jsonUTF8Bytes()) ?? []
  }
}

@available(InteractionEngine 1.0, *)
extension JSONDecodingOptions {
  /// What a frame of a later contract has is left out.
  fileprivate static var lenient: JSONDecodingOptions {
    var options = JSONDecodingOptions()
    options.ignoreUnknownFields = true
    return options
  }
}
