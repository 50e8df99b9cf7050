import Foundation

/// The control groups of the process, version 1 or 2.
@available(InteractionEngine 1.0, *)
struct ControlGroups: Sendable {
  /// The folder of a hierarchy, and the name of the file with a group's memory limit.
  private struct Hierarchy {
    let folder: URL
    let group: Substring
    let file: String
  }

  private let hierarchies: [Hierarchy]

  /// - Parameters:
  ///   - memberships: The text of `/proc/self/cgroup`.
  ///   - root: The mount point of the control groups.
  init(memberships: String, root: URL) {
    self.hierarchies = memberships.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      if parts[1].isEmpty {
        return Hierarchy(folder: root, group: parts[2], file: "memory.max")
      }
      guard parts[1].split(separator: ",").contains("memory") else { return nil }
      return Hierarchy(
        folder: root.appendingPathComponent("memory"), group: parts[2],
        file: "memory.limit_in_bytes")
    }
  }

  /// The control groups of this process.
  static var ofProcess: ControlGroups {
    let memberships = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)
    return ControlGroups(
      memberships: memberships ?? "", root: URL(fileURLWithPath: "/sys/fs/cgroup"))
  }

  /// The lowest memory limit of the groups and their ancestors, in bytes; nil if there is none. All
  /// ancestors are tried, since a container may see its group as the root.
  var memoryLimit: Int? {
    self.hierarchies.flatMap { hierarchy in
      let names = hierarchy.group.split(separator: "/").filter { $0 != ".." }
      return (0 ... names.count).compactMap { depth in
        let folder = names.prefix(depth).reduce(hierarchy.folder) {
          $0.appendingPathComponent(String($1))
        }
        return Self.number(in: folder.appendingPathComponent(hierarchy.file))
      }
    }.min()
  }

  /// Returns the number in a file; nil for `max` and for a missing file.
  private static func number(in file: URL) -> Int? {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
