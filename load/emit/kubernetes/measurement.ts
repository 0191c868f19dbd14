import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import type { ConfigMap, PersistentVolumeClaim, Pod, PodSpec } from 'kubernetes-types/core/v1.d.ts';
import { SECRET_NAME } from '../../manifest.ts';
import { nodesFile } from '../nodes-file.ts';
import { PEER_PORT, PYX_CPUS, PYX_MEMORY_MIB, RPC_PORT, type EmitPlan } from '../plan.ts';
import { PART_OF } from './labels.ts';

export const JOB = 'pyx-tps';
/** Of the claim, and of the pod from which results are copied. */
export const RESULTS = 'pyx-tps-results';
const NODES = 'pyx-tps-nodes';
/** In the pods; `/project` is the working folder of the image. */
const PROJECT = '/project';
export const RESULTS_FOLDER = `${PROJECT}/results`;
/** Of the image of Pyx. */
const USER = 1_000;

/** The file of the nodes. */
export function nodesConfigMap({ topology }: EmitPlan): ConfigMap {
  const content = nodesFile(topology, (name) => ({ url: `http://${name}:${RPC_PORT}`, peer: `${name}:${PEER_PORT}` }));
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: NODES, labels: PART_OF }, data: { 'nodes.yaml': content } };
}

/** Where results stay when the job has ended. */
export function resultsClaim(): PersistentVolumeClaim {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: RESULTS, labels: PART_OF },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
}

/** Pyx, which makes the transactions, gives them to the nodes and measures. It is not tried again: nodes are no longer fresh. */
export function jobOf({ pyxImage, measurement }: EmitPlan): Job {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: JOB, labels: PART_OF },
    spec: {
      backoffLimit: 0,
      template: {
        metadata: { labels: { ...PART_OF, 'app.kubernetes.io/component': 'coordinator' } },
        spec: {
          ...podOf({
            image: pyxImage,
            args: ['tps', '--nodes', '/plan/nodes.yaml', '--out', RESULTS_FOLDER, ...measurement],
            envFrom: [{ secretRef: { name: SECRET_NAME } }],
            resources: {
              requests: { cpu: '500m', memory: '512Mi' },
              limits: { cpu: String(PYX_CPUS), memory: `${PYX_MEMORY_MIB}Mi` },
            },
            volumeMounts: [
              { name: 'plan', mountPath: '/plan', readOnly: true },
              { name: 'results', mountPath: PROJECT },
            ],
          }),
          volumes: [
            { name: 'plan', configMap: { name: NODES } },
            { name: 'results', persistentVolumeClaim: { claimName: RESULTS } },
          ],
        },
      },
    },
  };
}

/** A pod that only waits: `kubectl cp` copies from containers that run, and that of the job has ended. */
export function resultsPod({ pyxImage }: EmitPlan): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: RESULTS, labels: PART_OF },
    spec: {
      ...podOf({
        image: pyxImage,
        command: ['sleep', '3600'],
        resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { cpu: '500m', memory: '256Mi' } },
        volumeMounts: [{ name: 'results', mountPath: PROJECT }],
      }),
      volumes: [{ name: 'results', persistentVolumeClaim: { claimName: RESULTS } }],
    },
  };
}

function podOf(container: Omit<PodSpec['containers'][number], 'name' | 'securityContext'>): PodSpec {
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: USER, runAsGroup: USER, fsGroup: USER, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [{ name: 'pyx', ...container, securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } }],
  };
}
