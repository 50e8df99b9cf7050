public import Foundation

/// The recordings among files and folders.
public enum RecordingFiles {
  /// The extensions of recordings in a folder: binary and text.
  private static let extensions: Set<String> = ["trace", "txt"]

  /// Returns the files as given, and the recordings in folders and their subfolders, each once, in
  /// the order of the arguments and then by path.
  public static func all(in paths: [String]) -> [URL] {
    var seen: Set<String> = []
    return paths.flatMap(self.files).filter { seen.insert($0.standardizedFileURL.path).inserted }
  }

  private static func files(at path: String) -> [URL] {
    var isFolder: ObjCBool = false
    let file = URL(fileURLWithPath: path)
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return [file] }
    let found = FileManager.default.enumerator(at: file, includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? [])
      .filter { self.extensions.contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
  }
}
