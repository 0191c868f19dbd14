import { SECRET_NAME } from '../../manifest.ts';
import { shareText, type EmittedFault } from '../faults.ts';
import { leftOutNote } from '../left-out.ts';
import type { EmitPlan } from '../plan.ts';
import type { FaultChaos } from './fault-chaos.ts';
import { FOLDERS } from './folders.ts';
import { JOB, RESULTS, RESULTS_FOLDER } from './measurement.ts';

const ALL = '-l app.kubernetes.io/part-of=pyx-tps';

/** A fault with its form; undefined where it has none. */
interface WrittenFault {
  readonly fault: EmittedFault;
  readonly chaos: FaultChaos | undefined;
}

/** How the manifests are used. @param shaped number of objects of Chaos Mesh for links */
export function kubernetesReadme({ topology, image, pyxImage }: EmitPlan, shaped: number, faults: readonly WrittenFault[]): string {
  const links =
    shaped === 0
      ? []
      : [
          '',
          '# the links, by Chaos Mesh 2.7 or later (its chaos daemon needs the module sch_netem on the machines)',
          `kubectl apply -f ${FOLDERS.links}`,
          `kubectl wait --for=condition=AllInjected networkchaos ${ALL} --timeout=2m`,
        ];
  return `# ${topology.name}

${topology.nodes.length} nodes of the image \`${image}\`, ${topology.links.length} links. Everything here is for regtest: use a namespace of its
own (\`kubectl create namespace pyx-tps\`, \`kubectl config set-context --current --namespace=pyx-tps\`), and images that the
cluster can pull. Pyx measures in a job with the image \`${pyxImage}\`.

\`\`\`
# the credentials of all nodes: a file with PYX_RPC_USER=… and PYX_RPC_PASSWORD=…
kubectl create secret generic ${SECRET_NAME} --from-env-file=FILE

kubectl apply -f ${FOLDERS.nodes}
kubectl wait --for=condition=Ready pod -l 'app.kubernetes.io/component in (sender, receiver)' --timeout=5m
${links.length === 0 ? '' : `${links.slice(1).join('\n')}\n`}
# the measurement
kubectl apply -f ${FOLDERS.measure}
kubectl logs --follow --pod-running-timeout=5m job/${JOB}
${faults.map(faultCommands).join('')}
# its results
kubectl apply -f ${FOLDERS.results}
kubectl wait --for=condition=Ready pod/${RESULTS} --timeout=2m
kubectl cp ${RESULTS}:${RESULTS_FOLDER} ./results
kubectl delete -f ${FOLDERS.results}

# the end: nodes, links, data and results
kubectl delete ${shaped + faults.length === 0 ? '' : 'networkchaos,podchaos,'}job,statefulset,service,configmap,persistentvolumeclaim ${ALL}
\`\`\`

A second measurement needs \`kubectl delete job ${JOB}\` first. Each node may use what its StatefulSet says (\`resources\`): a figure
is that of nodes of this size. Where two nodes run on one machine, they share its disk and its network. Netem holds at most 1,000
packets of a link at once: what comes beyond is dropped, and sent again by TCP.
${replacedPods(shaped, faults)}${leftOutNote(
    topology,
    faults.flatMap(({ fault, chaos }) => (chaos ? [] : [fault])),
  )}`;
}

/** What the links of a node are worth after a fault. */
function replacedPods(shaped: number, faults: readonly WrittenFault[]): string {
  if (shaped === 0 || !faults.some(({ fault, chaos }) => chaos && fault.fault.kind === 'restart')) return '';
  return `
\`restart\` replaces the pod, as Chaos Mesh stops no container properly. It does not put the links of a pod that is replaced back (its
issues 944, 1446 and 3867): from then on that node is joined without latency and limits. \`kill\` leaves the pod and its network, in which the links are made.
`;
}

/** When a fault begins and ends: an engine knows no shares of transactions. */
function faultCommands({ fault: { fault }, chaos }: WrittenFault): string {
  if (!chaos) return '';
  const file = `${FOLDERS.faults}/${chaos.metadata.name}.yaml`;
  const begin = `\n# ${fault.text}, beside the measurement: when ${shareText(fault.from)} of the transactions of a round have arrived\nkubectl apply -f ${file}\n`;
  return fault.until === undefined ? begin : `${begin}# at ${shareText(fault.until)}\nkubectl delete -f ${file}\n`;
}
