/** What is not known of a load that k6 made, as sentences. @param dropped calls that were due and not sent */
export function k6Warnings(dropped: number): string[] {
  return [
    ...(dropped > 0
      ? [`k6 dropped ${dropped} calls that were due while all its virtual users were busy: no latency counts their waiting.`]
      : []),
    'Percentiles are those of k6; no answer was checked against the specification, and no figure by second was kept.',
  ];
}
