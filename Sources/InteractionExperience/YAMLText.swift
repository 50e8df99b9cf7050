import InteractionCore
import Yams

/// The node tree of a YAML text. Aliases are rejected: the parser copies their values, and a short
/// text with nested aliases can expand beyond memory and time.
struct YAMLText {
  /// The root node; nil for an empty text.
  let root: Node?
  private let lines: [Substring]
  /// The duplicate keys of mappings, by the position of the renamed one.
  private let renamed: [YAMLPositions.Position: String]

  /// Parses a text.
  ///
  /// - Throws: ``ExperienceError`` for a syntax error or an alias.
  init(_ yaml: String) throws(ExperienceError) {
    // A byte order mark is not part of the text.
    let isMarked = yaml.unicodeScalars.first == "\u{FEFF}"
    let yaml = isMarked ? String(yaml.unicodeScalars.dropFirst()) : yaml
    do {
      if yaml.contains("&"), yaml.contains("*") { try Self.refuseAliases(in: yaml) }
      (self.root, self.renamed) = try Self.compose(yaml)
    } catch let error as ExperienceError {
      throw error
    } catch {
      throw ExperienceError(YAMLSyntaxError.explanation(of: error, in: yaml))
    }
    self.lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// Returns the name of a mapping's key; nil if the key is a list or a mapping.
  func name(of key: Node) -> String? {
    guard case .scalar(let scalar) = key else { return nil }
    return scalar.mark.flatMap { self.renamed[YAMLPositions.Position($0)] } ?? scalar.string
  }

  /// Returns whether a comment follows in place of the value.
  func isFollowedByComment(_ value: Node.Scalar) -> Bool {
    guard let mark = value.mark, self.lines.indices.contains(mark.line - 1) else { return false }
    return self.lines[mark.line - 1].dropFirst(mark.column - 1).drop(while: \.isWhitespace)
      .hasPrefix("#")
  }

  // MARK: Duplicate keys

  /// The maximum number of renamed keys; each requires parsing the text again.
  private static let maximumRenamed = 4

  /// Parses a text with duplicate keys. The parser rejects it and reports the position of one,
  /// whose first letter is then replaced until the parser accepts the text.
  private static func compose(
    _ yaml: String
  ) throws -> (root: Node?, renamed: [YAMLPositions.Position: String]) {
    var lines = yaml.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Array($0) }
    let quotes: [Unicode.Scalar] = ["\"", "'"]
    var text = yaml
    var renamed: [YAMLPositions.Position: String] = [:]
    while true {
      do {
        return (try Yams.compose(yaml: text), renamed)
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let place = YAMLPositions.Position(context.mark)
        // A private-use character for each key.
        guard renamed.count < Self.maximumRenamed, renamed[place] == nil,
          let letter = Unicode.Scalar(0xE000 + UInt32(renamed.count)),
          lines.indices.contains(place.line - 1),
          let column = lines[place.line - 1].indices.dropFirst(place.column - 1)
            .first(where: { !quotes.contains(lines[place.line - 1][$0]) })
        else {
          throw ExperienceError(
            "\(place): '\(names[0].prefix(64))' is set twice in one mapping; remove one")
        }
        lines[place.line - 1][column] = letter
        renamed[place] = names[0]
        text = lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
      }
    }
  }

  // MARK: Aliases

  /// Rejects aliases: a text has aliases if the parser rejects it once the anchors are blanked out.
  private static func refuseAliases(in yaml: String) throws {
    do {
      _ = try Self.compose(Self.withoutAnchors(yaml))
    } catch YamlError.composer(_, _, let mark, _) {
      throw ExperienceError(
        "\(YAMLPositions.Position(mark)): anchors and aliases are not supported; write the value")
    }
  }

  /// Blanks out anchors. An anchor begins a token: an `&` after a letter or digit, as in a URL, is
  /// part of one.
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
