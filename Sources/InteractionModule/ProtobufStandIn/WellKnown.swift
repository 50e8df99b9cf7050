public struct Google_Protobuf_Duration: Message {
  public var seconds: Int64 = 0
  public var nanos: Int32 = 0
  public var unknownFields = UnknownStorage()
  public static let protoMessageName = "google.protobuf.Duration"

  public init() {}

  public mutating func decodeMessage<D: Decoder>(decoder: inout D) throws {
    while let number = try decoder.nextFieldNumber() {
      switch number {
      case 1: try decoder.decodeSingularInt64Field(value: &self.seconds)
      case 2: try decoder.decodeSingularInt32Field(value: &self.nanos)
      default: break
      }
    }
  }

  public func traverse<V: Visitor>(visitor: inout V) throws {
    if self.seconds != 0 {
      try visitor.visitSingularInt64Field(value: self.seconds, fieldNumber: 1)
    }
    if self.nanos != 0 {
      try visitor.visitSingularInt32Field(value: self.nanos, fieldNumber: 2)
    }
    try self.unknownFields.traverse(visitor: &visitor)
  }
}

public struct Google_Protobuf_Empty: Message {
  public var unknownFields = UnknownStorage()
  public static let protoMessageName = "google.protobuf.Empty"

  public init() {}

  public mutating func decodeMessage<D: Decoder>(decoder: inout D) throws {
    while try decoder.nextFieldNumber() != nil {}
  }

  public func traverse<V: Visitor>(visitor: inout V) throws {
    try self.unknownFields.traverse(visitor: &visitor)
  }
}
