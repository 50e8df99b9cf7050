import Foundation
package import InteractionCore

/// Decoding of files, which must be UTF-8; a byte order mark is skipped.
package enum FileText {
  /// Decodes a file.
  ///
  /// - Throws: ``ExperienceError`` that names the probable encoding.
  package static func decode(_ bytes: [UInt8]) throws(ExperienceError) -> String {
    if let encoding = Self.wideEncoding(of: bytes) {
      throw ExperienceError("the file is \(encoding); save it as UTF-8")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    if let place = Self.firstMistake(in: bytes) {
      let encoding = Self.hasPairs(bytes) ? "GBK" : "Latin-1 (Windows-1252)"
      throw ExperienceError(
        "\(place): the file is not UTF-8, probably \(encoding); save it as UTF-8")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns UTF-32 or UTF-16, detected by a byte order mark or by the zero bytes of ASCII
  /// characters; nil for other encodings.
  private static func wideEncoding(of bytes: [UInt8]) -> String? {
    let start = bytes.prefix(4).map { $0 }
    let zeros = start.map { $0 == 0 }
    if start == [0xFF, 0xFE, 0, 0] || zeros == [false, true, true, true] { return "UTF-32LE" }
    if start == [0, 0, 0xFE, 0xFF] || zeros == [true, true, true, false] { return "UTF-32BE" }
    if start.starts(with: [0xFF, 0xFE]) || zeros == [false, true, false, true] {
      return "UTF-16LE"
    }
    if start.starts(with: [0xFE, 0xFF]) || zeros == [true, false, true, false] {
      return "UTF-16BE"
    }
    return nil
  }

  /// Returns the position of the first byte that is not UTF-8; nil if there is none.
  private static func firstMistake(in bytes: [UInt8]) -> YAMLPositions.Position? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var place = YAMLPositions.Position(line: 1, column: 1)
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar):
        let isNewline = scalar.elementsEqual([UInt8(ascii: "\n")])
        place = YAMLPositions.Position(
          line: place.line + (isNewline ? 1 : 0), column: isNewline ? 1 : place.column + 1)
      case .emptyInput: return nil
      case .error: return place
      }
    }
  }

  /// Returns whether all non-ASCII bytes come in pairs, as Chinese characters do in GBK.
  private static func hasPairs(_ bytes: [UInt8]) -> Bool {
    bytes.split { $0 < 0x80 }.allSatisfy { run in
      run.count.isMultiple(of: 2) && run.allSatisfy { (0xA1 ... 0xFE).contains($0) }
    }
  }
}
