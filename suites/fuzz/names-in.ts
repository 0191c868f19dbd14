import type { JsonNode } from './json/json-node.ts';
import type { Probe } from './probe.ts';

/** The names of all living values in these requests. */
export function namesIn(probes: readonly Probe[]): Set<string> {
  const names = new Set<string>();
  const walk = (node: JsonNode): void => {
    if ('living' in node) names.add(node.living);
    else if ('items' in node) node.items.forEach(walk);
    else if ('members' in node) for (const [name, value] of node.members) [name, value].forEach(walk);
  };
  for (const probe of probes) {
    if (probe.type === 'call') walk(probe.params);
    else if (probe.type === 'list') for (const { params } of probe.calls) walk(params);
  }
  return names;
}
