import type { ObjectMeta } from 'kubernetes-types/meta/v1.d.ts';
import type { Link } from '../../topology/types.ts';
import { directionsOf, type Direction } from '../directions.ts';
import { wholeRate, wholeTime } from '../units.ts';
import { PART_OF, selectorOf } from './labels.ts';

/** With jitter alone netem would change the order of packets; with a rate each waits for the one before. */
const NO_LIMIT = '10gbit';

/** Selects pods, as Chaos Mesh has it. */
interface PodSelector {
  readonly mode: 'all';
  readonly selector: { readonly labelSelectors: Readonly<Record<string, string>> };
}

/** A link, or one direction of it, in the form of Chaos Mesh: what its pods send to each other is delayed, at a rate. */
export interface NetworkChaos {
  readonly apiVersion: 'chaos-mesh.org/v1alpha1';
  readonly kind: 'NetworkChaos';
  readonly metadata: ObjectMeta;
  readonly spec: PodSelector & {
    readonly action: 'netem';
    readonly direction: 'to' | 'both';
    readonly target: PodSelector;
    readonly delay?: { readonly latency: string; readonly jitter?: string };
    readonly rate?: { readonly rate: string };
  };
}

/** One `NetworkChaos` for a link that is the same both ways, else one for each direction; none for a link that changes nothing. */
export function networkChaosOf(link: Link): NetworkChaos[] {
  const directions = directionsOf(link);
  const [forward, back] = directions;
  if (forward && back && forward.bandwidth === back.bandwidth) return [chaos(forward, 'both')];
  return directions.map((direction) => chaos(direction, 'to'));
}

function chaos({ from, to, latencyMs, jitterMs, bandwidth }: Direction, direction: 'to' | 'both'): NetworkChaos {
  const rate = bandwidth === undefined ? (jitterMs > 0 ? NO_LIMIT : undefined) : wholeRate(bandwidth);
  return {
    apiVersion: 'chaos-mesh.org/v1alpha1',
    kind: 'NetworkChaos',
    metadata: { name: `${from}.${to}`, labels: PART_OF },
    spec: {
      action: 'netem',
      ...podsOf(from),
      direction,
      target: podsOf(to),
      ...(latencyMs > 0 && { delay: { latency: wholeTime(latencyMs), ...(jitterMs > 0 && { jitter: wholeTime(jitterMs) }) } }),
      ...(rate !== undefined && { rate: { rate } }),
    },
  };
}

const podsOf = (name: string): PodSelector => ({ mode: 'all', selector: { labelSelectors: selectorOf(name) } });
