import type { TpsRound } from './results.ts';

/** Of a core, at which the relays may not keep up. */
const BUSY_SHARE = 0.8;
/** Own delay of the relays (p99), which adds to each crossing of a link. */
const MAX_DELAY_US = 2_000;

/** In which rounds that count the relays of the links, and not the nodes, may have been the limit. */
export function linkWarnings(rounds: readonly TpsRound[]): string[] {
  return rounds.flatMap(({ round, uncounted, network }) => {
    const relays = network?.relays;
    if (uncounted !== null || !relays) return [];
    const { cpuShare, delay } = relays;
    return [
      ...(cpuShare > BUSY_SHARE
        ? [
            `Round ${round}: the relays of the links used ${(100 * cpuShare).toFixed(1)} % of a core: they, not the nodes, may have been the limit.`,
          ]
        : []),
      ...(delay.p99Us > MAX_DELAY_US
        ? [
            `Round ${round}: the relays passed data on up to ${(delay.p99Us / 1_000).toFixed(1)} ms late (p99): by so much may each crossing of a link be too long.`,
          ]
        : []),
    ];
  });
}
