public import Foundation
import InteractionFiles

extension Trace {
  /// The maximum size of a file when reading, bytes.
  public static let maximumBytes = 64 * 1024 * 1024

  /// Parses a trace in either format; text starts with the word `trace` or a comment.
  public init(contentsOf data: Data) throws(TraceError) {
    guard data.count <= Self.maximumBytes else {
      throw TraceError("the file has \(data.count) bytes; at most \(Self.maximumBytes) are allowed")
    }
    if Self.isText(data) {
      try self.init(text: String(decoding: data, as: UTF8.self))
    } else {
      try self.init(binary: data)
    }
  }

  private static func isText(_ data: Data) -> Bool {
    // The binary format, if its header has 33 bytes: the lengths of record and header are 35, which
    // is #, and 33. No line of text begins with byte 33.
    if data.starts(with: [35, 0x0A, 33]) { return false }
    return data.first == UInt8(ascii: "#")
      || data.prefix(64).drop { $0 == 0x0A || $0 == 0x20 || $0 == 0x23 }
        .starts(with: Array("trace".utf8))
  }

  /// Reads a trace from a file in either format.
  public init(file: URL) throws {
    do {
      try self.init(contentsOf: try Data(contentsOf: file))
    } catch let error as TraceError {
      throw TraceError("\(file.path): \(error)")
    } catch {
      throw TraceError("\(file.path): cannot be read: \(FileError(error))")
    }
  }

  /// Writes the trace: binary if the file's extension is `.trace`, text otherwise.
  public func write(to file: URL) throws {
    try self.data(for: file.path).write(to: file, options: .atomic)
  }

  /// Returns the content for a file of that name: binary if its extension is `.trace`, text
  /// otherwise.
  public func data(for path: String) throws -> Data {
    try path.hasSuffix(".trace") ? self.binary : Data(self.text.utf8)
  }
}
