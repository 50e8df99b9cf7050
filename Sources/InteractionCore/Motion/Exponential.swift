/// Returns e to the power of `x`; relative error below 1e-12.
///
/// Not from the C library, so that curves are bit-identical on every platform.
public func exponential(_ x: Double) -> Double {
  guard x == x else { return x }
  guard x <= 709.782712893384 else { return .infinity }
  guard x > -745.2 else { return 0 }
  // e^x = 2^k · e^r with |r| ≤ ln 2 / 2; ln 2 in two parts keeps r exact.
  let k = (x * 1.4426950408889634).rounded()
  let r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10
  var sum = 1.0
  for n in stride(from: 14.0, through: 1.0, by: -1.0) {
    sum = 1 + r / n * sum
  }
  // Two steps: 2^k alone leaves the range of normal numbers where e^x does not.
  let half = Int(k) / 2
  return sum * powerOfTwo(half) * powerOfTwo(Int(k) - half)
}

/// Returns the natural logarithm of `x`; relative error below 1e-12.
public func logarithm(_ x: Double) -> Double {
  guard x > 0 else { return x == 0 ? -.infinity : .nan }
  guard x < .infinity else { return x }
  // x = m · 2^k with m near 1; ln m = 2 · artanh((m − 1) / (m + 1)).
  var m = x.significand
  var k = Double(x.exponent)
  if m > 1.4142135623730951 {
    m *= 0.5
    k += 1
  }
  let s = (m - 1) / (m + 1)
  let square = s * s
  var sum = 0.0
  for n in stride(from: 25.0, through: 1.0, by: -2.0) {
    sum = sum * square + 1 / n
  }
  return 2 * s * sum + k * 1.90821492927058770002e-10 + k * 6.93147180369123816490e-01
}

/// Returns `base` to the power of `exponent`, for a positive base.
public func power(_ base: Double, _ exponent: Double) -> Double {
  exponential(exponent * logarithm(base))
}

private func powerOfTwo(_ k: Int) -> Double {
  Double(sign: .plus, exponent: k, significand: 1)
}
