import Foundation

/// A file of a folder of recordings.
struct RecordingFile: Hashable, Sendable {
  /// The content's identity, which changes with the content.
  struct Fingerprint: Hashable, Sendable {
    var number: Int
    var bytes: Int
    var date: Date
  }

  /// The path within the folder.
  let name: String
  /// The path without symbolic links.
  let path: String
  /// The fingerprint, or the reason why the file is not read.
  let fingerprint: Result<Fingerprint, UnusableRecording>

  /// Returns the recordings in a folder and its subfolders, by path. Empty files are left out: a
  /// server creates them before it writes.
  static func all(in folder: String) -> [RecordingFile] {
    let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    return RecordingFiles.all(in: [root]).map { RecordingFile($0, in: root) }
      .filter { (try? $0.fingerprint.get().bytes) != 0 }
  }

  private init(_ file: URL, in root: String) {
    let prefix = root.hasSuffix("/") ? root : "\(root)/"
    let isInside = file.path.hasPrefix(prefix)
    self.name = isInside ? String(file.path.dropFirst(prefix.count)) : file.lastPathComponent
    self.path = file.resolvingSymlinksInPath().path
    guard self.path.hasPrefix(prefix) else {
      self.fingerprint = .failure(.outsideFolder)
      return
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: self.path)
    // Reading a FIFO or a device could block.
    guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular else {
      self.fingerprint = .failure(.unreadable)
      return
    }
    self.fingerprint = .success(
      Fingerprint(
        number: attributes[.systemFileNumber] as? Int ?? 0,
        bytes: attributes[.size] as? Int ?? 0,
        date: attributes[.modificationDate] as? Date ?? .distantPast))
  }
}
