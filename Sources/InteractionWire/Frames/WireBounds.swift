package import InteractionCore

/// Limits for the fields of an encoded message, checked before it is decoded.
///
/// An empty element of a repeated field takes two bytes on the wire and hundreds in memory, so
/// elements are counted in the encoded bytes.
package struct WireBounds: Sendable {
  /// A field with limits.
  package struct Field: Sendable {
    let name: String
    let number: UInt64
    let elements: Int?
    let bytes: Int?

    /// - Parameters:
    ///   - elements: The maximum number of elements; nil for no limit.
    ///   - bytes: The maximum size of all elements together, bytes; nil for no limit.
    package init(_ name: String, number: UInt64, elements: Int? = nil, bytes: Int? = nil) {
      self.name = name
      self.number = number
      self.elements = elements
      self.bytes = bytes
    }
  }

  /// The maximum size of the message, bytes.
  package let bytes: Int
  private let fields: [Field]

  package init(bytes: Int, fields: [Field] = []) {
    self.bytes = bytes
    self.fields = fields
  }

  /// Returns the violation of a message that exceeds a limit or is malformed; nil if there is none.
  package func violation(in message: UnsafeRawBufferPointer) -> Violation? {
    guard message.count <= self.bytes else {
      return Violation(
        field: "request",
        problem:
          "has \(message.count) bytes; at most \(self.bytes) are allowed; send a smaller request")
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
      return Violation(field: self.name, problem: "has more than \(most) entries; remove entries")
    }
    if let most = self.bytes, found.bytes > most {
      return Violation(field: self.name, problem: "has more than \(most) bytes; shorten it")
    }
    return nil
  }
}
