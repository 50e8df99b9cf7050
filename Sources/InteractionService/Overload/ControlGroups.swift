import Foundation

/// The control groups that the process belongs to, of either version.
@available(InteractionEngine 1.0, *)
struct ControlGroups: Sendable {
  /// A hierarchy's folder, and the file in each of its groups that holds the limit on memory.
  private struct Hierarchy {
    let folder: URL
    let group: Substring
    let file: String
  }

  private let hierarchies: [Hierarchy]

  /// - Parameters:
  ///   - memberships: The text of `/proc/self/cgroup`.
  ///   - root: The folder that holds the groups.
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

  /// Those of this process.
  static var ofProcess: ControlGroups {
    let memberships = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)
    return ControlGroups(
      memberships: memberships ?? "", root: URL(fileURLWithPath: "/sys/fs/cgroup"))
  }

  /// The least limit on main memory of all groups, and of those that they are in, bytes; nil if
  /// there is none. A container may see its group as the root, under whatever name.
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

  /// The number in a file; nil for `max`, and where there is no such file.
  private static func number(in file: URL) -> Int? {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
