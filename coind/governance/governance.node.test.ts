import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { curve } from '../crypto/testing/curve.ts';
import { regtest } from '../regtest.ts';
import { makeObject, objectHash, signObject } from './governance-object.ts';
import { FakeElectorate, voter } from './testing/fake-electorate.ts';
import { createGovernedChain } from './testing/governed-chain.ts';
import { payeeAddress, payeeScript, proposalContent } from './testing/proposals.ts';
import { writeTrigger } from './trigger-data.ts';
import { signVote, type VoteOutcome, type VoteSignal } from './vote.ts';

const [voterA, voterB, voterC] = [voter('one'), voter('two'), voter('three')];
const content = proposalContent();
const hash = objectHash(content);
const vote = (signal: VoteSignal, outcome: VoteOutcome) => ({ objectHash: hash, signal, outcome });

describe('a proposal', () => {
  test('is accepted once its fee has six confirmations', () => {
    const { governance, payment, confirm, mine } = createGovernedChain();
    const fee = payment(content);
    expect(() => governance.submit(content, fee.txid)).toThrow(
      `no transaction ${fee.txid} of the chain pays 5.00000000 in an output that commits to ${hash}`,
    );
    confirm([fee], 5);
    expect(() => governance.submit(content, fee.txid)).toThrow(`the fee transaction ${fee.txid} has 5 of 6 confirmations`);
    expect(governance.objects()).toEqual([]);
    mine(1);
    expect(governance.submit(content, fee.txid)).toBe(hash);
    expect(governance.objects()).toEqual([makeObject(content, { feeTxid: fee.txid })]);
    expect(governance.submit(content, fee.txid)).toBe(hash); // again
    expect(() => governance.submit(content, 'ab'.repeat(32))).toThrow('pays 5.00000000'); // known, but not by this fee
    expect(governance.totals).toEqual({ proposals: 1, triggers: 0, erased: 0, votes: 0 });
  });

  test('is refused if its fee is a satoshi short', () => {
    const { governance, payment, confirm } = createGovernedChain();
    const fee = payment(content, regtest.governance.proposalFeeSat - 1n);
    confirm([fee], 6);
    expect(() => governance.submit(content, fee.txid)).toThrow('pays 5.00000000');
  });

  test('is refused with other arguments than those that its fee was paid for', () => {
    const { governance, payment, confirm } = createGovernedChain();
    const fee = payment(content);
    confirm([fee], 6);
    for (const change of [{ revision: 2 }, { time: content.time + 1 }, proposalContent({ name: 'other' }), { parentHash: hash }])
      expect(() => governance.submit({ ...content, ...change }, fee.txid)).toThrow(/commits to|no proposal has the hash/);
    expect(governance.submit(content, fee.txid)).toBe(hash);
  });

  test('is refused with invalid data, or a time that is far ahead', () => {
    const { governance, propose } = createGovernedChain();
    expect(() => governance.submit(proposalContent({ name: '' }), '00'.repeat(32))).toThrow('Invalid proposal data: name: ');
    expect(() => propose(proposalContent({}, 1_700_007_201))).toThrow('more than two hours ahead');
    expect(governance.objects()).toEqual([]);
  });

  test('can be the revision of another that is known', () => {
    const { governance, propose } = createGovernedChain();
    const revision = { ...proposalContent({ name: 'b' }), parentHash: hash, revision: 2 };
    expect(() => propose(revision)).toThrow(`parent-hash: no proposal has the hash ${hash}`);
    propose(content);
    expect(governance.objects().length).toBe(1);
    expect(governance.object(propose(revision))?.parentHash).toBe(hash);
  });

  test('is not paid for while its fee is out of the chain', () => {
    const { governance, chain, propose } = createGovernedChain();
    propose(content);
    const status = () => governance.status(governance.object(hash)!);
    expect(status()).toMatchObject({ isPaidFor: true, reason: '' });
    const first = chain.atHeight(102)!.hash; // with the fee
    chain.invalidate(first);
    expect(status().isPaidFor).toBe(false);
    expect(status().reason).toContain('no transaction');
    chain.reconsider(first);
    expect(status()).toMatchObject({ isPaidFor: true, reason: '' });
  });
});

describe('votes', () => {
  function voted(...voters: readonly (typeof voterA)[]) {
    const made = createGovernedChain(undefined, new FakeElectorate(...voters));
    made.propose(content);
    return { ...made, status: () => made.governance.status(made.governance.object(hash)!) };
  }

  test('of three masternodes are counted by signal and outcome', () => {
    const { governance, status } = voted(voterA, voterB, voterC);
    governance.castVote(vote('funding', 'yes'), voterA);
    governance.castVote(vote('funding', 'yes'), voterB);
    governance.castVote(vote('funding', 'no'), voterC);
    governance.castVote(vote('valid', 'abstain'), voterA);
    expect(status()).toMatchObject({
      counts: {
        funding: { yes: 2, no: 1, abstain: 0, absolute: 1 },
        valid: { yes: 0, no: 0, abstain: 1, absolute: 0 },
        delete: { yes: 0, no: 0, abstain: 0, absolute: 0 },
      },
      isFunded: true,
      isValid: true,
      isDeleted: false,
    });
  });

  test('that are newer take the place of older ones, which are kept', () => {
    const { governance, status } = voted(voterA);
    for (const outcome of ['yes', 'no', 'abstain'] as const) governance.castVote(vote('funding', outcome), voterA);
    expect(status().counts.funding).toEqual({ yes: 0, no: 0, abstain: 1, absolute: 0 });
    expect(governance.votesOn(hash).map(({ outcome }) => outcome)).toEqual(['yes', 'no', 'abstain']);
    expect(governance.currentVotes(hash).map(({ outcome }) => outcome)).toEqual(['abstain']);
  });

  test('in any order of arrival give the same result', () => {
    const votes = (['yes', 'no'] as const).map((outcome) =>
      signVote({ ...vote('funding', outcome), outpoint: voterA.outpoint, time: 1_700_000_000 }, voterA.privateKey, curve, regtest),
    );
    const results = [votes, votes.toReversed()].map((order) => {
      const { governance } = voted(voterA);
      for (const cast of order) governance.acceptVote(cast);
      return governance.currentVotes(hash);
    });
    expect(results[0]).toEqual(results[1]);
    expect(results[0]).toHaveLength(1);
  });

  test('without a masternode do not count', () => {
    const { governance, status } = voted(voterA);
    expect(() => governance.castVote(vote('funding', 'yes'), voterB)).toThrow(`no masternode has the collateral ${voterB.outpoint.txid}:1`);
    const forged = signVote(
      { ...vote('funding', 'yes'), outpoint: voterA.outpoint, time: 1_700_000_000 },
      voterB.privateKey,
      curve,
      regtest,
    );
    expect(() => governance.acceptVote(forged)).toThrow('another key signed the vote');
    expect(governance.receiveVote(forged, 'peer').outcome).toBe('waiting');
    expect(governance.receiveVote({ ...forged, signature: Buffer.alloc(65) }, 'peer').outcome).toBe('invalid');
    expect(status().counts.funding.yes).toBe(0);
    expect(governance.totals.votes).toBe(0);
  });

  test('stop counting when their masternode ends, and are kept', () => {
    const { governance, electorate, status } = voted(voterA, voterB);
    governance.castVote(vote('funding', 'yes'), voterA);
    governance.castVote(vote('funding', 'yes'), voterB);
    electorate.remove(voterB);
    expect(status().counts.funding.yes).toBe(1);
    expect([governance.votesOn(hash).length, governance.currentVotes(hash).length]).toEqual([2, 1]);
    expect(governance.currentVotes(hash, voterB.outpoint)).toEqual([]);
    electorate.add(voterB);
    expect(status().counts.funding.yes).toBe(2);
    expect(governance.currentVotes(hash, voterB.outpoint)).toHaveLength(1);
  });

  test('of two thirds of the masternodes delete, and a tenth against it makes an object invalid', () => {
    const { governance, status } = voted(voterA, voterB, voterC);
    governance.castVote(vote('delete', 'yes'), voterA);
    governance.castVote(vote('valid', 'no'), voterA);
    expect(status()).toMatchObject({ isDeleted: false, isValid: false });
    governance.castVote(vote('delete', 'yes'), voterB);
    expect(status()).toMatchObject({ isDeleted: true });
  });

  test('on unknown objects are refused', () => {
    const { governance } = voted(voterA);
    expect(() => governance.castVote({ ...vote('funding', 'yes'), objectHash: '12'.repeat(32) }, voterA)).toThrow(
      `no governance object has the hash ${'12'.repeat(32)}`,
    );
  });
});

describe('what peers send', () => {
  test('is accepted when its fee is confirmed, and its votes when it is known and their masternode too', () => {
    const { governance, electorate, payment, confirm } = createGovernedChain();
    const fee = payment(content);
    const object = makeObject(content, { feeTxid: fee.txid });
    const cast = signVote({ ...vote('funding', 'yes'), outpoint: voterA.outpoint, time: 1_700_000_000 }, voterA.privateKey, curve, regtest);
    const wrongFee = makeObject(content, { feeTxid: 'ab'.repeat(32) });
    expect(governance.receiveObject(wrongFee, 'liar').outcome).toBe('waiting');
    expect(governance.receiveVote(cast, 'peer').outcome).toBe('waiting');
    expect(governance.receiveObject(object, 'peer').outcome).toBe('waiting');
    expect(governance.receiveObject(object, 'peer').outcome).toBe('known');
    confirm([fee], 6);
    expect(governance.objects()).toEqual([object]);
    expect(governance.votesOn(hash)).toEqual([]);
    const origins: unknown[] = [];
    governance.on({ voteAdded: (_, origin) => origins.push(origin) });
    electorate.add(voterA);
    expect(governance.currentVotes(hash)).toMatchObject([cast]);
    expect(origins).toEqual(['peer']);
    expect(governance.receiveVote(cast, 'peer').outcome).toBe('known');
  });

  test('is at fault with invalid data or a trigger that no masternode signed', () => {
    const { governance, electorate } = createGovernedChain();
    const invalid = (data: Buffer) => governance.receiveObject(makeObject({ ...content, data }, { feeTxid: hash }), 'peer').outcome;
    const payments = [{ address: payeeAddress, scriptPubKey: payeeScript, valueSat: 1n, proposalHash: hash }];
    const data = writeTrigger({ height: 110, payments });
    expect([Buffer.from('{}'), Buffer.from('{"type":1}'), data].map(invalid)).toEqual(['invalid', 'invalid', 'invalid']);
    const trigger = signObject({ ...content, data, maker: voterA.outpoint }, voterA.privateKey, curve, regtest);
    expect(governance.receiveObject(trigger, 'peer').outcome).toBe('waiting');
    expect(governance.receiveObject({ ...trigger, signature: Buffer.alloc(65) }, 'peer').outcome).toBe('invalid');
    electorate.add(voterA);
    expect(governance.objects()).toEqual([trigger]);
  });
});

test('differences are what is new or has changed since they were looked at', () => {
  const { governance, electorate, propose } = createGovernedChain();
  const changed = (): string[] => governance.changedSinceLastCall().map((object) => object.hash);
  electorate.add(voterA);
  expect(changed()).toEqual([]);
  propose(content);
  const other = propose(proposalContent({ name: 'other' }));
  expect(changed().sort()).toEqual([hash, other].sort());
  expect(changed()).toEqual([]);
  governance.castVote(vote('funding', 'yes'), voterA);
  expect(changed()).toEqual([hash]);
  expect(changed()).toEqual([]);
});

describe('the state', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  test('has objects and votes after a restart, and what the last differences were', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pyx-governance-'));
    folders.push(folder);
    const before = createGovernedChain(folder, new FakeElectorate(voterA));
    before.propose(content);
    before.governance.castVote(vote('funding', 'yes'), voterA);
    before.governance.changedSinceLastCall();
    const known = [before.governance.objects(), before.governance.votesOn(hash), before.governance.status(before.governance.object(hash)!)];
    await before.state.close();
    const { governance, state } = createGovernedChain(folder, new FakeElectorate(voterA));
    expect([governance.objects(), governance.votesOn(hash), governance.status(governance.object(hash)!)]).toEqual(known);
    expect(governance.changedSinceLastCall()).toEqual([]);
    await state.close();
  });

  test('has them no longer after a restore', () => {
    const { governance, electorate, state, propose } = createGovernedChain();
    electorate.add(voterA);
    propose(content);
    const snapshot = state.snapshot();
    governance.castVote(vote('funding', 'yes'), voterA);
    propose(proposalContent({ name: 'later' }));
    state.restore(snapshot);
    expect(governance.votesOn(hash)).toEqual([]);
    expect(governance.objects().map((object) => object.hash)).toEqual([hash]);
  });
});
