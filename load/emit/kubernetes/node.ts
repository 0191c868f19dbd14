import type { StatefulSet } from 'kubernetes-types/apps/v1.d.ts';
import type { Container, Service } from 'kubernetes-types/core/v1.d.ts';
import type { TopologyNode } from '../../topology/types.ts';
import { SECRET_NAME } from '../../manifest.ts';
import { calledBy, DATA_FOLDER, NODE_CPUS, NODE_MEMORY_MIB, nodeOptions, PEER_PORT, RPC_PORT, type EmitPlan } from '../plan.ts';
import { labelsOf, selectorOf } from './labels.ts';

/** The container of a node in its pod. */
export const NODE_CONTAINER = 'node';
const VOLUME = 'data';
/** Of a group that may write to the volume, whatever the user of the image is. */
const GROUP = 1_000;
const VOLUME_SIZE = '2Gi';

/** The Service by whose name a node is reached, also before it is ready: the other nodes call it until it answers. */
export function serviceOf(node: TopologyNode): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: node.name, labels: labelsOf(node) },
    spec: {
      clusterIP: 'None',
      publishNotReadyAddresses: true,
      selector: selectorOf(node.name),
      ports: [
        { name: 'rpc', port: RPC_PORT },
        { name: 'p2p', port: PEER_PORT },
      ],
    },
  };
}

/** One node of the network: a pod that keeps its name and its data when it is killed. */
export function statefulSetOf(plan: EmitPlan, node: TopologyNode): StatefulSet {
  const { name } = node;
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, labels: labelsOf(node) },
    spec: {
      replicas: 1,
      serviceName: name,
      selector: { matchLabels: selectorOf(name) },
      template: {
        metadata: { labels: labelsOf(node) },
        spec: {
          securityContext: { fsGroup: GROUP, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [container(plan, name)],
        },
      },
      volumeClaimTemplates: [
        {
          metadata: { name: VOLUME },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: VOLUME_SIZE } } },
        },
      ],
    },
  };
}

function container(plan: EmitPlan, name: string): Container {
  const size = { cpu: String(NODE_CPUS), memory: `${NODE_MEMORY_MIB}Mi` };
  const called = calledBy(plan.topology, name).map((other) => `${other}:${PEER_PORT}`);
  return {
    name: NODE_CONTAINER,
    image: plan.image,
    // The cluster puts in the values of the Secret.
    args: [...nodeOptions(plan, called), '-rpcuser=$(PYX_RPC_USER)', '-rpcpassword=$(PYX_RPC_PASSWORD)'],
    envFrom: [{ secretRef: { name: SECRET_NAME } }],
    ports: [
      { name: 'rpc', containerPort: RPC_PORT },
      { name: 'p2p', containerPort: PEER_PORT },
    ],
    readinessProbe: { tcpSocket: { port: 'rpc' }, periodSeconds: 2, failureThreshold: 60 },
    resources: { requests: size, limits: size },
    securityContext: { allowPrivilegeEscalation: false },
    volumeMounts: [{ name: VOLUME, mountPath: DATA_FOLDER }],
  };
}
