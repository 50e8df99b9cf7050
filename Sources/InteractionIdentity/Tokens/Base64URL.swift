import Foundation

/// The encoding of tokens and keys (RFC 4648, 5), read strictly: no padding, no white space, and
/// one spelling only for each sequence of bytes.
///
/// JWTKit reads more than this: padding, the characters of plain base64, and bits that are left
/// over, so that one signature had several spellings. What passes here means the same to it.
@available(InteractionEngine 1.0, *)
enum Base64URL {
  /// The bytes that `text` spells; nil if it is not base64url.
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
    // What is spelt otherwise comes back in its one spelling.
    guard let bytes = Data(base64Encoded: base64), bytes.base64EncodedData() == base64 else {
      return nil
    }
    return bytes
  }
}
