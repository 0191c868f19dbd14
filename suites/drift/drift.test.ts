import { afterEach, expect, test } from 'vitest';
import { Secrets } from '../../client/mask.ts';
import type { Reply } from '../../client/types.ts';
import { plan } from '../../engine/plan.ts';
import { readTargetFile } from '../../engine/target-file.ts';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import { specification } from '../../specs/model/specification.ts';
import { methodCases } from '../methods/method-cases.ts';
import { drift } from './drift.ts';
import { driftFindings } from './findings.ts';
import type { DriftFinding } from './items.ts';
import { alteredTarget, type Alter } from './testing/altered-target.ts';

const block = (methods: readonly string[]): string => `absent: ${methods.join(', ')}`;
let target: Target | undefined;

afterEach(async () => {
  await target?.close();
  target = undefined;
});

/** The findings on the embedded node, altered, that its target file does not accept. */
async function found(
  methods: string[],
  alter: Alter = () => undefined,
  errors: Record<string, string> = {},
): Promise<readonly DriftFinding[]> {
  const secrets = new Secrets();
  target = alteredTarget(await openTarget('embedded', { env: {}, secrets }), alter);
  const { items } = await drift({
    specification,
    target,
    targetFile: { ...readTargetFile('coind'), errors },
    plan: plan(methodCases(specification), { methods }, specification),
    seed: 1,
    secrets,
    onPrepared: () => undefined,
    onOutcome: () => undefined,
    onNote: () => undefined,
  });
  return driftFindings(items, block).filter((finding) => finding.accepted === undefined);
}

const result = (value: unknown): Reply => ({ type: 'result', result: value as never, durationMs: 1 });
const error = (code: number, message: string): Reply => ({ type: 'error', error: { code, message }, durationMs: 1 });
const seen = (findings: readonly DriftFinding[]): string[] =>
  findings.map(
    ({ change, class: of, places }) => `${of} ${change} ${places.map(({ method, path }) => `${method} ${path}`.trim()).join(', ')}`,
  );
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
  expect(added[0]?.evidence.replay).toContain('npx pyx run --target embedded --case methods/getnettotals/');
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
