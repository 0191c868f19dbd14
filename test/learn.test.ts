import { afterEach, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import type { Case } from '../engine/case.ts';
import { matcher } from '../engine/pattern.ts';
import { absentMethods, parseTargetFile, type TargetFile } from '../engine/target-file.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { learnTarget, type LearntTarget } from '../suites/drift/learn.ts';
import { otherCoind, type OtherCoind } from './support/other-coind.ts';
import { inFolder } from './support/pyx.ts';

const PREPARATION = 'methods/getblockcount/required-only';
let target: Target | undefined;
afterEach(async () => {
  await target?.close();
  target = undefined;
});

/** The cases of these patterns; each learning runs few, since each runs them on new nodes. */
function casesOf(...patterns: readonly string[]): readonly Case[] {
  const matchers = [PREPARATION, ...patterns].map(matcher);
  return allCases(specification).filter(({ id }) => matchers.some((matches) => matches(id)));
}

interface Learnt extends LearntTarget {
  readonly file: TargetFile;
  readonly notes: readonly string[];
}

async function learnt(of: Target, cases: readonly Case[]): Promise<Learnt> {
  target = of;
  const notes: string[] = [];
  const found = await learnTarget(
    { specification, target, targetFile: 'none', seed: 1, jobs: 2, secrets: new Secrets(), cases },
    { onNote: (text) => notes.push(text), onPlanned: () => undefined, onOutcome: () => undefined },
  );
  await target.close();
  expect(found.lost).toEqual([]);
  return { ...found, file: parseTargetFile(found.text, 'learnt.yaml'), notes };
}

const learntOf = (other: OtherCoind, ...patterns: readonly string[]): Promise<Learnt> =>
  inFolder(async (folder) => {
    const program = await otherCoind(folder, other, 'acmed');
    return learnt(await openTarget(`process:${program}`, { env: {} }), casesOf(...patterns));
  });

const WITH_ONE_BRAND = ['coinaddscript', 'coinburn', 'coindecoderawtransaction', 'coinlistreceivedbyaddress', 'coinmint', 'cointxfund'];

test.each<readonly [string, OtherCoind, readonly string[]]>([
  ['all methods', { names: { coin: 'acme', ext: 'foo', extclient: 'foobar' } }, []],
  ['other words', { names: { coin: 'set', ext: 'start', extclient: 'kin' }, client: 'Acme' }, []],
  ['two brands in each name', { names: { coin: 'orbit', ext: 'vela', extclient: 'gvela' }, without: WITH_ONE_BRAND }, WITH_ONE_BRAND],
])('the brands of a node with %s are learnt, and what it lacks alone is absent', async (_, other, absent) => {
  const { file, spoken, checked, options } = await learntOf(other, 'methods/coin*/required-only', 'rules/getblockchaininfo/*');
  expect(file.names).toEqual(other.names);
  expect([...absentMethods(file).keys()].sort()).toEqual(absent);
  expect({ wanted: options.wanted, open: options.open, doubts: checked.doubts }).toEqual({ wanted: [], open: [], doubts: [] });
  const { coin = '', ext = '', extclient = '' } = other.names ?? {};
  const by = new Map(spoken.map((one) => [one.token, one.by]));
  expect(by.get('coin')).toContain(`${coin}set${ext}status`);
  expect(by.get('ext')).toContain(`${ext} address`);
  expect(by.get('extclient')).toContain(`${extclient}_sync_status`);
  // The cases were answered under these names.
  expect({ failed: checked.failed, tried: checked.cases }).toEqual({ failed: 0, tried: 12 - absent.length });
});

test('options that refusals name and one that peers need are learnt, each with what was refused', async () => {
  const { file, text, options, checked } = await learntOf(
    {
      client: 'Satoshi',
      peersOnlyWith: '-unittest',
      ignored: ['-needless'],
      refused: [
        {
          option: '-deprecatedrpc=signrawtransaction',
          method: 'signrawtransaction',
          code: -32,
          message: 'signrawtransaction is deprecated.\nTo use it, start the node with -deprecatedrpc=signrawtransaction.',
        },
        { option: '-assetindex', method: 'assetinfo', code: -1, message: 'You must start the node with -assetindex=1' },
        { option: '-neverindex', method: 'getchaintips', code: -1, message: 'It needs -unknownindex' },
        { option: '-neverindex', method: 'getmempoolinfo', code: -1, message: 'It needs -needless' },
      ],
    },
    'methods/signrawtransaction/required-only',
    'methods/assetinfo/required-only',
    'methods/getchaintips/required-only',
    'methods/getmempoolinfo/required-only',
  );
  expect(file.startOptions?.toSorted()).toEqual(['-assetindex=1', '-deprecatedrpc=signrawtransaction', '-unittest']);
  expect(options.wanted.find(({ option }) => option === '-unittest')?.reason).toMatch(/connects two nodes: .* not within 15 s$/);
  expect(text).toMatch(/^# -assetindex=1: Without it a call is refused: assetinfo: -1 You must start the node with -assetindex=1$/m);
  expect(text).toMatch(/^# Doubtful: A refusal names -unknownindex \(.*\), and with it no node can be tested: /m);
  expect(text).toMatch(/^# Doubtful: A refusal names -needless \(.*\), and it is refused with it too\.$/m);
  expect(text).toMatch(/^# name: the node calls itself Satoshi, as the whole family does; acmed is its program\./m);
  expect(file.name).toMatch(/^acmed /);
  expect({ cases: checked.cases, failed: checked.failed }).toEqual({ cases: 5, failed: 2 });
});

test('a method that a case finds is not absent, though it was not found when it was called first', async () => {
  const { file, text } = await learntOf(
    { afterWallet: 'getwalletinfo', without: ['getchaintips'] },
    'methods/getwalletinfo/*',
    'methods/getchaintips/*',
  );
  expect([...absentMethods(file).keys()]).toEqual(['getchaintips']);
  expect(text).toMatch(
    /^# Doubtful: getwalletinfo was not found when it was called first, and is found in methods\/getwalletinfo\/required-only: it is not written as absent\.$/m,
  );
});

test('a method with the brand of the coin and another brand than the draft has is not absent', async () => {
  const names = { coin: 'acme', ext: 'foo', extclient: 'foobar' };
  const { text, file } = await learntOf({ names, spelled: { coinsetextheaders: 'acmesetfarheaders' } });
  expect(file.names).toMatchObject({ ext: 'foo' });
  expect([...absentMethods(file).keys()]).toEqual([]);
  expect(text).toMatch(
    /^# Doubtful: coinsetextheaders may be acmesetfarheaders, whose brand is another one: it is not written as absent\.$/m,
  );
});

test('a node that Pyx did not start is asked in reading cases only', async () => {
  const embedded = await openTarget('embedded', { env: {} });
  try {
    const { client, credentials } = await embedded.start('default');
    const { user = '', password = '' } = credentials ?? {};
    const state = async (): Promise<unknown> =>
      Promise.all(
        ['getblockcount', 'listwallets', 'getrawmempool', 'listbanned'].map(async (method) => {
          const { durationMs: _, ...reply } = (await client.call(method, [])) as { durationMs: number };
          return reply;
        }),
      );
    const before = await state();
    const remote = await openTarget(client.address, { env: { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password } });
    const { absent, checked } = await learnt(remote, allCases(specification));
    expect({ absent, failed: checked.failed }).toEqual({ absent: [], failed: 0 });
    expect(checked.cases).toBeGreaterThan(40);
    expect(await state()).toEqual(before);
  } finally {
    await embedded.close();
  }
});
