import SwiftProtobuf

/// The comments of a file of a contract, each as one line.
struct SchemaComments {
  private let comments: [[Int32]: String]

  // The numbers of the fields of descriptor.proto that lead to a declaration.
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

  /// The units that may follow a number, of those that its field's comment names, such as `pt` in
  /// "Where it switches, pt; 0 to 10^6." (see scripts/generator/reference.py).
  static func units(in comment: String) -> [String] {
    let words = comment.split { " ,;.()".contains($0) }
    // A value of an animated property is a length or an angle.
    if comment.contains("the property's unit") { return ["pt", "rad"] }
    return ["pt", "px", "rad", "pt/s"].filter { words.contains($0[...]) }
  }
}
