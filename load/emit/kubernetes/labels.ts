import type { TopologyNode } from '../../topology/types.ts';

/** On everything of a test, so that one command waits for it or removes it. */
export const PART_OF = { 'app.kubernetes.io/part-of': 'pyx-tps' } as const;

/** What selects the pod of one node. */
export const selectorOf = (name: string) => ({ ...PART_OF, 'app.kubernetes.io/instance': name });

/** The labels of a node. */
export const labelsOf = ({ name, role, region }: TopologyNode) => ({
  ...selectorOf(name),
  'app.kubernetes.io/component': role,
  ...(region !== undefined && { 'pyx-region': region }),
});
