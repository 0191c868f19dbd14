import { expect, test } from 'vitest';
import { ProbeArbitrary } from './arbitraries/probe-arbitrary.ts';
import type { ReplayNode, Tried } from './replay-node.ts';
import { text, type JsonNode } from './json/json-node.ts';
import { minimise } from './minimise.ts';
import type { CallProbe, Probe } from './probe.ts';
import type { FuzzProblem } from './properties/problem.ts';

const LIMITS = { attempts: 500, durationMs: 10_000 };
const arbitrary = new ProbeArbitrary(() => call('never'));

function call(method: string, params: JsonNode = { items: [] }): CallProbe {
  return { type: 'call', method, wallet: 'usual', params, class: 'wild' };
}

const problem = (what: string): FuzzProblem => ({ property: 'crash', evidence: 'health', source: '', method: 'c', what, message: '' });

/** A node that breaks by a rule. */
function replayNodeOf(breaks: (probes: readonly Probe[]) => FuzzProblem | undefined): {
  replayNode: ReplayNode;
  tried: (readonly Probe[])[];
} {
  const tried: (readonly Probe[])[] = [];
  const replayNode = {
    try: async (probes: readonly Probe[]) => {
      tried.push(probes);
      return { problem: breaks(probes), count: probes.length } as Tried;
    },
  };
  return { replayNode: replayNode as unknown as ReplayNode, tried };
}

const names = (probes: readonly Probe[]): string => probes.map((probe) => (probe.type === 'call' ? probe.method : probe.type)).join('');

test('of a long sequence the necessary requests stay, in their order', async () => {
  const { replayNode } = replayNodeOf((probes) => (/a.*b.*c$/.test(names(probes)) ? problem('x') : undefined));
  const sequence = [...'zyazzbzzayzbzzzc'].map((name) => call(name));
  const { probes, repeated } = await minimise({ seen: problem('x'), probes: sequence }, replayNode, { arbitrary, limits: LIMITS });
  expect(names(probes)).toBe('abc');
  expect(repeated).toBe(true);
});

test('each request of the sequence becomes simpler, also the earlier ones', async () => {
  const fails = (probes: readonly Probe[]): boolean => {
    const [first, last] = probes as readonly CallProbe[];
    return JSON.stringify(first?.params).includes('"7"') && JSON.stringify(last?.params).includes('"9"') && probes.length === 2;
  };
  const { replayNode } = replayNodeOf((probes) => (fails(probes) ? problem('x') : undefined));
  const wide = (middle: string): JsonNode => ({ items: [text('1'), text(middle), { items: [text('2'), text('3')] }] });
  const { probes } = await minimise({ seen: problem('x'), probes: [call('b', wide('7')), call('c', wide('9'))] }, replayNode, {
    arbitrary,
    limits: LIMITS,
  });
  expect(probes).toEqual([call('b', text('7')), call('c', text('9'))]);
});

test('a crash that is noticed in a later call is shortened to the call that the node ends by', async () => {
  const crash = (method: string): FuzzProblem => ({ ...problem('signal SIGSEGV'), method });
  // As a node that needs a moment to end: in the run, the end was noticed two calls later.
  const { replayNode } = replayNodeOf((probes) => (names(probes).includes('k') ? crash('k') : undefined));
  const cut: ReplayNode['try'] = async (probes, ...more) => {
    const tried = await replayNode.try(probes, ...more);
    return { ...tried, count: probes.findIndex((probe) => names([probe]) === 'k') + 1 || probes.length };
  };
  const seen = [...`${'z'.repeat(40)}kzz`].map((name) => call(name));
  const {
    probes,
    repeated,
    problem: found,
  } = await minimise({ seen: crash('z'), probes: seen }, { try: cut } as unknown as ReplayNode, {
    arbitrary,
    limits: LIMITS,
  });
  expect([names(probes), repeated, found.method]).toEqual(['k', true, 'k']);
});

test('another problem is not the same one', async () => {
  const { replayNode } = replayNodeOf((probes) => problem(names(probes).includes('a') ? 'x' : 'y'));
  const { probes } = await minimise({ seen: problem('x'), probes: [...'zazc'].map((name) => call(name)) }, replayNode, {
    arbitrary,
    limits: LIMITS,
  });
  expect(names(probes)).toBe('ac');
});

test('a problem that does not occur again keeps its requests, and is marked', async () => {
  const { replayNode, tried } = replayNodeOf(() => undefined);
  const sequence = [...'abc'].map((name) => call(name));
  expect(await minimise({ seen: problem('x'), probes: sequence }, replayNode, { arbitrary, limits: LIMITS })).toMatchObject({
    probes: sequence,
    repeated: false,
  });
  expect(tried.map(names)).toEqual(['c', 'abc']);
});

test('the limit of attempts ends the search with the shortest sequence so far', async () => {
  const { replayNode, tried } = replayNodeOf((probes) => (/a.*c$/.test(names(probes)) ? problem('x') : undefined));
  const sequence = [...`a${'z'.repeat(60)}c`].map((name) => call(name));
  const { probes, repeated } = await minimise({ seen: problem('x'), probes: sequence }, replayNode, {
    arbitrary,
    limits: { ...LIMITS, attempts: 8 },
  });
  expect(tried.length).toBe(8);
  expect(repeated).toBe(true);
  expect(probes.length).toBeLessThan(sequence.length);
});
