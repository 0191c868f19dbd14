import { describe, expect, test } from 'vitest';
import { buildBlock, isVerified, reasonOf } from '../chain/testing/test-chain.ts';
import { COIN } from '../primitives/amount.ts';
import type { TxOutput } from '../primitives/types.ts';
import { FakeElectorate, voter } from './testing/fake-electorate.ts';
import { createGovernedChain, type GovernedChain } from './testing/governed-chain.ts';
import { payeeScript, proposalContent } from './testing/proposals.ts';

const voters = ['one', 'two', 'three'].map(voter);
const [first, second] = [voters[0]!, voters[1]!];
const payee = Buffer.from(payeeScript);

/** What the coinbase of the block at a height pays to the address of the proposals. */
function paidAt({ chain }: GovernedChain, height: number): bigint[] {
  const { outputs } = chain.block(chain.atHeight(height)!.hash)!.transactions[0]!;
  return outputs.filter(({ scriptPubKey }) => scriptPubKey.equals(payee)).map(({ valueSat }) => valueSat);
}

/** A chain whose node runs the first masternode, with a funded proposal for 12.5 coins; the tip is block 107. */
function funded(): GovernedChain & { readonly hash: string } {
  const made = createGovernedChain(undefined, new FakeElectorate(...voters));
  made.electorate.own = first;
  const hash = made.propose(proposalContent());
  return { ...made, hash };
}

const vote = (made: GovernedChain, objectHash: string, by = second): void =>
  made.governance.castVote({ objectHash, signal: 'funding', outcome: 'yes' }, by);

/** A block on the tip with these payments beside the subsidy, and what became of it. */
function offer({ chain }: GovernedChain, beyond: readonly TxOutput[], minerSat = chain.subsidy(chain.tip.height + 1)): string | undefined {
  const outputs = [{ valueSat: minerSat, scriptPubKey: Buffer.from([0x51]) }, ...beyond];
  return reasonOf(chain.acceptBlock(buildBlock({ parent: chain.tip, coinbase: { outputs } })));
}
const due: TxOutput = { valueSat: (125n * COIN) / 10n, scriptPubKey: payee };

describe('a funded proposal', () => {
  test('is paid in the next superblock, beyond the subsidy, and in no other block', () => {
    const made = funded();
    vote(made, made.hash);
    made.mine(106);
    const paid = Array.from({ length: 106 }, (_, at) => at + 108).filter((height) => paidAt(made, height).length > 0);
    // 12.5 coins: a tenth of the subsidies of the cycle is 50 coins before block 150, 47.5 and then 25 up to block 300.
    expect(paid).toEqual([120, 130, 140, 150, 160, 170, 180, 190, 200, 210]);
    for (const height of paid) {
      expect(paidAt(made, height)).toEqual([due.valueSat]);
      const { outputs } = made.chain.block(made.chain.atHeight(height)!.hash)!.transactions[0]!;
      expect(outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n)).toBe(made.chain.subsidy(height) + due.valueSat);
    }
  });

  test('is not paid without a vote, with as many against it, deleted, after its end, or with superblocks disabled', () => {
    const without = funded();
    const against = funded();
    vote(against, against.hash);
    against.governance.castVote({ objectHash: against.hash, signal: 'funding', outcome: 'no' }, first);
    const deleted = funded();
    vote(deleted, deleted.hash);
    for (const by of voters) deleted.governance.castVote({ objectHash: deleted.hash, signal: 'delete', outcome: 'yes' }, by);
    const ended = createGovernedChain(undefined, new FakeElectorate(...voters));
    ended.electorate.own = first;
    vote(ended, ended.propose(proposalContent({ end_epoch: 1_700_000_001 })));
    ended.clock.now += 10;
    const disabled = funded();
    vote(disabled, disabled.hash);
    disabled.switches.isEnabled = false;
    for (const made of [without, against, deleted, ended, disabled]) {
      made.mine(13);
      expect(paidAt(made, 110)).toEqual([]);
      expect(paidAt(made, 120)).toEqual([]);
    }
  });

  test('that asks for more than is left of the budget is left out, those with more votes come first', () => {
    const made = createGovernedChain(undefined, new FakeElectorate(...voters));
    made.electorate.own = first;
    const [small, large, other] = [20, 45, 7].map((amount) =>
      made.propose(proposalContent({ name: `p${amount}`, payment_amount: amount })),
    );
    made.mine(1); // 120
    for (const by of voters) vote(made, small!, by);
    for (const by of voters.slice(0, 2)) vote(made, large!, by);
    vote(made, other!);
    made.mine(10);
    expect(paidAt(made, 130).sort()).toEqual([20n * COIN, 7n * COIN].sort());
  });

  test('is paid on nodes that run no masternode, once they have the trigger', () => {
    const made = funded();
    vote(made, made.hash);
    const plain = createGovernedChain(undefined, new FakeElectorate(...voters));
    made.mine(119 - made.chain.tip.height);
    for (let height = 102; height < 120; height++) plain.chain.acceptBlock(made.chain.block(made.chain.atHeight(height)!.hash)!);
    expect(plain.chain.tip.hash).toBe(made.chain.tip.hash);
    for (const object of made.governance.objects()) plain.governance.receiveObject(object, 'peer');
    for (const cast of made.governance.allVotes()) plain.governance.receiveVote(cast, 'peer');
    expect(plain.superblocks.triggerAt(120)).toEqual(made.superblocks.triggerAt(120));
    plain.mine(1);
    expect(paidAt(plain, 120)).toEqual([due.valueSat]);
    expect(made.chain.acceptBlock(plain.chain.block(plain.chain.tip.hash)!)).toEqual({ ok: true });
  });
});

describe('a superblock', () => {
  /** The tip is block 119, and block 120 is to pay 12.5 coins. */
  function beforeSuperblock() {
    const made = funded();
    vote(made, made.hash);
    made.mine(119 - made.chain.tip.height);
    return made;
  }

  test('is invalid if it does not pay, pays less or more, another payee, or the miner', () => {
    const made = beforeSuperblock();
    expect(offer(made, [])).toBe('bad-cb-payee');
    expect(offer(made, [{ ...due, valueSat: due.valueSat - 1n }])).toBe('bad-cb-payee');
    expect(offer(made, [{ ...due, valueSat: due.valueSat + 1n }])).toBe('bad-cb-payee');
    expect(offer(made, [{ ...due, scriptPubKey: Buffer.from([0x52]) }])).toBe('bad-cb-payee');
    expect(offer(made, [due, due])).toBe('bad-cb-amount');
    expect(offer(made, [due], made.chain.subsidy(120) + 1n)).toBe('bad-cb-amount');
    expect(made.chain.tip.height).toBe(119);
    expect(offer(made, [due])).toBeUndefined();
    expect(paidAt(made, 120)).toEqual([due.valueSat]);
  });

  test('pays nothing while superblocks are disabled', () => {
    const made = beforeSuperblock();
    made.switches.isEnabled = false;
    expect(offer(made, [due])).toBe('bad-cb-amount');
    expect(offer(made, [])).toBeUndefined();
  });

  test('is held to its budget alone by a node that does not know the votes yet', () => {
    const made = beforeSuperblock();
    made.switches.isSynced = false;
    const budget = made.governance.schedule.budgetSat(120);
    expect(offer(made, [{ ...due, valueSat: budget + 1n }])).toBe('bad-cb-amount');
    expect(offer(made, [{ ...due, valueSat: budget }])).toBeUndefined();
  });

  test('stays valid when the votes change, in a reorganisation and for verifychain', () => {
    const made = beforeSuperblock();
    made.mine(2);
    for (const each of voters) made.electorate.remove(each);
    expect(made.superblocks.triggerAt(120)).toBeUndefined();
    const { tip } = made.chain;
    const superblock = made.chain.atHeight(120)!.hash;
    made.chain.invalidate(superblock);
    expect(made.chain.tip.height).toBe(119);
    made.chain.reconsider(superblock);
    expect(made.chain.tip).toEqual(tip);
    expect(isVerified(made.chain, 4, 0)).toBe(true);
  });

  test('leaves its trigger in place for a hundred blocks', () => {
    const made = beforeSuperblock();
    made.governance.castVote({ objectHash: made.hash, signal: 'funding', outcome: 'abstain' }, second);
    expect(made.governance.totals).toEqual({ proposals: 1, triggers: 1, erased: 0, votes: 3 });
    made.mine(100);
    expect([made.chain.tip.height, made.governance.totals.triggers]).toEqual([219, 1]);
    made.mine(1);
    expect(made.governance.totals).toEqual({ proposals: 1, triggers: 0, erased: 1, votes: 2 });
  });
});

describe('a masternode', () => {
  test('makes one trigger for a superblock, in the window before it, and votes for it', () => {
    const made = funded();
    vote(made, made.hash);
    made.mine(116 - made.chain.tip.height);
    expect(made.governance.totals.triggers).toBe(0);
    made.mine(3);
    const [trigger] = made.governance.objects().filter(({ type }) => type === 'trigger');
    expect(made.governance.totals.triggers).toBe(1);
    expect(trigger?.maker).toEqual(first.outpoint);
    expect(made.governance.votesOn(trigger!.hash)).toMatchObject([{ outpoint: first.outpoint, outcome: 'yes', signal: 'funding' }]);
  });

  test('makes it in the last block of the window at the latest, if all others are silent', () => {
    const five = ['one', 'two', 'three', 'four', 'five'].map(voter);
    for (const running of five) {
      const made = createGovernedChain(undefined, new FakeElectorate(...five));
      made.electorate.own = running;
      vote(made, made.propose(proposalContent()), five[0]!);
      made.mine(120 - made.chain.tip.height);
      expect(paidAt(made, 120)).toEqual([due.valueSat]);
    }
  });

  test('votes for the same trigger of another, and against one that pays otherwise', () => {
    const made = funded();
    vote(made, made.hash);
    made.mine(117 - made.chain.tip.height);
    const right = made.governance.objects().find(({ type }) => type === 'trigger');
    const theirs = createGovernedChain(undefined, new FakeElectorate(...voters));
    const wrong = theirs.governance.makeTrigger(Buffer.from(right!.data.toString().replace('12.5', '13.5')), second);
    const same = theirs.governance.makeTrigger(right!.data, second);
    made.governance.receiveObject(wrong, 'peer');
    made.governance.receiveObject(same, 'peer');
    const votesOn = (hash: string): string[] => made.governance.votesOn(hash).map(({ outcome }) => outcome);
    expect([right!.hash, same.hash, wrong.hash].map(votesOn)).toEqual([['yes'], ['yes'], ['no']]);
  });
});
