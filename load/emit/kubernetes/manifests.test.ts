import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { strictSchema } from '../../testing/strict-schema.ts';
import { topologyOfShape } from '../../topology/of-shape.ts';
import { parseNodes } from '../../topology/read-nodes.ts';
import chaosSchema from '../testing/chaos-mesh.schema.json' with { type: 'json' };
import type { EmittedFault } from '../faults.ts';
import { samplePlan } from '../testing/sample-plan.ts';
import { kubernetesManifests } from './manifests.ts';

interface Written {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Record<string, string> };
  // Of any kind of object: its members are looked at by the tests.
  readonly spec: Record<string, unknown>;
  readonly data: Record<string, string>;
}

const written = (plan = samplePlan()): Map<string, Written[]> =>
  new Map(
    kubernetesManifests(plan)
      .filter(({ file }) => file.endsWith('.yaml'))
      .map(({ file, content }) => [file, parseAllDocuments(content).map((document) => document.toJS() as Written)]),
  );
const containerNames = (file: string): string[] => {
  const { template } = written().get(file)![1]!.spec as { template: { spec: { containers: { name: string }[] } } };
  return template.spec.containers.map(({ name }) => name);
};
const one = (file: string, plan = samplePlan()): Written => written(plan).get(file)![0]!;

test('each node is a Service and a StatefulSet of its name, which calls the nodes before it', () => {
  const files = written();
  const nodes = [...files].filter(([file]) => file.startsWith('1-nodes/'));
  expect(nodes.map(([file]) => file)).toEqual(
    ['sender-1', 'sender-2', 'receiver-1', 'receiver-2', 'receiver-3'].map((name) => `1-nodes/${name}.yaml`),
  );
  for (const [file, [service, set]] of nodes) {
    const name = file.slice('1-nodes/'.length, -'.yaml'.length);
    expect(service).toMatchObject({ kind: 'Service', metadata: { name }, spec: { clusterIP: 'None' } });
    expect(set).toMatchObject({ kind: 'StatefulSet', metadata: { name }, spec: { replicas: 1, serviceName: name } });
    const { selector, template } = set!.spec as {
      selector: { matchLabels: object };
      template: { metadata: { labels: object }; spec: { containers: [{ args: string[]; image: string }] } };
    };
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(service!.spec['selector']).toEqual(selector.matchLabels);
    const [{ args, image }] = template.spec.containers;
    expect(image).toBe('registry.example.com/our-node:1.2');
    expect(args).toContain('-tpstest');
    expect(args.filter((arg) => arg.startsWith('-addnode='))).toEqual(
      { 'sender-1': [], 'sender-2': ['-addnode=sender-1:18444'], 'receiver-3': ['-addnode=receiver-2:18444'] }[name] ?? [
        expect.any(String),
      ],
    );
  }
  expect(files.get('1-nodes/sender-1.yaml')![1]!.metadata.labels).toMatchObject({
    'app.kubernetes.io/component': 'sender',
    'pyx-region': 'east',
  });
});

test('without tpstestadd, nodes relay at once in place of having the test', () => {
  const set = written(samplePlan({ via: 'sendrawtransaction' })).get('1-nodes/sender-1.yaml')![1]!;
  const text = JSON.stringify(set);
  expect(text).toContain('-whitelist=0.0.0.0/0');
  expect(text).not.toContain('-tpstest');
});

test('credentials come from a Secret by its name, wherever they are needed', () => {
  const files = written();
  for (const content of [files.get('1-nodes/receiver-1.yaml')![1], one('3-measure/job.yaml')])
    expect(JSON.stringify(content)).toContain('"envFrom":[{"secretRef":{"name":"pyx-rpc"}}]');
  expect(JSON.stringify(files.get('1-nodes/receiver-1.yaml'))).toContain('-rpcpassword=$(PYX_RPC_PASSWORD)');
});

/** By the published schema of one kind of Chaos Mesh. */
function chaosValidator(kind: 'NetworkChaos' | 'PodChaos'): ValidateFunction {
  const schema = strictSchema(chaosSchema) as typeof chaosSchema;
  const { properties, ...rest } = schema.definitions[kind];
  return new Ajv({ strict: false, validateFormats: false }).compile({
    definitions: schema.definitions,
    ...rest,
    properties: { ...properties, metadata: { type: 'object' } },
  });
}

describe('links', () => {
  const validate = chaosValidator('NetworkChaos');
  const links = [...written()].filter(([file]) => file.startsWith('2-links/')).map(([, [chaos]]) => chaos!);

  test.each(links.map((chaos) => [chaos.metadata.name, chaos] as const))('%s is a NetworkChaos of the published schema', (_, chaos) => {
    expect(validate(chaos), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...chaos, spec: { ...chaos.spec, latency: '40ms' } })).toBe(false);
    expect(validate({ ...chaos, spec: { ...chaos.spec, delay: { latency: 40 } } })).toBe(false);
    expect(validate({ ...chaos, spec: { ...chaos.spec, action: 'slow' } })).toBe(false);
  });

  test('one object is both directions, unless they differ; what has no shape has none', () => {
    expect(
      links.map(({ metadata: { name }, spec: { direction, delay, rate } }) => [
        name,
        direction,
        delay,
        (rate as { rate: string } | undefined)?.rate,
      ]),
    ).toEqual([
      // With a rate, packets of a link with jitter stay in order.
      ['sender-1.sender-2', 'both', { latency: '40ms', jitter: '10ms' }, '10gbit'],
      ['sender-2.receiver-1', 'to', { latency: '5ms' }, '20mbit'],
      ['receiver-1.sender-2', 'to', { latency: '5ms' }, '1500kbit'],
      ['receiver-1.receiver-2', 'both', { latency: '500us' }, '1gbit'],
    ]);
  });

  test('the pods of a link are those that the StatefulSets have', () => {
    const { selector, target } = links[1]!.spec as { selector: object; target: object };
    expect([selector, target]).toEqual([
      { labelSelectors: { 'app.kubernetes.io/part-of': 'pyx-tps', 'app.kubernetes.io/instance': 'sender-2' } },
      {
        mode: 'all',
        selector: { labelSelectors: { 'app.kubernetes.io/part-of': 'pyx-tps', 'app.kubernetes.io/instance': 'receiver-1' } },
      },
    ]);
  });
});

describe('faults', () => {
  const faults: EmittedFault[] = [
    { fault: { kind: 'kill', text: 'kill:receiver-1@30%', from: 0.3, until: undefined }, nodes: ['receiver-1'] },
    {
      fault: { kind: 'partition', text: 'partition:sender-1|rest@20%-60%', from: 0.2, until: 0.6 },
      nodes: ['sender-1', 'sender-2', 'receiver-1', 'receiver-2', 'receiver-3'],
      sides: [['sender-1'], ['sender-2', 'receiver-1', 'receiver-2', 'receiver-3']],
    },
    { fault: { kind: 'restart', text: 'restart:receiver-2@50%', from: 0.5, until: undefined }, nodes: ['receiver-2'] },
    { fault: { kind: 'pause', text: 'pause:receiver-3@30%-50%', from: 0.3, until: 0.5 }, nodes: ['receiver-3'] },
  ];
  const plan = samplePlan({ faults });
  const objects = [...written(plan)].filter(([file]) => file.startsWith('4-faults/')).map(([, [chaos]]) => chaos!);

  test('are objects of Chaos Mesh of the published schemas', () => {
    expect(
      objects.map(({ kind, metadata: { name }, spec }) => [kind, name, spec['action'], spec['containerNames'] ?? spec['gracePeriod']]),
    ).toEqual([
      // The container that a pod of a node has.
      ['PodChaos', 'fault-1', 'container-kill', containerNames('1-nodes/receiver-1.yaml')],
      ['NetworkChaos', 'fault-2', 'partition', undefined],
      ['PodChaos', 'fault-3', 'pod-kill', 60],
    ]);
    for (const object of objects) {
      const validate = chaosValidator(object.kind as 'NetworkChaos' | 'PodChaos');
      expect(validate(object), JSON.stringify(validate.errors)).toBe(true);
      expect(validate({ ...object, spec: { ...object.spec, action: 'kill' } })).toBe(false);
    }
    const { selector, target } = objects[1]!.spec as { selector: object; target: { selector: object } };
    const named = (values: readonly string[]) => ({ expressionSelectors: [{ key: 'app.kubernetes.io/instance', operator: 'In', values }] });
    expect(selector).toMatchObject(named(['sender-1']));
    expect(target.selector).toMatchObject(named(['sender-2', 'receiver-1', 'receiver-2', 'receiver-3']));
  });

  test('the README says when they begin and end, and which are left out', () => {
    const readme = kubernetesManifests(plan).find(({ file }) => file === 'README.md')!.content;
    expect(readme).toContain('when 30 % of the transactions of a round have arrived\nkubectl apply -f 4-faults/fault-1.yaml\n');
    expect(readme).toContain('kubectl apply -f 4-faults/fault-2.yaml\n# at 60 %\nkubectl delete -f 4-faults/fault-2.yaml\n');
    expect(readme).toContain('`pause:receiver-3@30%-50%`.');
    expect(readme).toContain('`restart` replaces the pod');
    const kills = { ...plan, faults: faults.slice(0, 1) };
    expect(kubernetesManifests(kills).find(({ file }) => file === 'README.md')!.content).not.toContain('`restart` replaces');
  });
});

test('the job measures the nodes of the file in its ConfigMap, which is the network', () => {
  const { topology } = samplePlan();
  const configMap = one('3-measure/nodes.yaml');
  const running = parseNodes(configMap.data['nodes.yaml']!, 'nodes.yaml', 1);
  expect(running.topology.nodes).toEqual(topology.nodes);
  expect(running.topology.links).toEqual(
    topology.links.map(({ between, shaping: { latencyMs, jitterMs, bandwidth } }) => ({
      between,
      shaping: { latencyMs, jitterMs, bandwidth },
    })),
  );
  expect(running.addresses.get('receiver-2')).toEqual({ url: 'http://receiver-2:18443', peer: 'receiver-2:18444' });
  const { template } = one('3-measure/job.yaml').spec as {
    template: { spec: { restartPolicy: string; volumes: object[]; containers: [{ image: string; args: string[] }] } };
  };
  const [{ image, args }] = template.spec.containers;
  expect(image).toBe('pyx:1');
  expect(args).toEqual(['tps', '--nodes', '/plan/nodes.yaml', '--out', '/project/results', '--transactions', '500', '--seed', '7']);
  expect(template.spec.volumes).toEqual([
    { name: 'plan', configMap: { name: configMap.metadata.name } },
    { name: 'results', persistentVolumeClaim: { claimName: one('3-measure/results.yaml').metadata.name } },
  ]);
  expect(JSON.stringify(one('5-results/pod.yaml').spec['volumes'])).toContain(one('3-measure/results.yaml').metadata.name);
});

test('the README has the commands in order, and says what is left out', () => {
  const readme = (plan = samplePlan()) => kubernetesManifests(plan).find(({ file }) => file === 'README.md')!.content;
  expect([...readme().matchAll(/apply -f (\S+)/g)].map(([, folder]) => folder)).toEqual(['1-nodes', '2-links', '3-measure', '5-results']);
  expect(readme()).toContain('Not in these files: the breaks of receiver-1 to receiver-2.');
  const plain = readme(samplePlan({ topology: topologyOfShape({ shape: 'ring', senders: 1, receivers: 2, seed: 1 }) }));
  expect(plain).not.toMatch(/networkchaos|2-links|breaks/);
});

test('a name that no Service can have is refused', () => {
  const { topology } = samplePlan();
  const nodes = topology.nodes.map((node) => (node.name === 'sender-1' ? { ...node, name: '1st' } : node));
  expect(() => kubernetesManifests(samplePlan({ topology: { ...topology, nodes, links: [] } }))).toThrow(
    /cannot be named 1st.*another name/,
  );
});

test('files are plain YAML, without references within', () => {
  for (const { file, content } of kubernetesManifests(samplePlan()))
    if (file.endsWith('.yaml') && !content.includes('---')) expect(() => parse(content, { maxAliasCount: 0 })).not.toThrow();
});
