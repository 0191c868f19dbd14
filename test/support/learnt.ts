import { expect, onTestFinished, test } from 'vitest';
import { Secrets } from '../../client/mask.ts';
import type { Case } from '../../engine/case.ts';
import { matcher } from '../../engine/pattern.ts';
import { absentMethods, parseTargetFile, type TargetFile } from '../../engine/target-file.ts';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import { specification } from '../../specs/model/specification.ts';
import { allCases } from '../../suites/catalog.ts';
import { learnTarget, type LearntTarget } from '../../suites/drift/learn.ts';
import { otherCoind, type OtherCoind } from './other-coind.ts';
import { inFolder } from './pyx.ts';

const PREPARATION = 'methods/getblockcount/required-only';

/** The cases of these patterns; each learning runs few, since each runs them on new nodes. */
function casesOf(...patterns: readonly string[]): readonly Case[] {
  const matchers = [PREPARATION, ...patterns].map(matcher);
  return allCases(specification).filter(({ id }) => matchers.some((matches) => matches(id)));
}

export interface Learnt extends LearntTarget {
  readonly file: TargetFile;
  readonly notes: readonly string[];
}

/** Learns a target, and closes it. */
export async function learnt(target: Target, cases: readonly Case[]): Promise<Learnt> {
  onTestFinished(() => target.close());
  const notes: string[] = [];
  const found = await learnTarget(
    { specification, target, targetFile: 'none', seed: 1, jobs: 2, secrets: new Secrets(), cases },
    { onNote: (text) => notes.push(text), onPlanned: () => undefined, onOutcome: () => undefined },
  );
  await target.close();
  expect(found.lost).toEqual([]);
  return { ...found, file: parseTargetFile(found.text, 'learnt.yaml'), notes };
}

/** Learns a coind that differs. */
export const learntOf = (other: OtherCoind, ...patterns: readonly string[]): Promise<Learnt> =>
  inFolder(async (folder) => {
    const program = await otherCoind(folder, other, 'acmed');
    return learnt(await openTarget(`process:${program}`, { env: {} }), casesOf(...patterns));
  });

const WITH_ONE_BRAND = ['coinaddscript', 'coinburn', 'coindecoderawtransaction', 'coinlistreceivedbyaddress', 'coinmint', 'cointxfund'];

/** Releases with other brands, each with the methods that it lacks. */
export const branded: readonly (readonly [string, OtherCoind, readonly string[]])[] = [
  ['all methods', { names: { coin: 'acme', ext: 'foo', extclient: 'foobar' } }, []],
  ['other words', { names: { coin: 'set', ext: 'start', extclient: 'kin' }, client: 'Acme' }, []],
  ['two brands in each name', { names: { coin: 'orbit', ext: 'vela', extclient: 'gvela' }, without: WITH_ONE_BRAND }, WITH_ONE_BRAND],
];

/** Makes a test of each of these releases. */
export function testBrands(releases: typeof branded): void {
  test.each(releases)('the brands of a node with %s are learnt, and what it lacks alone is absent', async (_, other, absent) => {
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
}

/** What a first question makes doubtful, and is not written as absent. */
export const doubtful: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'a method that a case finds is not absent, though it was not found when it was called first',
    async () => {
      const { file, text } = await learntOf(
        { afterWallet: 'getwalletinfo', without: ['getchaintips'] },
        'methods/getwalletinfo/*',
        'methods/getchaintips/*',
      );
      expect([...absentMethods(file).keys()]).toEqual(['getchaintips']);
      expect(text).toMatch(
        /^# Doubtful: getwalletinfo was not found when it was called first, and is found in methods\/getwalletinfo\/required-only: it is not written as absent\.$/m,
      );
    },
  ],
  [
    'a method with the brand of the coin and another brand than the draft has is not absent',
    async () => {
      const names = { coin: 'acme', ext: 'foo', extclient: 'foobar' };
      const { text, file } = await learntOf({ names, spelled: { coinsetextheaders: 'acmesetfarheaders' } });
      expect(file.names).toMatchObject({ ext: 'foo' });
      expect([...absentMethods(file).keys()]).toEqual([]);
      expect(text).toMatch(
        /^# Doubtful: coinsetextheaders may be acmesetfarheaders, whose brand is another one: it is not written as absent\.$/m,
      );
    },
  ],
];
