import { expect, test } from 'vitest';
import { UNEXPLAINED, type Acceptance } from '../engine/acceptance.ts';
import { fewest } from '../engine/accepted-entry.ts';
import type { Case } from '../engine/case.ts';
import { differenceText } from '../engine/difference.ts';
import type { Finding, Outcome } from '../engine/outcome.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { specification } from '../specs/model/specification.ts';
import type { Wire } from '../specs/model/wire.ts';
import { allCases } from '../suites/catalog.ts';
import { needs } from './require.ts';
import type { Fault } from './support/fault-proxy.ts';
import { changed, dropped } from './support/faults.ts';
import { ProxiedTarget } from './support/proxied-target.ts';
import { litecoindFile, outcomeText, tryCases } from './support/try-cases.ts';

/** The answers to calls of a method, with what is at `path` replaced; a missing last member is added. */
const replaced = (method: string, path: string, value: Wire): Fault => ({
  name: `${method}: ${path || 'the result'} is ${JSON.stringify(value)}`,
  answer: async (answer, call, ask) => {
    if (call.method !== method || answer.error !== null) return undefined;
    const [, parent = '', name = ''] = /^(.*?)\.?(\w*)$/.exec(path) ?? [];
    const within = (object: Wire): Wire => (name === '' ? value : { ...(object as object), [name]: value });
    const result = await changed(answer.result, parent, within, ask);
    return result === undefined ? undefined : { ...answer, result };
  },
});

/** A call that is refused with another code. */
const refusedWith = (method: string, code: number): Fault => ({
  name: `${method}: refused with ${code}`,
  answer: (answer, call) =>
    call.method === method && answer.error !== null ? { ...answer, error: { code, message: 'Out of service' } } : undefined,
});

/** A fault, the case that finds it, the accepted difference beside it, and what is found: by record, but for a refusal. */
type Row = readonly [fault: Fault, caseId: string, accepted: string, found: string];

const rows: readonly Row[] = [
  // The same field, with another value than the accepted one
  [
    replaced('getmempoolentry', 'size', '141'),
    'methods/getmempoolentry/required-only',
    'getmempoolentry size: presence, missing',
    'getmempoolentry size: type, string',
  ],
  [
    replaced('decodescript', 'hex', 7),
    'methods/decodescript/required-only',
    'decodescript hex: presence, missing',
    'decodescript hex: type, number',
  ],
  [
    replaced('getpeerinfo', '[].banscore', null),
    'methods/getpeerinfo/required-only',
    'getpeerinfo [].banscore: presence, missing',
    'getpeerinfo [].banscore: type, null',
  ],
  [
    replaced('getblockchaininfo', 'softforks', 'none'),
    'methods/getblockchaininfo/required-only',
    'getblockchaininfo softforks: type, object',
    'getblockchaininfo softforks: type, string',
  ],
  [
    replaced('getaddressinfo', 'labels', [1]),
    'rules/getaddressinfo/labels-purpose',
    'getaddressinfo labels[]: type, string',
    'getaddressinfo labels[]: type, number',
  ],
  [
    replaced('listtransactions', '[].category', 'mined'),
    'methods/listtransactions/required-only',
    'listtransactions [].category: value, immature',
    'listtransactions [].category: value, mined',
  ],
  // A neighbouring field
  [
    dropped('getmempoolentry', 'descendantsize'),
    'methods/getmempoolentry/required-only',
    'getmempoolentry size: presence, missing',
    'getmempoolentry descendantsize: presence, missing',
  ],
  [
    dropped('getpeerinfo', '[].startingheight'),
    'methods/getpeerinfo/required-only',
    'getpeerinfo [].banscore: presence, missing',
    'getpeerinfo [].startingheight: presence, missing',
  ],
  [
    dropped('decodescript', 'asm'),
    'methods/decodescript/required-only',
    'decodescript hex: presence, missing',
    'decodescript asm: presence, missing',
  ],
  // The same call, answered in another way, or refused: whether it must be depends on the state of the node, so it is tried again
  [
    refusedWith('bumpfee', -32603),
    'methods/bumpfee/with/options.totalFee',
    'bumpfee with options.totalFee: refused, error -3',
    'bumpfee with options.totalFee: refused, error -32603',
  ],
  [
    refusedWith('testmempoolaccept', -25),
    'methods/testmempoolaccept/enum/allowhighfees=true',
    'testmempoolaccept with allowhighfees true: refused, error -3',
    'testmempoolaccept with allowhighfees true: refused, error -25',
  ],
  [
    replaced('signrawtransactionwithkey', '', 'yes'),
    'methods/signrawtransactionwithkey/missing/prevtxs.amount',
    'signrawtransactionwithkey with prevtxs.amount missing: refusal, object',
    'signrawtransactionwithkey with prevtxs.amount missing: refusal, string',
  ],
];

const cases = new Map(allCases(specification).map((testCase) => [testCase.id, testCase]));

function caseOf(id: string): Case {
  const testCase = cases.get(id);
  if (!testCase) throw new Error(`there is no case ${id}`);
  return testCase;
}

/** How often a fault changed something while its case ran, by the id of the case with the fault. */
type Applied = Map<string, number>;

/** Id of a case on a node with a fault. */
const faultyId = (caseId: string, fault: Fault): string => `${caseId}!${fault.name}`;

/** The case on a node that has the fault from the first call of the case on: an accepted refusal may end it there. */
const withFault = (testCase: Case, fault: Fault, target: ProxiedTarget, applied: Applied): Case => ({
  ...testCase,
  id: faultyId(testCase.id, fault),
  run: async (trial) => {
    const proxy = target.proxyOf(trial.node);
    proxy.plant(fault);
    try {
      await testCase.run(trial);
    } finally {
      applied.set(faultyId(testCase.id, fault), proxy.applied);
      proxy.clear();
    }
  },
});

const failuresOf = ({ findings = [] }: Partial<Outcome> = {}): Finding[] =>
  findings.filter(({ evidence, waiver }) => evidence !== 'observation' && waiver === undefined);

interface Tried {
  /** What was accepted, each in one line. */
  readonly accepted: readonly string[];
  /** With the accepted differences: of each case without a fault, and with it. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly applied: Applied;
}

/** The cases on litecoind without accepted differences; then with those that they found, without and with each fault. */
async function tryAll(): Promise<Tried> {
  const target = new ProxiedTarget(await openTarget('process:litecoind', { env: {} }));
  try {
    const ids = [...new Set(rows.map(([, id]) => id))];
    // Only the documents are to find a fault, not what the release answered before.
    const file = { ...litecoindFile, baseline: {}, extraFields: {}, accepted: [] };
    const red = await tryCases(ids.map(caseOf), target, 5, { file });
    const whats = fewest([...red.values()].flatMap(failuresOf).flatMap(({ difference }) => difference ?? []));
    const accepted = whats.map((what): Acceptance => ({ what, why: UNEXPLAINED, file: 'acme.yaml', line: 1 }));
    const applied: Applied = new Map();
    const all = [...ids.map(caseOf), ...rows.map(([fault, id]) => withFault(caseOf(id), fault, target, applied))];
    return { accepted: whats.map(differenceText), outcomes: await tryCases(all, target, 5, { file: { ...file, accepted } }), applied };
  } finally {
    await target.close();
  }
}

let running: Promise<Tried> | undefined;
const tried = (): Promise<Tried> => (running ??= tryAll());

test('what was found and accepted is found no more', async (ctx) => {
  await needs(ctx, 'litecoind');
  const { outcomes } = await tried();
  const ids = [...new Set(rows.map(([, id]) => id))];
  expect(ids.map((id) => [id, outcomes.get(id)?.status, ...failuresOf(outcomes.get(id))])).toEqual(ids.map((id) => [id, 'waived']));
});

for (const [fault, id, accepted, found] of rows) {
  test(`${fault.name}: found beside "${accepted}"`, async (ctx) => {
    await needs(ctx, 'litecoind');
    const { outcomes, applied, accepted: list } = await tried();
    const name = faultyId(id, fault);
    const outcome = outcomes.get(name);
    expect(list).toContain(accepted);
    expect(applied.get(name) ?? 0, `${id} never made a call that the fault applies to`).toBeGreaterThan(0);
    expect(outcome?.status, outcomeText(outcome)).toBe('failed');
    const failures = failuresOf(outcome);
    expect(failures.map(({ difference }) => difference && differenceText(difference))).toContain(found);
    const circumstance = found.includes(': refused,') ? 'state' : undefined;
    for (const failure of failures) expect(failure).toMatchObject({ evidence: 'document', ...(circumstance && { circumstance }) });
    if (circumstance === undefined) expect(failures.filter((failure) => failure.circumstance !== undefined)).toEqual([]);
  });
}
