import Foundation

/// A key set file, removed after the test.
final class TestFile: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "keys-\(UUID().uuidString).json")

  init(_ text: String) throws {
    try self.write(text)
  }

  convenience init(_ keys: [TestKey]) throws {
    try self.init(try Self.text(of: keys))
  }

  deinit {
    try? FileManager.default.removeItem(at: self.url)
  }

  /// Replaces the file.
  func write(_ text: String) throws {
    try Data(text.utf8).write(to: self.url, options: .atomic)
  }

  func write(_ keys: [TestKey]) throws {
    try self.write(try Self.text(of: keys))
  }

  /// Overwrites the file in place.
  func overwrite(_ text: String, modified: Date) throws {
    try Data(text.utf8).write(to: self.url)
    try FileManager.default.setAttributes(
      [.modificationDate: modified], ofItemAtPath: self.url.path)
  }

  func remove() throws {
    try FileManager.default.removeItem(at: self.url)
  }

  /// Returns a key set document.
  static func text(of keys: [TestKey]) throws -> String {
    let document = ["keys": try keys.map { try $0.members }]
    return String(decoding: try JSONEncoder().encode(document), as: UTF8.self)
  }
}
