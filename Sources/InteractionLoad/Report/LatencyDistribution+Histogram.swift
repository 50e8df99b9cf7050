import Histogram

extension LatencyDistribution {
  /// The whole distribution in the text format of HdrHistogram's tools, in milliseconds.
  package var hgrm: String {
    var text = ""
    guard self.count > 0 else {
      return """
               Value     Percentile TotalCount 1/(1-Percentile)

        #[Mean    =          NaN, StdDeviation   =          NaN]
        #[Max     =          NaN, Total count    =            0]

        """
    }
    var histogram = LoadMeter.times()
    for step in self.recorded {
      histogram.record(UInt64((step.time * 1_000).rounded()), count: UInt64(step.count))
    }
    histogram.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1e6)
    return text
  }
}
