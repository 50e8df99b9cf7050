/// Bytes: the only type of Foundation that the contract's messages use.
public typealias Data = [UInt8]
