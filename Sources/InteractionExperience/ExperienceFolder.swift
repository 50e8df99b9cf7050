import Foundation
import InteractionCore

/// A folder of experience files. A server serves all of them, or none if one has an error.
public struct ExperienceFolder: Sendable {
  /// The maximum number of files.
  public static let maximumFiles = 1000

  /// The valid files, by name.
  public private(set) var files: [ExperienceFile] = []
  /// The paths of the documents of variants, sorted.
  package private(set) var variantPaths: [String] = []
  /// The errors of the invalid files.
  public private(set) var errors: [ExperienceFile.ReadError] = []

  /// Reads every `.yaml`, `.yml` and `.json` file of a folder, without subfolders.
  ///
  /// - Throws: ``ExperienceFile/ReadError`` if the folder itself cannot be read.
  public init(path: String) throws(ExperienceFile.ReadError) {
    for path in try Self.paths(in: path) {
      do throws(ExperienceFile.ReadError) {
        if ExperienceFile.hasVariants(try ExperienceFile.text(path)) {
          self.variantPaths.append(path)
          continue
        }
        let file = try ExperienceFile(path: path)
        if let other = self.files.first(where: { $0.experience.name == file.experience.name }) {
          self.errors.append(.invalid([file.duplicateName(of: other)]))
        } else {
          self.files.append(file)
        }
      } catch {
        self.errors.append(error)
      }
    }
  }

  /// Returns whether there is a folder at a path.
  public static func exists(at path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  /// Returns the paths of the experience files, sorted.
  package static func paths(in path: String) throws(ExperienceFile.ReadError) -> [String] {
    guard Self.exists(at: path) else { throw .unreadable("\(path): there is no such folder") }
    let found: [String]
    do {
      found = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .unreadable("\(path): cannot be read: \(error.localizedDescription)")
    }
    let folder = path.hasSuffix("/") ? path : "\(path)/"
    let paths = found.map { "\(folder)\($0)" }.filter { file in
      ["yaml", "yml", "json"].contains((file as NSString).pathExtension) && !Self.exists(at: file)
    }
    guard paths.count <= Self.maximumFiles else {
      throw .unreadable(
        "\(path): has \(paths.count) files; at most \(Self.maximumFiles) are allowed; remove files")
    }
    return paths.sorted()
  }
}
