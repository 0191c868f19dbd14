import type { ObjectMeta } from 'kubernetes-types/meta/v1.d.ts';
import type { EmittedFault } from '../faults.ts';
import { PART_OF } from './labels.ts';
import { NODE_CONTAINER } from './node.ts';

/** Seconds in which a node stops properly before it is killed. */
const STOP_S = 60;

interface PodSelector {
  readonly mode: 'all';
  readonly selector: {
    readonly labelSelectors: typeof PART_OF;
    readonly expressionSelectors: readonly [{ readonly key: string; readonly operator: 'In'; readonly values: readonly string[] }];
  };
}

/** A fault in the form of Chaos Mesh. */
export interface FaultChaos {
  readonly apiVersion: 'chaos-mesh.org/v1alpha1';
  readonly kind: 'PodChaos' | 'NetworkChaos';
  readonly metadata: ObjectMeta;
  readonly spec: PodSelector &
    (
      | { readonly action: 'container-kill'; readonly containerNames: readonly [typeof NODE_CONTAINER] }
      | { readonly action: 'pod-kill'; readonly gracePeriod: number }
      | { readonly action: 'partition'; readonly direction: 'both'; readonly target: PodSelector }
    );
}

/**
 * A node that is killed or restarted is a `PodChaos`, a partition a `NetworkChaos` that lasts until it is deleted. Undefined for what
 * Chaos Mesh cannot do so: a node that stays away or halts, and a wrong clock. A node is killed within its pod, which keeps its
 * network and so its links; to stop it properly its pod has to be replaced.
 */
export function faultChaosOf({ fault: { kind, until }, nodes, sides }: EmittedFault, name: string): FaultChaos | undefined {
  const common = { apiVersion: 'chaos-mesh.org/v1alpha1', metadata: { name, labels: PART_OF } } as const;
  if (sides)
    return {
      ...common,
      kind: 'NetworkChaos',
      spec: { action: 'partition', ...podsOf(sides[0]), direction: 'both', target: podsOf(sides[1]) },
    };
  if ((kind !== 'kill' && kind !== 'restart') || until !== undefined) return undefined;
  return {
    ...common,
    kind: 'PodChaos',
    spec: {
      ...podsOf(nodes),
      ...(kind === 'kill' ? { action: 'container-kill', containerNames: [NODE_CONTAINER] } : { action: 'pod-kill', gracePeriod: STOP_S }),
    },
  };
}

const podsOf = (names: readonly string[]): PodSelector => ({
  mode: 'all',
  selector: {
    labelSelectors: PART_OF,
    expressionSelectors: [{ key: 'app.kubernetes.io/instance', operator: 'In', values: names }],
  },
});
