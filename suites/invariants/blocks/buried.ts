import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { assemble } from '../../../oracles/assemble.ts';
import { invariant } from '../invariant.ts';
import { blockOn, submitOwn, tipPlace, type BlockPlan } from '../../support/own-blocks.ts';
import { refuses, takes } from './judged-blocks.ts';
import { mineAway, openCoins, spending, type OpenCoin } from './open-coins.ts';
import { shownForks } from './rules-in-force.ts';

/** A soft fork by its name, the version that it requires of blocks, and the height from which on regtest chains of the family have it. */
const FORKS = [
  { name: 'bip34', version: 2, usual: 500 },
  { name: 'bip66', version: 3, usual: 1251 },
  { name: 'bip65', version: 4, usual: 1351 },
] as const;
type Fork = (typeof FORKS)[number];

/** What a block must not have once the soft fork is in force, by its name. */
type Breach = (coins: { readonly locked: OpenCoin; readonly signed: OpenCoin }) => { readonly what: string; readonly plan: BlockPlan };

const BREACHES: { readonly [name in Fork['name']]: Breach } = {
  bip34: () => ({
    what: 'a coinbase that does not begin with its height',
    plan: { coinbase: (usual) => ({ ...usual, inputs: usual.inputs.map((input) => ({ ...input, scriptSig: assemble('<0badc0ffee>') })) }) },
  }),
  bip66: ({ signed }) => ({ what: 'a signature that is no DER', plan: { transactions: [spending([signed])] } }),
  bip65: ({ locked }) => ({ what: 'a lock time below that of a script', plan: { transactions: [spending([locked])] } }),
};

/** Both scripts are true where the soft fork is not in force: CHECKLOCKTIMEVERIFY does nothing, and a wrong signature is false. */
const LOCKED = assemble('499999999 CHECKLOCKTIMEVERIFY DROP 1');
const SIGNED = assemble(`<30060201000201> <02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}> CHECKSIG NOT`);

/** Whether the node says that the fork begins with the block at the height, of which `hash` is one and the tip. Leaves it off the chain. */
async function beginsAt(t: Trial, { name, usual }: Fork, hash: string): Promise<boolean> {
  const { inForce, from } = (await shownForks(t)).buried.get(name) ?? {};
  await t.world.result('invalidateblock', { blockhash: hash });
  if (from !== undefined) return from === usual;
  return inForce === true && (await shownForks(t)).buried.get(name)?.inForce === false;
}

/** Before the forks a node may require the first bits of BIP 9 of all versions, or of none. */
async function judgeEarlyVersions(t: Trial): Promise<void> {
  const versions = [1, 2, 3];
  const taken: number[] = [];
  for (const version of versions) {
    const { hash } = await submitOwn(t, blockOn(t, await tipPlace(t), { version }).bytes);
    if ((await t.result('getbestblockhash')) === hash) taken.push(version);
  }
  if (taken.length > 0) t.equal(taken, versions, 'the list of versions that blocks may have before BIPs 34, 65 and 66 are in force');
}

async function judge(t: Trial): Promise<void> {
  await mineAway(t, 1);
  await judgeEarlyVersions(t);
  const { coins } = await openCoins(
    t,
    [LOCKED, SIGNED].map((script) => ({ script })),
  );
  const [locked, signed] = coins as [OpenCoin, OpenCoin];
  let seen = 0;
  for (const fork of FORKS) {
    const { version, usual } = fork;
    const begin = await mineAway(t, usual - (await tipPlace(t)).height);
    if (!(await beginsAt(t, fork, begin))) continue;
    seen++;
    const { what, plan } = BREACHES[fork.name]({ locked, signed });
    const last = await tipPlace(t);
    await refuses(t, last, `version ${version - 1} at height ${usual}, where ${fork.name} is in force`, { version: version - 1 });
    await refuses(t, last, `${what} at height ${usual}, where ${fork.name} is in force`, plan);
    const { previousblockhash: before } = await t.result('getblockheader', { hash: last.hash });
    await t.world.result('invalidateblock', { blockhash: last.hash });
    const earlier = await tipPlace(t);
    t.equal(earlier.hash, before, 'the tip after the last block was taken off');
    await takes(t, earlier, `${what} at height ${usual - 1}, where ${fork.name} is not in force`, plan);
  }
  if (seen === 0)
    t.inapplicable('the node does not say that BIP 34, 65 or 66 begins at the height where regtest chains of the family have it');
}

export const buriedForkInvariants: readonly Case[] = [
  invariant({
    id: 'blocks/buried-forks',
    text: 'From the block on with which a soft fork is in force, blocks need its version and its rules, and no block before.',
    effect: ['chain'],
    evidence: 'standard',
    source: 'BIP 34, BIP 65, BIP 66',
    ownNode: true,
    methods: [
      'getbestblockhash',
      'getblockheader',
      'getblock',
      'getblockchaininfo',
      'generatetoaddress',
      'invalidateblock',
      'submitblock',
      'getblocktemplate',
    ],
    run: judge,
  }),
];
