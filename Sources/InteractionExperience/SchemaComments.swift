import SwiftProtobuf

/// The comments of a proto file, each joined to one line.
struct SchemaComments {
  private let comments: [[Int32]: String]

  // Field numbers in descriptor.proto, which form the path of a declaration.
  private static let message: Int32 = 4
  private static let enumeration: Int32 = 5
  private static let member: Int32 = 2

  init(_ file: Google_Protobuf_FileDescriptorProto) {
    var comments: [[Int32]: String] = [:]
    for location in file.sourceCodeInfo.location where location.hasLeadingComments {
      comments[location.path] = location.leadingComments.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    self.comments = comments
  }

  func message(_ index: Int) -> String { self[Self.message, index] }

  func field(_ number: Int, of index: Int) -> String {
    self[Self.message, index, Self.member, number]
  }

  func enumeration(_ index: Int) -> String { self[Self.enumeration, index] }

  func value(_ number: Int, of index: Int) -> String {
    self[Self.enumeration, index, Self.member, number]
  }

  private subscript(path: any BinaryInteger...) -> String {
    self.comments[path.map { Int32($0) }] ?? ""
  }

  /// Returns the units of a number that its field's comment names, such as `pt` in "The threshold,
  /// pt; 0 to 10^6." (see scripts/generator/reference.py).
  static func units(in comment: String) -> [String] {
    let words = comment.split { " ,;.()".contains($0) }
    // The unit of an animated property's value is a length or an angle.
    if comment.contains("the property's unit") { return ["pt", "rad"] }
    return ["pt", "px", "rad", "pt/s", "%"].filter { words.contains($0[...]) }
  }
}
