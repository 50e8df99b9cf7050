/// Returns the sine of `x` rad; relative error below 1e-12 for |x| up to 1e6.
public func sine(_ x: Double) -> Double {
  guard let (quadrant, r) = reduced(x) else { return .nan }
  switch quadrant {
  case 0: return sineSeries(r)
  case 1: return cosineSeries(r)
  case 2: return -sineSeries(r)
  default: return -cosineSeries(r)
  }
}

/// Returns the cosine of `x` rad; relative error below 1e-12 for |x| up to 1e6.
public func cosine(_ x: Double) -> Double {
  guard let (quadrant, r) = reduced(x) else { return .nan }
  switch quadrant {
  case 0: return cosineSeries(r)
  case 1: return -sineSeries(r)
  case 2: return -cosineSeries(r)
  default: return sineSeries(r)
  }
}

/// Returns the quadrant of `x` and the remainder in −π/4 … π/4; nil for |x| above 1e9.
private func reduced(_ x: Double) -> (quadrant: Int, rest: Double)? {
  guard abs(x) <= 1e9 else { return nil }
  let k = (x * 0.6366197723675814).rounded()
  // π/2 in three parts of 33 bits each: the products with k are exact (Cody and Waite).
  let r =
    ((x - k * 1.57079632673412561417e+00) - k * 6.07710050630396597660e-11)
    - k * 2.02226624879595063154e-21
  return (Int(k) & 3, r)
}

private func sineSeries(_ r: Double) -> Double {
  let square = r * r
  var sum = 1.0
  for n in stride(from: 16.0, through: 2.0, by: -2.0) {
    sum = 1 - square / (n * (n + 1)) * sum
  }
  return r * sum
}

private func cosineSeries(_ r: Double) -> Double {
  let square = r * r
  var sum = 1.0
  for n in stride(from: 15.0, through: 1.0, by: -2.0) {
    sum = 1 - square / (n * (n + 1)) * sum
  }
  return sum
}
