import { afterEach, expect, test } from 'vitest';
import { Secrets } from '../../client/mask.ts';
import { plan } from '../../engine/plan.ts';
import { readTargetFile } from '../../engine/target-file.ts';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import { specification } from '../../specs/model/specification.ts';
import { methodCases } from '../methods/method-cases.ts';
import { drift, type Drift } from './drift.ts';
import { driftFindings } from './findings.ts';
import type { DriftFinding } from './items.ts';
import { alteredTarget, type Alter } from './testing/altered-target.ts';
import { block, error, result, seen } from './testing/seen.ts';

let target: Target | undefined;

afterEach(async () => {
  await target?.close();
  target = undefined;
});

/** The comparison with the embedded node, altered. */
async function compared(methods: string[], alter: Alter, errors: Record<string, string | readonly string[]>, seed = 1): Promise<Drift> {
  const secrets = new Secrets();
  target = alteredTarget(await openTarget('embedded', { env: {}, secrets }), alter);
  const result = await drift({
    specification,
    target,
    targetFile: { ...readTargetFile('coind'), errors },
    plan: plan(methodCases(specification), { methods }, specification),
    seed,
    secrets,
    onOpened: () => undefined,
    onOutcome: () => undefined,
    onNote: () => undefined,
  });
  await target.close();
  return result;
}

/** The findings on the embedded node, altered, that its target file does not accept. */
async function found(
  methods: string[],
  alter: Alter = () => undefined,
  errors: Record<string, string> = {},
): Promise<readonly DriftFinding[]> {
  const { items } = await compared(methods, alter, errors);
  return driftFindings(items, { missing: block, accepted: () => undefined }).filter((finding) => finding.accepted === undefined);
}

test('coind has no difference that its target file does not accept', async () => {
  expect(await found(['getnettotals'])).toEqual([]);
});

test('a field in addition is compatible, one that is missing or of another type is breaking', async () => {
  const totals =
    (change: (fields: Record<string, unknown>) => object): Alter =>
    (method, _, reply) =>
      method === 'getnettotals' && reply.type === 'result' ? result(change(reply.result as Record<string, unknown>)) : undefined;
  const added = await found(
    ['getnettotals'],
    totals((fields) => ({ ...fields, packets: 1 })),
  );
  expect(seen(added)).toEqual(['compatible field-added getnettotals packets']);
  expect(added[0]).toMatchObject({ after: 'integer', evidence: { kind: 'case', request: { method: 'getnettotals' } } });
  expect(added[0]?.evidence.replay).toContain('npx --no-install pyx run --target embedded --case methods/getnettotals/');
  expect(
    seen(
      await found(
        ['getnettotals'],
        totals(({ totalbytesrecv: _, ...fields }) => fields),
      ),
    ),
  ).toEqual(['breaking field-removed getnettotals totalbytesrecv']);
  expect(
    seen(
      await found(
        ['getnettotals'],
        totals((fields) => ({ ...fields, totalbytesrecv: '7' })),
      ),
    ),
  ).toEqual(['breaking type-changed getnettotals totalbytesrecv']);
});

test('a documented call that is refused is breaking, one that must be refused and is not is compatible', async () => {
  const refused: Alter = (method, params) =>
    method === 'getblockhash' && Array.isArray(params) && params.length === 1 && typeof params[0] === 'number'
      ? error(-8, 'No')
      : undefined;
  expect(seen(await found(['getblockhash'], refused)).map((text) => text.split(' ', 2).join(' '))).toContain('breaking param-refused');
  const taken: Alter = (method, params) =>
    method === 'getblockhash' && Array.isArray(params) && params.length === 0 ? result('00'.repeat(32)) : undefined;
  expect(seen(await found(['getblockhash'], taken))).toEqual(['compatible invalid-accepted getblockhash missing/height']);
});

test('another code or message than in the last observation is unclassified', async () => {
  const id = 'methods/getblockhash/wrong-type/height:string';
  const findings = await found(['getblockhash'], undefined, {
    [id]: '-99 Something else',
    'methods/getblockhash/missing/height': '-1 getblockhash height',
  });
  expect(findings).toMatchObject([
    {
      change: 'error-changed',
      class: 'unclassified',
      before: '-99 Something else',
      places: [{ method: 'getblockhash', path: 'wrong-type/height:string' }],
    },
  ]);
});

test('with another seed than that of the last observation, only errors that changed with that seed too are findings', async () => {
  const unknown = 'methods/getblockheader/near-miss/hash:unknown';
  const missing = 'methods/getblockheader/missing/hash';
  // A text that depends on the hash of no block, which the seed draws, and not by its digits.
  const word = (value: string): string => value.replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '').slice(0, 6);
  const texts: Alter = (method, params, reply) =>
    method === 'getblockheader' &&
    Array.isArray(params) &&
    typeof params[0] === 'string' &&
    reply.type === 'error' &&
    reply.error.code === -5
      ? error(-5, `No ${word(params[0])}`)
      : undefined;
  const first = await compared(['getblockheader'], texts, {});
  const known = Object.fromEntries(first.errors);
  const now = await compared(['getblockheader'], texts, known, 2);
  expect(now.errors.get(unknown)).not.toEqual(known[unknown]);
  expect(now.items.filter(({ change }) => change === 'error-changed')).toEqual([]);

  const { items } = await compared(['getblockheader'], texts, { ...known, [missing]: '-1 It was so before.' }, 2);
  const changed = items.filter(({ change }) => change === 'error-changed');
  expect(changed.map(({ path, before }) => [path, before])).toEqual([['missing/hash', '-1 It was so before.']]);
  expect(changed[0]?.evidence.replay).toMatch(/ --seed 1\b/);
});

test('a field in other letters is one finding, and is shown beside the documented one where that may be missing', async () => {
  const spelt: Alter = (method, _, reply) => {
    if (method !== 'getnettotals' || reply.type !== 'result') return undefined;
    const { totalbytesrecv, ...others } = reply.result as Record<string, unknown>;
    return result({ ...others, totalBytesRecv: totalbytesrecv });
  };
  const [missing, ...none] = await found(['getnettotals'], spelt);
  expect(none).toEqual([]);
  expect(missing).toMatchObject({
    change: 'field-removed',
    headline: 'The field totalbytesrecv of getnettotals is missing: it is spelt totalBytesRecv',
  });
  expect(missing?.differences.map(({ check, path }) => [check, path])).toEqual([
    ['presence', 'totalbytesrecv'],
    ['undocumented-field', 'totalBytesRecv'],
  ]);
  const both: Alter = (method, _, reply) =>
    method === 'getnettotals' && reply.type === 'result'
      ? result({ ...(reply.result as Record<string, unknown>), total_bytes_recv: 1 })
      : undefined;
  const [added] = await found(['getnettotals'], both);
  expect(added).toMatchObject({
    change: 'field-added',
    headline: 'The documents have the field total_bytes_recv of getnettotals as totalbytesrecv',
  });
});

test('the refusals of an argument that another one has replaced are a part of its finding', async () => {
  const replaced: Alter = (method, params, reply) => {
    if (method === 'help' && reply.type === 'result' && Array.isArray(params) && (params as unknown[])[0] === 'sendrawtransaction')
      return result(String(reply.result).replace('2. allowhighfees (boolean', '2. maxfeerate (number'));
    if (method !== 'sendrawtransaction') return undefined;
    if (!Array.isArray(params)) {
      const unknown = Object.keys(params).find((name) => !['hexstring', 'maxfeerate'].includes(name));
      return unknown === undefined ? undefined : error(-8, `Unknown named parameter ${unknown}`);
    }
    return typeof (params as unknown[])[1] === 'boolean' ? error(-3, 'Expected type number, got bool') : undefined;
  };
  const findings = await found(['sendrawtransaction'], replaced);
  const [renamed] = findings;
  expect(findings.filter(({ change }) => change === 'param-refused')).toEqual([]);
  expect(renamed).toMatchObject({ change: 'param-renamed', class: 'breaking', before: 'allowhighfees', after: 'maxfeerate' });
  expect(renamed?.headline).toMatch(/maxfeerate; its documented values are refused$/);
  expect(renamed?.places.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['argument allowhighfees', 'enum/allowhighfees=false', 'enum/allowhighfees=true']),
  );
  expect(new Set(renamed?.differences.map(({ check }) => check))).toEqual(new Set(['param-renamed', 'refused']));
});
