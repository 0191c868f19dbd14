import { SECRET_NAME } from '../../manifest.ts';
import { breaksNote } from '../breaks-note.ts';
import type { EmitPlan } from '../plan.ts';
import { FOLDERS } from './folders.ts';
import { JOB, RESULTS, RESULTS_FOLDER } from './measurement.ts';

const ALL = '-l app.kubernetes.io/part-of=pyx-tps';

/** How the manifests are used. @param shaped number of objects of Chaos Mesh */
export function kubernetesReadme({ topology, image, pyxImage }: EmitPlan, shaped: number): string {
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
kubectl wait --for=condition=Ready pod ${ALL} --timeout=5m
${links.length === 0 ? '' : `${links.slice(1).join('\n')}\n`}
# the measurement
kubectl apply -f ${FOLDERS.measure}
kubectl logs --follow --pod-running-timeout=5m job/${JOB}

# its results
kubectl apply -f ${FOLDERS.results}
kubectl wait --for=condition=Ready pod/${RESULTS} --timeout=2m
kubectl cp ${RESULTS}:${RESULTS_FOLDER} ./results
kubectl delete -f ${FOLDERS.results}

# the end: nodes, links, data and results
kubectl delete ${shaped === 0 ? '' : 'networkchaos,'}job,statefulset,service,configmap,persistentvolumeclaim ${ALL}
\`\`\`

A second measurement needs \`kubectl delete job ${JOB}\` first. Each node may use what its StatefulSet says (\`resources\`): a figure
is that of nodes of this size. Where two nodes run on one machine, they share its disk and its network. Netem holds at most 1,000
packets of a link at once: what comes beyond is dropped, and sent again by TCP.
${breaksNote(topology)}`;
}
