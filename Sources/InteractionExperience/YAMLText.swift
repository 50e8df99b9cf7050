import InteractionCore
import Yams

/// The one door to the YAML parser, which copies what an alias stands for: a short text with
/// aliases of aliases may stand for more than there is memory and time for.
enum YAMLText {
  /// The tree of a text; nil for an empty one.
  ///
  /// - Throws: `YamlError` if it is no YAML, ``ExperienceError`` if it has aliases.
  static func compose(_ yaml: String) throws -> Node? {
    if yaml.contains("&"), yaml.contains("*") { try self.refuseAliases(in: yaml) }
    return try Yams.compose(yaml: yaml)
  }

  /// An alias needs its anchor. So a text with aliases is one that the parser refuses once the
  /// anchors are blanked out.
  private static func refuseAliases(in yaml: String) throws {
    do {
      _ = try Yams.compose(yaml: self.withoutAnchors(yaml))
    } catch YamlError.composer(_, _, let mark, _) {
      throw ExperienceError(
        violations: [
          .init(
            field: "",
            problem: "\(mark.line):\(mark.column): anchors and aliases are not supported")
        ])
    }
  }

  /// An anchor begins a token: `&` behind a letter or digit, as in an address, is a part of one.
  private static func withoutAnchors(_ yaml: String) -> String {
    var bytes = Array(yaml.utf8)
    var isAnchor = false
    var isInWord = false
    for (index, byte) in bytes.enumerated() {
      let isName =
        byte.isASCIILetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      isAnchor = isAnchor ? isName : byte == UInt8(ascii: "&") && !isInWord
      isInWord = byte.isASCIILetterOrDigit
      if isAnchor { bytes[index] = UInt8(ascii: " ") }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0") ... UInt8(ascii: "9"), UInt8(ascii: "A") ... UInt8(ascii: "Z"),
      UInt8(ascii: "a") ... UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
