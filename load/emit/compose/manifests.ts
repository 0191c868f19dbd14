import { stringify } from 'yaml';
import type { Manifest } from '../../manifest.ts';
import { TopologyError } from '../../topology/shapes.ts';
import { directionsOf, type Direction } from '../directions.ts';
import { nodesFile } from '../nodes-file.ts';
import {
  calledBy,
  NODE_CPUS,
  NODE_MEMORY_MIB,
  nodeOptions,
  PEER_PORT,
  PYX_CPUS,
  PYX_MEMORY_MIB,
  RPC_PORT,
  type EmitPlan,
} from '../plan.ts';
import { wholeRate, wholeTime } from '../units.ts';
import { composeReadme } from './readme.ts';

/** The addresses of the network. Links are shaped by the address of the other node, so that each has a fixed one. */
export const SUBNET = '10.177.29';
const COORDINATOR_HOST = 10;
/** Of the first node. */
const FIRST_HOST = 11;
const NETWORK = 'tps';
const COORDINATOR = 'coordinator';
const VOLUME = 'results';
const LINKS_IMAGE = '${PYX_LINKS_IMAGE:-pyx-links}';
const USER = '${PYX_RPC_USER:?set PYX_RPC_USER}';
const PASSWORD = '${PYX_RPC_PASSWORD:?set PYX_RPC_PASSWORD}';

/**
 * A network for Docker Compose: a service for each node, one beside it that shapes what it sends over its links (`tc netem`), and
 * one that measures. No credentials stand in it, and no port is published. Throws `TopologyError` for names that it cannot have.
 */
export function composeManifests(plan: EmitPlan): Manifest[] {
  const { topology } = plan;
  const hosts = new Map(topology.nodes.map(({ name }, index) => [name, `${SUBNET}.${FIRST_HOST + index}`]));
  const host = (name: string): string => hosts.get(name)!;
  const directions = topology.links.flatMap(directionsOf);
  const shaped = topology.nodes.filter(({ name }) => directions.some(({ from }) => from === name));
  const network: [string, object][] = [
    ...topology.nodes.map(({ name }): [string, object] => [name, nodeService(plan, name, host)]),
    ...shaped.map(({ name }): [string, object] => [
      `${name}-links`,
      linksService(
        name,
        directions.filter(({ from }) => from === name),
        host,
      ),
    ]),
  ];
  const names = [...network.map(([name]) => name), COORDINATOR];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new TopologyError(`two services would be named ${twice}`, { remedy: `name no node ${COORDINATOR}, or like another with -links` });
  const compose = {
    services: {
      ...Object.fromEntries(network),
      [COORDINATOR]: coordinator(
        plan,
        network.map(([name]) => name),
      ),
    },
    networks: { [NETWORK]: { internal: true, ipam: { config: [{ subnet: `${SUBNET}.0/24` }] } } },
    volumes: { [VOLUME]: {} },
  };
  return [
    { file: 'compose.yaml', content: stringify(compose, { lineWidth: 0, aliasDuplicateObjects: false }) },
    {
      file: 'nodes.yaml',
      content: nodesFile(topology, (name) => ({ url: `http://${host(name)}:${RPC_PORT}`, peer: `${host(name)}:${PEER_PORT}` })),
    },
    { file: 'README.md', content: composeReadme(plan, shaped.length) },
  ];
}

function nodeService(plan: EmitPlan, name: string, host: (name: string) => string): object {
  const called = calledBy(plan.topology, name).map((other) => `${host(other)}:${PEER_PORT}`);
  return {
    image: plan.image,
    command: [...nodeOptions(plan, called), `-rpcuser=${USER}`, `-rpcpassword=${PASSWORD}`],
    networks: { [NETWORK]: { ipv4_address: host(name) } },
    healthcheck: healthcheck(['bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${RPC_PORT}`]),
    cpus: NODE_CPUS,
    mem_limit: `${NODE_MEMORY_MIB}m`,
    security_opt: ['no-new-privileges:true'],
  };
}

/** In the network of the node, as its own: `tc` there changes what the node sends. */
function linksService(name: string, directions: readonly Direction[], host: (name: string) => string): object {
  return {
    image: LINKS_IMAGE,
    command: directions.map((direction) => linkText(direction, host)),
    network_mode: `service:${name}`,
    cap_drop: ['ALL'],
    cap_add: ['NET_ADMIN'],
    security_opt: ['no-new-privileges:true'],
    healthcheck: healthcheck(['test', '-e', '/tmp/shaped']),
    stop_grace_period: '1s',
    cpus: 0.1,
    mem_limit: '32m',
  };
}

/** As `docker/links/shape.sh` has it. */
function linkText({ to, latencyMs, jitterMs, bandwidth }: Direction, host: (name: string) => string): string {
  return [
    `to=${host(to)}`,
    ...(latencyMs > 0 ? [`delay=${wholeTime(latencyMs)}`] : []),
    ...(jitterMs > 0 ? [`jitter=${wholeTime(jitterMs)}`] : []),
    ...(bandwidth === undefined ? [] : [`rate=${wholeRate(bandwidth)}`]),
  ].join(' ');
}

function coordinator({ pyxImage, measurement }: EmitPlan, others: readonly string[]): object {
  return {
    image: pyxImage,
    command: ['tps', '--nodes', '/plan/nodes.yaml', '--out', '/project/results', ...measurement],
    environment: { PYX_RPC_USER: USER, PYX_RPC_PASSWORD: PASSWORD },
    networks: { [NETWORK]: { ipv4_address: `${SUBNET}.${COORDINATOR_HOST}` } },
    volumes: ['./nodes.yaml:/plan/nodes.yaml:ro', `${VOLUME}:/project`],
    depends_on: Object.fromEntries(others.map((name) => [name, { condition: 'service_healthy' }])),
    cpus: PYX_CPUS,
    mem_limit: `${PYX_MEMORY_MIB}m`,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  };
}

const healthcheck = (command: readonly string[]): object => ({
  test: ['CMD', ...command],
  interval: '1s',
  timeout: '5s',
  retries: 60,
});
