import Foundation

/// The file of a key set.
@available(InteractionEngine 1.0, *)
struct KeySetFile: Sendable {
  let url: URL

  /// The path with symbolic links resolved, so that a replaced link counts as a change.
  private var path: String { self.url.resolvingSymlinksInPath().path }

  private var attributes: [FileAttributeKey: Any]? {
    try? FileManager.default.attributesOfItem(atPath: self.path)
  }

  /// The file's fingerprint: resolved path, inode, size and modification time.
  var fingerprint: String {
    let attributes = self.attributes
    let number = attributes?[.systemFileNumber] as? Int ?? -1
    let size = attributes?[.size] as? Int ?? -1
    let date = attributes?[.modificationDate] as? Date
    return "\(self.path) \(number) \(size) \(date?.timeIntervalSince1970 ?? 0)"
  }

  /// Reads the keys; each problem begins with the file's path.
  func read() throws(IdentityConfigurationError) -> JSONWebKeySet {
    do {
      return try JSONWebKeySet(try self.contents())
    } catch {
      throw IdentityConfigurationError(error.problems.map { "\(self.url.path): \($0)" })
    }
  }

  /// Returns the content, at most one byte more than a document may have.
  private func contents() throws(IdentityConfigurationError) -> Data {
    // Reading a FIFO or a device could block.
    guard self.attributes?[.type] as? FileAttributeType == .typeRegular else {
      throw IdentityConfigurationError(["no such file"])
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: self.path))
      defer { try? handle.close() }
      return try handle.read(upToCount: JSONWebKeySet.maximumBytes + 1) ?? Data()
    } catch {
      throw IdentityConfigurationError(["cannot be read: \(error.localizedDescription)"])
    }
  }
}
