import Foundation
import InteractionCore
import InteractionWire
import SwiftProtobuf

/// A move to another version: the digest, and the definition in Base64.
extension InteractionEvent.Kind {
  var moveWords: String {
    let proto = InteractionEvent(time: .zero, kind: self).proto.move
    return "\(proto.experienceDigest) \(proto.definition.base64EncodedString())"
      .replacing("=", with: "")
  }

  static func move(_ words: inout TraceLineReader) throws -> InteractionEvent.Kind {
    let digest = try words.next("the digest")
    let text = try words.next("the definition")
    let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let definition = Data(base64Encoded: padded) else {
      throw TraceError("the definition is not Base64")
    }
    let proto = Proto.Event.with {
      $0.move.experienceDigest = digest
      $0.move.definition = definition
    }
    return try InteractionEvent(proto, sequence: 1).kind
  }
}
