import Foundation

/// A strict base64url decoder (RFC 4648, 5): no padding, no white space, and only the canonical
/// encoding.
///
/// JWTKit's decoder also accepts padding, the plain base64 alphabet and non-zero trailing bits, so
/// that one signature would have several encodings. Both decode accepted text alike.
@available(InteractionEngine 1.0, *)
enum Base64URL {
  /// Decodes base64url; nil if the text is not canonical.
  static func decode(_ text: some Collection<UInt8>) -> Data? {
    var base64 = Data()
    for character in text {
      switch character {
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
      case UInt8(ascii: "-"): base64.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): base64.append(UInt8(ascii: "/"))
      default: base64.append(character)
      }
    }
    while base64.count % 4 != 0 { base64.append(UInt8(ascii: "=")) }
    // A non-canonical encoding differs from the re-encoded bytes.
    guard let bytes = Data(base64Encoded: base64), bytes.base64EncodedData() == base64 else {
      return nil
    }
    return bytes
  }
}
