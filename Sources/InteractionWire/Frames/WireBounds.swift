package import InteractionCore

/// How large the fields of a message may be, before it is decoded.
///
/// An empty element of a list takes two bytes on the wire and hundreds in memory, so what a request
/// may hold is counted while it is still bytes.
package struct WireBounds: Sendable {
  /// A field that may be long.
  package struct Field: Sendable {
    let name: String
    let number: UInt64
    let elements: Int?
    let bytes: Int?

    /// - Parameters:
    ///   - elements: How often it may stand there; nil for as often as there is room.
    ///   - bytes: How many bytes it may have, all its elements together; nil for all there are.
    package init(_ name: String, number: UInt64, elements: Int? = nil, bytes: Int? = nil) {
      self.name = name
      self.number = number
      self.elements = elements
      self.bytes = bytes
    }
  }

  /// Bytes of the message.
  package let bytes: Int
  private let fields: [Field]

  package init(bytes: Int, fields: [Field] = []) {
    self.bytes = bytes
    self.fields = fields
  }

  /// What is too large, or malformed; nil if nothing is.
  package func violation(in message: UnsafeRawBufferPointer) -> Violation? {
    guard message.count <= self.bytes else {
      return Violation(
        field: "request", problem: "has \(message.count) bytes; at most \(self.bytes)")
    }
    guard !self.fields.isEmpty else { return nil }
    var found = Array(repeating: (elements: 0, bytes: 0), count: self.fields.count)
    var reader = WireReader(message)
    while !reader.isAtEnd {
      let before = reader.count
      guard let number = reader.skipField() else {
        return Violation(field: "request", problem: "is malformed")
      }
      guard let index = self.fields.firstIndex(where: { $0.number == number }) else { continue }
      found[index].elements += 1
      found[index].bytes += before - reader.count
      if let violation = self.fields[index].violation(found[index]) { return violation }
    }
    return nil
  }
}

extension WireBounds.Field {
  fileprivate func violation(_ found: (elements: Int, bytes: Int)) -> Violation? {
    if let most = self.elements, found.elements > most {
      return Violation(field: self.name, problem: "has more than \(most) elements")
    }
    if let most = self.bytes, found.bytes > most {
      return Violation(field: self.name, problem: "has more than \(most) bytes")
    }
    return nil
  }
}
