import InteractionCore
import Yams

/// The tree of a YAML text. It has no aliases: the parser copies what an alias stands for, and a
/// short text with aliases of aliases may stand for more than there is memory and time for.
struct YAMLText {
  /// The tree; nil of an empty text.
  let root: Node?
  private let lines: [Substring]
  /// The duplicate names of mappings, by the place of the renamed one.
  private let renamed: [YAMLPlaces.Place: String]

  /// Reads a text.
  ///
  /// - Throws: ``ExperienceError`` if it is no YAML or has aliases.
  init(_ yaml: String) throws(ExperienceError) {
    // A byte order mark is no part of the text.
    let isMarked = yaml.unicodeScalars.first == "\u{FEFF}"
    let yaml = isMarked ? String(yaml.unicodeScalars.dropFirst()) : yaml
    do {
      if yaml.contains("&"), yaml.contains("*") { try Self.refuseAliases(in: yaml) }
      (self.root, self.renamed) = try Self.compose(yaml)
    } catch let error as ExperienceError {
      throw error
    } catch {
      throw ExperienceError(YAMLMistake.explanation(of: error, in: yaml))
    }
    self.lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// The name that a key of a mapping is; nil if it is a list or a mapping.
  func name(of key: Node) -> String? {
    guard case .scalar(let scalar) = key else { return nil }
    return scalar.mark.flatMap { self.renamed[YAMLPlaces.Place($0)] } ?? scalar.string
  }

  /// Returns whether a comment follows in place of the value.
  func isFollowedByComment(_ value: Node.Scalar) -> Bool {
    guard let mark = value.mark, self.lines.indices.contains(mark.line - 1) else { return false }
    return self.lines[mark.line - 1].dropFirst(mark.column - 1).drop(while: \.isWhitespace)
      .hasPrefix("#")
  }

  // MARK: Duplicate names

  /// Most names that are renamed. Each takes another reading of the text.
  private static let maximumRenamed = 4

  /// The parser refuses a mapping with a name that stands twice, and tells one of the places. So
  /// the name there gets another first letter, until the parser takes the text.
  private static func compose(
    _ yaml: String
  ) throws -> (root: Node?, renamed: [YAMLPlaces.Place: String]) {
    var lines = yaml.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Array($0) }
    let quotes: [Unicode.Scalar] = ["\"", "'"]
    var text = yaml
    var renamed: [YAMLPlaces.Place: String] = [:]
    while true {
      do {
        return (try Yams.compose(yaml: text), renamed)
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let place = YAMLPlaces.Place(context.mark)
        // Letters for private use, each for one name.
        guard renamed.count < Self.maximumRenamed, renamed[place] == nil,
          let letter = Unicode.Scalar(0xE000 + UInt32(renamed.count)),
          lines.indices.contains(place.line - 1),
          let column = lines[place.line - 1].indices.dropFirst(place.column - 1)
            .first(where: { !quotes.contains(lines[place.line - 1][$0]) })
        else {
          throw ExperienceError("\(place): '\(names[0].prefix(64))' is set twice in one mapping")
        }
        lines[place.line - 1][column] = letter
        renamed[place] = names[0]
        text = lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
      }
    }
  }

  // MARK: Aliases

  /// An alias needs its anchor. So a text with aliases is one that the parser refuses once the
  /// anchors are blanked out.
  private static func refuseAliases(in yaml: String) throws {
    do {
      _ = try Self.compose(Self.withoutAnchors(yaml))
    } catch YamlError.composer(_, _, let mark, _) {
      throw ExperienceError("\(YAMLPlaces.Place(mark)): anchors and aliases are not supported")
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
