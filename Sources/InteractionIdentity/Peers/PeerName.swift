import X509

/// A subject alternative name: a DNS name or a URI, without wildcards.
@available(InteractionEngine 1.0, *)
enum PeerName: Hashable, Sendable {
  /// A DNS name in lower case.
  case dns(String)
  case uri(String)

  /// Parses a name from an option; nil if it is neither a DNS name nor a URI.
  init?(_ text: String) {
    if text.contains("://") {
      self.init(uri: text)
    } else {
      self.init(dns: text)
    }
  }

  /// Converts a name from a certificate; nil for other types of names.
  init?(_ name: GeneralName) {
    switch name {
    case .dnsName(let text): self.init(dns: text)
    case .uniformResourceIdentifier(let text): self.init(uri: text)
    default: return nil
    }
  }

  /// The name as text.
  var text: String {
    switch self {
    case .dns(let text), .uri(let text): text
    }
  }

  /// Parses a host name; nil for an IP address.
  private init?(dns text: String) {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard text.utf8.count <= 253, labels.allSatisfy(Self.isLabel),
      labels.last?.allSatisfy(Self.isDigit) == false
    else { return nil }
    self = .dns(text.lowercased())
  }

  /// Parses a URI of the form `scheme://…`, such as a SPIFFE ID.
  private init?(uri text: String) {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21 ... 0x7E).contains($0) }),
      !text.utf8.contains(UInt8(ascii: "*")), let end = text.firstRange(of: "://"),
      text[..<end.lowerBound].utf8.first.map(Self.isLetter) == true,
      end.upperBound < text.endIndex
    else { return nil }
    self = .uri(text)
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    let hyphens: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: "_")]
    return (1 ... 63).contains(label.count)
      && label.allSatisfy { Self.isLetter($0) || Self.isDigit($0) || hyphens.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a") ... UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0") ... UInt8(ascii: "9")).contains(byte)
  }
}
