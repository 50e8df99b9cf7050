import InteractionCore
import InteractionStream

/// A page of a sorted list, for the list methods of the inspector.
@available(InteractionEngine 1.0, *)
struct ListPage<Item> {
  private static var defaultSize: Int { 100 }
  private static var largestSize: Int { 1000 }

  /// The items of the page.
  let items: ArraySlice<Item>
  /// The token for the next page: the name of this page's last item; empty on the last page.
  let nextToken: String

  /// Creates the page after the item named `token`.
  ///
  /// - Throws: `INVALID_ARGUMENT` if `size` is more than 1000.
  init(
    of all: [Item], size: UInt32, after token: String, by name: (Item) -> String
  ) throws(StreamError) {
    guard size <= Self.largestSize else {
      throw StreamError(invalid: [
        Violation(field: "page_size", problem: "is \(size); must be 0 to \(Self.largestSize)")
      ])
    }
    let rest = all.drop { name($0) <= token }
    self.items = rest.prefix(size == 0 ? Self.defaultSize : Int(size))
    self.nextToken =
      self.items.endIndex < rest.endIndex ? self.items.last.map(name) ?? "" : ""
  }
}
