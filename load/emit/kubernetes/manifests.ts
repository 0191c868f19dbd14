import { stringify } from 'yaml';
import type { Manifest } from '../../manifest.ts';
import { TopologyError } from '../../topology/shapes.ts';
import type { EmitPlan } from '../plan.ts';
import { faultChaosOf } from './fault-chaos.ts';
import { FOLDERS } from './folders.ts';
import { jobOf, nodesConfigMap, resultsClaim, resultsPod } from './measurement.ts';
import { networkChaosOf } from './network-chaos.ts';
import { serviceOf, statefulSetOf } from './node.ts';
import { kubernetesReadme } from './readme.ts';

/**
 * A network for a cluster: a StatefulSet and a Service for each node, a `NetworkChaos` of Chaos Mesh for each link that is
 * shaped, one or a `PodChaos` for each fault, and a Job that measures. No credentials stand in them. Throws `TopologyError` for a name that no Service can have.
 */
export function kubernetesManifests(plan: EmitPlan): Manifest[] {
  const { nodes, links } = plan.topology;
  for (const { name } of nodes)
    if (!/^[a-z]/.test(name))
      throw new TopologyError(`a Service cannot be named ${name}, as its name does not begin with a letter`, {
        remedy: 'give the node another name',
      });
  const chaos = links.flatMap(networkChaosOf);
  const faults = plan.faults.map((fault, index) => ({ fault, chaos: faultChaosOf(fault, `fault-${index + 1}`) }));
  return [
    ...nodes.map((node) => manifest(`${FOLDERS.nodes}/${node.name}.yaml`, serviceOf(node), statefulSetOf(plan, node))),
    ...chaos.map((object) => manifest(`${FOLDERS.links}/${object.metadata.name}.yaml`, object)),
    manifest(`${FOLDERS.measure}/nodes.yaml`, nodesConfigMap(plan)),
    manifest(`${FOLDERS.measure}/results.yaml`, resultsClaim()),
    manifest(`${FOLDERS.measure}/job.yaml`, jobOf(plan)),
    ...faults.flatMap(({ chaos: object }) => (object ? [manifest(`${FOLDERS.faults}/${object.metadata.name}.yaml`, object)] : [])),
    manifest(`${FOLDERS.results}/pod.yaml`, resultsPod(plan)),
    { file: 'README.md', content: kubernetesReadme(plan, chaos.length, faults) },
  ];
}

function manifest(file: string, ...objects: readonly object[]): Manifest {
  const options = { lineWidth: 0, aliasDuplicateObjects: false };
  return { file, content: objects.map((object) => stringify(object, options)).join('---\n') };
}
