import { dirname, join } from 'node:path';
import { specsFolder } from '../../specs/model/specs-folder.ts';
import { validateFile } from '../../specs/model/validate-file.ts';
import { parseYamlText, YamlTextError } from '../../specs/model/yaml-text.ts';
import { durationMs } from '../duration.ts';
import { namesIn, readNamedFile } from '../named-file.ts';
import { bitsPerS } from './bandwidth.ts';
import { shapeEdges, shapeForms, TopologyError, type Edge } from './shapes.ts';
import { plainLink, type Link, type LinkShaping, type Topology, type TopologyNode, type TopologyRole } from './types.ts';

interface WrittenShaping {
  readonly latency?: string;
  readonly jitter?: string;
  readonly bandwidth?: string | { readonly forward?: string; readonly back?: string };
  readonly breaks?: { readonly every: string; readonly for: string };
}

/** A file of a network as it is written (`specs/schemas/topology.schema.json`). */
export interface TopologyFile {
  readonly name: string;
  readonly summary?: string;
  readonly nodes: readonly { readonly name?: string; readonly role: TopologyRole; readonly region?: string; readonly count?: number }[];
  readonly shape?: string;
  readonly distances?: readonly { readonly between: readonly [string, string]; readonly roundTrip: string }[];
  readonly link?: WrittenShaping;
  readonly links?: readonly ({ readonly between: readonly [string, string] } & WrittenShaping)[];
}

/** The networks that come with Pyx, from the sources or from the installed package. */
const topologiesFolder = (): string => join(dirname(specsFolder()), 'load/topologies');

/** Names of the networks that come with Pyx. */
export const listTopologies = (): string[] => namesIn(topologiesFolder());

/**
 * Reads a network by path, or by the name of one that comes with Pyx (`five-regions`). Throws `NamedFileError` or `TopologyError`.
 * @param seed of the links of `random:K`
 */
export function readTopology(nameOrFile: string, seed: number): Topology {
  const { file, content } = readNamedFile('topology', nameOrFile, topologiesFolder(), `, or a shape: ${shapeForms}`);
  return parseTopology(content, file, seed);
}

/** Reads the text of a file of a network; `file` is named in errors. Throws `TopologyError`. */
export function parseTopology(content: string, file: string, seed: number): Topology {
  return topologyOf(parseNetwork('topology', content, file) as TopologyFile, file, seed);
}

/** The data of a file of a network, as its schema has it. Throws `TopologyError`. */
export function parseNetwork(kind: 'topology' | 'nodes', content: string, file: string): unknown {
  let data: unknown;
  try {
    data = parseYamlText(content).data;
  } catch (error) {
    if (!(error instanceof YamlTextError)) throw error;
    throw new TopologyError(`${file}: ${error.message}`, {
      cause: error,
      remedy: `name a YAML file with ${kind === 'nodes' ? 'running nodes' : 'nodes and links'}, as docs/tps.md has one`,
    });
  }
  const problems = validateFile(kind, data, content);
  if (problems.length > 0) throw new TopologyError(`${file}: ${problems.join('; ')}`);
  return data;
}

/** The network of a file whose schema has let it through. Throws `TopologyError`. */
export function topologyOf(written: TopologyFile, file: string, seed: number): Topology {
  const nodes = nodesOf(written, file);
  return {
    name: written.name,
    summary: written.summary ?? written.name,
    file,
    nodes,
    links: linksOf(written, nodes, file, seed),
  };
}

/** The nodes of the file, senders first, with a name each. */
function nodesOf({ nodes: written }: TopologyFile, file: string): TopologyNode[] {
  const numbers = { sender: 0, receiver: 0 };
  const nodes = written.flatMap(({ name, role, region, count = 1 }): TopologyNode[] => {
    if (name !== undefined && count > 1)
      throw new TopologyError(`${file}: ${count} nodes cannot all be named ${name}`, { remedy: 'leave out name or count' });
    return Array.from({ length: count }, () => ({
      name: name ?? `${role}-${++numbers[role]}`,
      role,
      ...(region !== undefined && { region }),
    }));
  });
  const twice = nodes.find(({ name }, index) => nodes.findIndex((other) => other.name === name) !== index);
  if (twice) throw new TopologyError(`${file}: two nodes are named ${twice.name}`, { remedy: 'give each a name of its own' });
  for (const role of ['sender', 'receiver'] as const)
    if (!nodes.some((node) => node.role === role))
      throw new TopologyError(`${file}: there is no ${role}`, { remedy: 'a network has at least one sender and one receiver' });
  return [...nodes.filter(({ role }) => role === 'sender'), ...nodes.filter(({ role }) => role === 'receiver')];
}

function linksOf(written: TopologyFile, nodes: readonly TopologyNode[], file: string, seed: number): Link[] {
  const { shape, links = [], link: common = {} } = written;
  const distances = distancesOf(written, nodes, file);
  const own = new Map<string, WrittenShaping>();
  const edges: Edge[] = shape === undefined ? [] : shapeEdges(shape, nodes.length, seed);
  const known = new Set(edges.map(String));
  for (const { between, ...shaping } of links) {
    const edge = edgeOf(between, nodes, file);
    if (own.has(String(edge)))
      throw new TopologyError(`${file}: two links are between ${between.join(' and ')}`, { remedy: 'leave one out' });
    own.set(String(edge), isReversed(between, nodes) ? reversed(shaping) : shaping);
    if (!known.has(String(edge))) edges.push(edge);
  }
  const apart = unreached(edges, nodes.length);
  if (apart.length > 0)
    throw new TopologyError(`${file}: no links lead to ${apart.map((index) => nodes[index]!.name).join(', ')}`, {
      remedy: 'add links, or a shape such as ring',
    });
  return edges.map((edge): Link => {
    const [from, to] = [nodes[edge[0]]!, nodes[edge[1]]!];
    const roundTripMs = distances.get(regionsKey(from.region, to.region));
    const between: WrittenShaping = roundTripMs === undefined ? {} : { latency: `${roundTripMs / 2}ms` };
    return {
      between: [from.name, to.name],
      shaping: shapingOf({ ...between, ...common, ...own.get(String(edge)) }, `${file}: ${from.name} to ${to.name}`),
    };
  });
}

const regionsKey = (a: string | undefined, b: string | undefined): string => [a ?? '', b ?? ''].sort().join(' ');

/** Round trips in milliseconds by a pair of regions. */
function distancesOf({ distances = [] }: TopologyFile, nodes: readonly TopologyNode[], file: string): Map<string, number> {
  const regions = new Set(nodes.flatMap(({ region }) => region ?? []));
  const found = new Map<string, number>();
  for (const { between, roundTrip } of distances) {
    const strange = between.find((region) => !regions.has(region));
    if (strange !== undefined)
      throw new TopologyError(`${file}: a distance is to ${strange}, where no node is`, {
        remedy: regions.size === 0 ? 'give nodes a region' : `the regions of the nodes are ${[...regions].sort().join(', ')}`,
      });
    const key = regionsKey(...between);
    if (found.has(key)) throw new TopologyError(`${file}: two distances are between ${between.join(' and ')}`, { remedy: 'leave one out' });
    found.set(key, ms(roundTrip));
  }
  return found;
}

/** The link of two nodes by their names. */
function edgeOf(between: readonly [string, string], nodes: readonly TopologyNode[], file: string): Edge {
  const [from, to] = between.map((name) => {
    const index = nodes.findIndex((node) => node.name === name);
    if (index < 0)
      throw new TopologyError(`${file}: a link is to ${name}, which is no node`, {
        remedy: `the nodes are ${nodes.map((node) => node.name).join(', ')}`,
      });
    return index;
  }) as [number, number];
  if (from === to) throw new TopologyError(`${file}: ${between[0]} is linked to itself`, { remedy: 'name two nodes' });
  return from < to ? [from, to] : [to, from];
}

const isReversed = ([from, to]: readonly [string, string], nodes: readonly TopologyNode[]): boolean =>
  nodes.findIndex(({ name }) => name === from) > nodes.findIndex(({ name }) => name === to);

/** As it is written for the other order of the two nodes. */
function reversed(shaping: WrittenShaping): WrittenShaping {
  const { bandwidth } = shaping;
  if (bandwidth === undefined || typeof bandwidth === 'string') return shaping;
  const { forward, back } = bandwidth;
  return { ...shaping, bandwidth: { ...(back !== undefined && { forward: back }), ...(forward !== undefined && { back: forward }) } };
}

function shapingOf({ latency, jitter, bandwidth, breaks }: WrittenShaping, where: string): LinkShaping {
  const latencyMs = latency === undefined ? plainLink.latencyMs : ms(latency);
  const jitterMs = jitter === undefined ? plainLink.jitterMs : ms(jitter);
  if (jitterMs > latencyMs)
    throw new TopologyError(`${where}: a jitter of ${jitterMs} ms is more than the latency of ${latencyMs} ms`, {
      remedy: 'nothing arrives before it is sent: give a jitter up to the latency',
    });
  const { forward, back } = typeof bandwidth === 'string' ? { forward: bandwidth, back: bandwidth } : (bandwidth ?? {});
  return {
    latencyMs,
    jitterMs,
    bandwidth: { ...(forward !== undefined && { forward: bits(forward, where) }), ...(back !== undefined && { back: bits(back, where) }) },
    ...(breaks && { breaks: { everyMs: ms(breaks.every), forMs: ms(breaks.for) } }),
  };
}

/** Indices of nodes to which no links lead from the first. */
function unreached(edges: readonly Edge[], count: number): number[] {
  const reached = new Set([0]);
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (const [from, to] of edges) if (reached.has(from) || reached.has(to)) reached.add(from).add(to);
  }
  return Array.from({ length: count }, (_, index) => index).filter((index) => !reached.has(index));
}

function bits(text: string, where: string): number {
  const value = bitsPerS(text);
  if (value === undefined)
    throw new TopologyError(`${where}: a bandwidth of ${text} lets nothing pass`, { remedy: 'give one such as 20mbit' });
  return value;
}

/** Of a text that the schema has let through. */
function ms(text: string): number {
  const value = durationMs(text);
  if (value === undefined) throw new Error(`not a duration: ${text}`);
  return value;
}
