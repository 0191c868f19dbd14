import { beforeAll, describe, expect, test } from 'vitest';
import { ownStandard } from '../specs/model/own-standard.ts';
import type { Specification } from '../specs/model/spec.ts';
import { specification } from '../specs/model/specification.ts';
import type { Schema, Spec } from '../specs/model/types.ts';
import { resolve } from '../specs/model/resolve.ts';
import { variantFor } from '../specs/model/variants.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { Case } from './case.ts';
import { isResultFinding, resultFindings } from './check-result.ts';
import type { JournalLine, OutcomeLine, StartLine, WrittenLine } from './journal-lines.ts';
import { Judge } from './judge.ts';
import type { Finding, Outcome } from './outcome.ts';
import { rejudged, type RejudgeOptions } from './rejudge.ts';
import type { TargetFile } from './target-file.ts';
import { fakeCase } from './testing/fakes.ts';

const hash = (digit: string): string => digit.repeat(64);
const header: { readonly [name: string]: Wire } = {
  hash: hash('a'),
  confirmations: 1,
  height: 7,
  version: 1,
  versionHex: '00000001',
  merkleroot: hash('b'),
  time: 1_600_000_000,
  mediantime: 1_600_000_000,
  nonce: 1,
  bits: '207fffff',
  difficulty: 1,
  chainwork: hash('0'),
  nTx: 1,
  previousblockhash: hash('c'),
};
const { merkleroot: _, ...withoutRoot } = header;

const method = specification.method('getblockheader');
const variant = variantFor(method, { verbose: true })!;
const generated = fakeCase('header', undefined, {
  method: 'getblockheader',
  uses: ['getblockheader'],
  generated: true,
  checksResult: true,
});
const other = fakeCase('other', undefined, { method: 'getblockheader', uses: ['getblockheader'] });

/** The standard with other fields in the result of getblockheader. */
function mended(change: (fields: { [name: string]: Schema }) => void): Specification {
  const spec = structuredClone(specification.spec) as Spec;
  const { variants } = spec.methods.find(({ id }) => id === 'getblockheader')!;
  const { properties } = resolve(spec, variants.find(({ id }) => id === variant.id)!.result!, []);
  change(properties as { [name: string]: Schema });
  return ownStandard({ spec, branded: specification.branded }, specification);
}

const start: StartLine = {
  t: 'start',
  pyx: '1.0.0',
  seed: 1,
  startedAt: '2026-11-20T09:30:00.000Z',
  command: ['pyx', 'run'],
  target: { name: 'embedded', kind: 'embedded', version: 1, subversion: '/Other:1/', chain: 'regtest', targetFile: null },
  planned: 1,
  suites: { fake: 1 },
  wholeRun: true,
  universe: {} as StartLine['universe'],
};

const call = (result: Wire): Pick<Outcome, 'request' | 'response'> => ({
  request: { method: 'getblockheader', params: [hash('a'), true] },
  response: { result },
});

const outcome = (parts: Partial<Outcome> & { readonly flaky?: boolean }): OutcomeLine => ({
  t: 'outcome',
  id: generated.id,
  suite: 'fake',
  method: 'getblockheader',
  kind: 'relation',
  status: 'passed',
  durationMs: 1,
  calls: 1,
  findings: [],
  hits: [],
  ...parts,
});

async function* written(lines: readonly JournalLine[]): AsyncGenerator<WrittenLine> {
  for (const line of lines) yield { ...line, atMs: 1 };
}

/** The lines of a run with these outcomes, judged again. */
async function again(outcomes: readonly OutcomeLine[], options: Partial<RejudgeOptions> = {}): Promise<WrittenLine[]> {
  const lines: WrittenLine[] = [];
  const run: JournalLine[] = [start, ...outcomes, { t: 'accepted', standings: [] }, { t: 'end', complete: true, durationMs: 1 }];
  for await (const line of rejudged(written(run), {
    specification,
    cases: [generated, other],
    anyStandard: false,
    targetFile: undefined,
    today: '2026-11-20',
    startsNodes: true,
    replay: ({ id }: Case) => `again ${id}`,
    remark: 'that run',
    ...options,
  }))
    lines.push(line);
  return lines;
}

/** The outcome of the first case. */
async function one(parts: Parameters<typeof outcome>[0], options?: Partial<RejudgeOptions>): Promise<Outcome> {
  const [found] = (await again([outcome(parts)], options)).filter((line) => line.t === 'outcome');
  if (!found) throw new Error('no outcome');
  return found;
}

const places = ({ findings }: Outcome): string[] =>
  findings.map(({ check, path = '', waiver }) => `${check}@${path}${waiver ? ` ${waiver}` : ''}`);

/** The findings of a run for a result of the case, judged by this target file. */
function found(result: Wire, target?: TargetFile): Pick<Outcome, 'findings' | 'status' | 'request' | 'response'> {
  const findings = resultFindings(specification, method, variant, { args: { blockhash: hash('a'), verbose: true }, result });
  expect(findings.every((finding) => isResultFinding(method.id, finding))).toBe(true);
  return { ...new Judge(target, '2026-11-20').judge(generated, findings), ...call(result) };
}

const accepting: TargetFile = {
  file: 'acme.yaml',
  name: 'A',
  accepted: [{ what: { method: 'getblockheader', path: 'merkleroot', check: 'presence' }, why: 'it has none', file: 'acme.yaml', line: 3 }],
};

describe('findings of a result are made anew', () => {
  let more: Specification;
  let less: Specification;
  beforeAll(() => {
    more = mended((fields) => (fields['miner'] = { type: 'string' }));
    less = mended((fields) => (fields['merkleroot'] = { ...fields['merkleroot'], presence: 'optional' }));
  });

  test('the same standard finds the same', async () => {
    expect(await one(found(withoutRoot))).toMatchObject(found(withoutRoot));
    expect(await one({ ...call(header) })).toMatchObject({ status: 'passed', findings: [] });
  });

  test('a passed case fails if more is demanded, with the command that runs it again', async () => {
    const failed = await one({ ...call(header) }, { specification: more });
    expect(failed).toMatchObject({ status: 'failed', replay: 'again fake/header' });
    expect(places(failed)).toEqual(['presence@miner']);
  });

  test('a failed case passes if less is demanded', async () => {
    const passed = await one({ ...found(withoutRoot), replay: 'before' }, { specification: less });
    expect(passed).toMatchObject({ status: 'passed', findings: [] });
    expect(passed).not.toHaveProperty('replay');
  });

  test('other findings, and results that no case checks, stay', async () => {
    const finding: Finding = { check: 'empty', evidence: 'document', source: 'document 2, Somewhere', message: 'it is empty' };
    const { findings } = found(withoutRoot);
    const both = { ...found(withoutRoot), findings: [finding, ...findings] };
    expect(places(await one(both, { specification: less }))).toEqual(['empty@']);
    expect(places(await one({ ...found(withoutRoot), id: other.id }, { specification: less }))).toEqual(['presence@merkleroot']);
  });

  test('an answer that was cut keeps its findings, and so does a masked value', async () => {
    const cut = { response: { cut: { characters: 40_000, sha256: hash('f'), beginning: '{' } } };
    expect(places(await one({ ...found(withoutRoot), ...cut }, { specification: less }))).toEqual(['presence@merkleroot']);
    const masked = { ...header, nTx: '***', bits: '***' };
    expect(await one({ ...call(masked) })).toMatchObject({ status: 'passed' });
    const [type] = found({ ...header, nTx: 'secret' }).findings;
    expect(places(await one({ ...call(masked), status: 'failed', findings: [type!] }))).toEqual(['type@nTx']);
  });
});

describe('the target file is applied anew', () => {
  test('an accepted difference turns failed into waived, and none turns it back', async () => {
    const waived = await one(found(withoutRoot), { targetFile: accepting });
    expect([waived.status, ...places(waived)]).toEqual(['waived', 'presence@merkleroot it has none']);
    const failed = await one(found(withoutRoot, accepting));
    expect([failed.status, ...places(failed)]).toEqual(['failed', 'presence@merkleroot']);
  });

  test('an entry that is gone is a finding, in place of what the run said of its file', async () => {
    const stale = outcome({ id: 'target-file/unmet-acceptance-1', suite: 'target-file', status: 'failed', method: null });
    const lines = await again(
      [outcome({ ...call(header), hits: ['f:getblockheader#verbose=true:merkleroot'] }), outcome({ id: other.id }), stale],
      { targetFile: accepting },
    );
    expect(lines.flatMap((line) => (line.t === 'outcome' ? [line.id] : line.t))).toEqual([
      'start',
      'note',
      'fake/header',
      'fake/other',
      'target-file/gone-acceptance-1',
      'accepted',
      'end',
    ]);
    expect(lines[0]).toMatchObject({ target: { targetFile: 'acme.yaml' }, rejudged: 'that run' });
    expect(lines[1]).toMatchObject({ text: 'judged again without a node: that run' });
  });

  test('an entry is not judged if a case that may meet it was not run', async () => {
    const lines = await again([outcome(call(header))], { targetFile: accepting });
    expect(lines.filter((line) => line.t === 'outcome').map(({ id }) => id)).toEqual(['fake/header']);
  });

  test('a changed observation is one again', async () => {
    const observation: Finding = {
      check: 'answer',
      evidence: 'observation',
      source: 'the documents leave it open',
      message: 'it is 2',
      observed: '2',
    };
    const target: TargetFile = { file: 'acme.yaml', name: 'A', baseline: { 'fake/header#answer': '1' } };
    const judged = new Judge(target, '2026-11-20').judge(generated, [observation]);
    expect(judged).toMatchObject({ status: 'failed', findings: [{ message: 'it is 2; the baseline has: 1' }] });
    expect(await one(judged)).toMatchObject({ status: 'observed', findings: [observation] });
    expect(await one(judged, { targetFile: target })).toMatchObject(judged);
  });

  test('cases of methods that it lists as absent are inapplicable; cases that were not run stay', async () => {
    const absent: TargetFile = { file: 'acme.yaml', name: 'A', absent: [{ methods: ['getblockheader'], reason: 'none here' }] };
    expect(await one(found(withoutRoot), { targetFile: absent })).toMatchObject({
      status: 'inapplicable',
      reason: 'the target has no getblockheader: none here',
    });
    const skipped = { status: 'skipped', reason: 'the run was interrupted' } as const;
    expect(await one(skipped, { targetFile: absent })).toMatchObject(skipped);
  });
});

describe('failures by circumstance', () => {
  const finding: Finding = {
    check: 'holds',
    evidence: 'document',
    source: 'document 2, Somewhere',
    message: 'it is late',
    circumstance: 'state',
    difference: { method: 'getblockheader', check: 'holds', found: 'it is late' },
  };

  test('end as in the run', async () => {
    const unstable = { status: 'unstable', findings: [finding], retries: [{ place: 'fresh world', status: 'passed' }] } as const;
    expect(await one(unstable)).toMatchObject(unstable);
    const failed = { ...unstable, status: 'failed', retries: [{ place: 'fresh world', status: 'skipped', reason: 'no coins' }] } as const;
    expect(await one(failed)).toMatchObject(failed);
  });

  test('are unstable if what failed beside them by record is accepted now', async () => {
    const { findings } = found(withoutRoot);
    const both = {
      ...found(withoutRoot),
      findings: [finding, ...findings],
      retries: [{ place: 'fresh world', status: 'passed' }],
    } as const;
    expect(await one(both)).toMatchObject({ status: 'failed' });
    expect(await one(both, { targetFile: accepting })).toMatchObject({ status: 'unstable' });
  });

  test('a failure that was not confirmed stays so, unless it is accepted', async () => {
    const lines = async (targetFile?: TargetFile): Promise<string[]> => {
      const run: JournalLine[] = [start, { t: 'suspect', id: other.id, method: 'getblockheader', findings: [finding] }];
      const types: string[] = [];
      const options = { specification, cases: [other], anyStandard: false, targetFile, today: '2026-11-20', startsNodes: true };
      for await (const { t } of rejudged(written(run), { ...options, replay: () => '', remark: '' })) types.push(t);
      return types;
    };
    expect(await lines()).toEqual(['start', 'note', 'suspect']);
    const accepted = [{ what: { method: 'getblockheader', check: 'holds', found: 'it is late' }, why: 'so', file: 'acme.yaml', line: 2 }];
    expect(await lines({ file: 'acme.yaml', name: 'A', accepted })).toEqual(['start', 'note']);
  });
});

describe('journals of earlier versions', () => {
  const flaky = (finding: Finding): Finding => {
    const { difference: _difference, row: _row, ...rest } = finding;
    return { ...rest, evidence: 'observation', message: `flaky (not reproduced on a fresh world): ${finding.message}` };
  };

  test('a failure that was not seen again is unstable', async () => {
    const finding: Finding = { check: 'holds', evidence: 'document', source: 'document 1, Wallet', message: 'it is not there' };
    const line = { id: other.id, status: 'observed', flaky: true } as const;
    const ofDocument = await one({ ...line, findings: [flaky(finding)] });
    expect(ofDocument).toMatchObject({ status: 'unstable', findings: [{ ...finding, circumstance: 'state' }] });
    expect(ofDocument).not.toHaveProperty('flaky');
    const ofStandard = await one({ ...line, findings: [flaky({ ...finding, source: 'RFC 8259' })] });
    expect(ofStandard).toMatchObject({ status: 'unstable', findings: [{ evidence: 'standard' }] });
  });

  test('but it stands by its recorded answer', async () => {
    const { findings, ...rest } = found(withoutRoot);
    const failed = await one({ ...rest, findings: findings.map(flaky), status: 'observed', flaky: true });
    expect(failed).toMatchObject({ status: 'failed', findings });
    expect(failed.findings[0]).not.toHaveProperty('circumstance');
  });

  test('a refused call has its identity, by which it is accepted', async () => {
    const refused = {
      id: other.id,
      status: 'failed',
      findings: [{ check: 'refused', evidence: 'document', source: 'document 2, Block', message: 'it was refused with -8' }],
      request: { method: 'getblockheader', params: [hash('a'), true] },
      response: { error: { code: -8, message: 'no' } },
    } as const;
    const accepted = [{ what: { method: 'getblockheader', check: 'refused', argument: 'verbose' }, why: 'so', file: 'acme.yaml', line: 2 }];
    expect(await one(refused)).toMatchObject({ status: 'failed' });
    expect(await one(refused, { targetFile: { file: 'acme.yaml', name: 'A', accepted } })).toMatchObject({ status: 'waived' });
  });
});
