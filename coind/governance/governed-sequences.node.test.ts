import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isVerified } from '../chain/testing/test-chain.ts';
import type { Block, Transaction } from '../primitives/types.ts';
import { regtest } from '../regtest.ts';
import { numbers } from '../testing/numbers.ts';
import { FakeElectorate, voter } from './testing/fake-electorate.ts';
import { createGovernedChain, type GovernedChain } from './testing/governed-chain.ts';
import { proposalContent } from './testing/proposals.ts';
import { GovernanceError } from './governance-error.ts';
import type { ObjectContent } from './governance-object.ts';

const voters = ['one', 'two', 'three'].map(voter);
const OP_RETURN = 0x6a;
/** Blocks below are not taken back: their coinbases pay the fees. */
const BASE = 104;
const { feeConfirmations, superblockCycle } = regtest.governance;

interface Pending {
  readonly content: ObjectContent;
  readonly fee: Transaction;
}

const activeBlocks = ({ chain }: GovernedChain): Block[] =>
  Array.from({ length: chain.tip.height }, (_, index) => chain.block(chain.atHeight(index + 1)!.hash)!);

/** The sum of the outputs that no later transaction spends and that can be spent. */
function unspentSat(blocks: readonly Block[]): bigint {
  const unspent = new Map<string, bigint>();
  for (const { txid, inputs, outputs } of blocks.flatMap(({ transactions }) => transactions)) {
    for (const input of inputs) unspent.delete(`${input.txid}:${input.vout}`);
    for (const [n, { valueSat, scriptPubKey }] of outputs.entries())
      if (scriptPubKey[0] !== OP_RETURN) unspent.set(`${txid}:${n}`, valueSat);
  }
  return [...unspent.values()].reduce((sum, sat) => sum + sat, 0n);
}

/** Compares objects, coins and superblocks with a recount of the active blocks. @returns what superblocks paid */
function compare(made: GovernedChain): bigint {
  const { chain, governance } = made;
  const blocks = activeBlocks(made);
  const heights = new Map(blocks.flatMap(({ transactions }, at) => transactions.map(({ txid }) => [txid, at + 1] as const)));
  for (const object of governance.objects()) {
    if (object.type !== 'proposal') continue;
    const height = heights.get(object.feeTxid);
    const isConfirmed = height !== undefined && chain.tip.height - height + 1 >= feeConfirmations;
    expect(governance.status(object).isPaidFor, `${object.hash} at ${chain.tip.height}`).toBe(isConfirmed);
  }
  expect([...chain.coins()].reduce((sum, [, { valueSat }]) => sum + valueSat, 0n)).toBe(unspentSat(blocks));
  let paid = 0n;
  for (const [at, { transactions }] of blocks.entries()) {
    const height = at + 1;
    const beyond = transactions[0]!.outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n) - chain.subsidy(height);
    const budget = height % superblockCycle === 0 ? governance.schedule.budgetSat(height) : 0n;
    expect(beyond <= budget, `block ${height} pays ${beyond} beyond its subsidy, its budget is ${budget}`).toBe(true);
    paid += beyond;
  }
  return paid;
}

/** Takes random steps, and compares after each. */
function run(
  made: GovernedChain,
  below: (limit: number) => number,
  steps: number,
): { readonly submitted: number; readonly reorganised: number; readonly paid: bigint } {
  const { chain, governance } = made;
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  const pending: Pending[] = [];
  const invalidated: string[] = [];
  const counts = { submitted: 0, reorganised: 0, paid: 0n };
  /** Mines with the fee transactions that the active chain does not have. */
  const mine = (blocks: number): void => {
    for (let left = blocks; left > 0; left--) {
      const known = new Set(activeBlocks(made).flatMap(({ transactions }) => transactions.map(({ txid }) => txid)));
      made.confirm(
        pending.map(({ fee }) => fee).filter(({ txid }) => !known.has(txid)),
        1,
      );
    }
  };
  const submit = ({ content, fee }: Pending): void => {
    try {
      governance.submit(content, fee.txid);
      counts.submitted += 1;
    } catch (error) {
      if (!(error instanceof GovernanceError)) throw error; // without the confirmations
    }
  };
  const actions: readonly (() => void)[] = [
    () => {
      const content = proposalContent({ name: `p-${pending.length}-${below(100_000)}`, payment_amount: 1 + below(20) });
      pending.push({ content, fee: made.payment(content) });
    },
    () => pending.length > 0 && submit(pick(pending)),
    () => {
      const proposals = governance.objects().filter(({ type }) => type === 'proposal');
      if (proposals.length === 0) return;
      const outcome = pick(['yes', 'yes', 'no', 'abstain'] as const);
      governance.castVote({ objectHash: pick(proposals).hash, signal: 'funding', outcome }, pick(voters));
    },
    () => mine(1 + below(4)),
    () => mine(1 + below(4)),
    () => {
      if (chain.tip.height <= BASE + 2) return;
      const { hash } = chain.atHeight(Math.max(BASE + 2, chain.tip.height - below(8)))!;
      chain.invalidate(hash);
      invalidated.push(hash);
    },
    () => {
      if (invalidated.length === 0) return;
      const before = chain.tip.hash;
      chain.reconsider(invalidated.splice(below(invalidated.length), 1)[0]!);
      if (chain.tip.hash !== before) counts.reorganised += 1;
    },
  ];
  for (let step = 0; step < steps; step++) {
    pick(actions)();
    const paid = compare(made);
    if (paid > counts.paid) counts.paid = paid;
  }
  return counts;
}

test('any sequence of proposals, votes, blocks and reorganisations leaves fees, coins and superblocks exact, also after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coind-governed-'));
  const totals = { submitted: 0, reorganised: 0, paid: 0n };
  try {
    for (let seed = 1; seed <= 4; seed++) {
      const electorate = new FakeElectorate(...voters);
      electorate.own = voters[0];
      const datadir = join(folder, String(seed));
      const made = createGovernedChain(datadir, electorate);
      const { submitted, reorganised, paid } = run(made, numbers(seed), 100);
      totals.submitted += submitted;
      totals.reorganised += reorganised;
      totals.paid += paid;
      expect(isVerified(made.chain, 4, 0)).toBe(true);
      const seen = ({ chain, governance }: GovernedChain): unknown => [
        chain.tip.hash,
        governance.objects().map((object) => [object.hash, governance.status(object), governance.currentVotes(object.hash)]),
        governance.totals,
      ];
      const before = seen(made);
      await made.state.close();
      const again = createGovernedChain(datadir, electorate);
      expect(seen(again)).toEqual(before);
      compare(again);
      await again.state.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // The sequences would show nothing if nothing was submitted, paid or taken back.
  expect(totals.submitted).toBeGreaterThan(15);
  expect(totals.reorganised).toBeGreaterThan(5);
  expect(totals.paid).toBeGreaterThan(0n);
});
