import Foundation

/// A source file of the package.
struct SourceFile {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The path in the package.
  var path: String
  var text: String

  var lines: [Substring] { self.text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// Returns the files of a folder and its subfolders, in the order of their paths.
  static func all(in folder: String, ending suffix: String = ".swift") throws -> [SourceFile] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: Self.root.appending(path: folder).path)
    return try paths.filter { $0.hasSuffix(suffix) }.sorted().map { path in
      let path = "\(folder)/\(path)"
      return SourceFile(
        path: path,
        text: try String(contentsOf: Self.root.appending(path: path), encoding: .utf8))
    }
  }
}
