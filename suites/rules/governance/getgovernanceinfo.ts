import { satoshis } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { prepareProposal } from '../../../fixtures/world/ingredients/proposals.ts';
import { listed, names } from '../../support/proposals.ts';
import { voting } from '../../support/votes.ts';
import { rule } from '../rule.ts';
import { enableSuperblocks, MAX_CYCLE, mineSuperblocks, request, superblockMethods } from '../../support/superblock-payments.ts';

const making = {
  effect: ['wallet', 'chain', 'network'],
  uses: ['gobject prepare', 'gobject submit', 'gobject check', 'gobject list'],
} as const;

export const getgovernanceinfoRules: readonly Case[] = [
  rule({
    ...voting,
    rule: 'getgovernanceinfo/quorum',
    uses: [...making.uses, 'gobject vote-conf'],
    run: async (t) => {
      const { governanceminquorum: quorum } = await t.result('getgovernanceinfo');
      if (quorum === 0) t.inapplicable('the node requires no votes');
      const proposal = await t.world.fresh('proposal');
      const isFunded = async (): Promise<boolean> => names(await listed(t, 'funding'), proposal);
      t.ok(!(await isFunded()), `a proposal without votes is funded, with governanceminquorum ${quorum}`);
      if (quorum < 2) return;
      await t.world.use('startedMasternodes');
      await t.result('gobject vote-conf', { 'governance-hash': proposal.hash, signal: 'funding', outcome: 'yes' });
      t.ok(!(await isFunded()), `a proposal with one vote is funded, with governanceminquorum ${quorum}`);
    },
  }),
  rule({
    ...voting,
    rule: 'getgovernanceinfo/quorum',
    case: 'paid',
    ownNode: true,
    uses: [...making.uses, ...superblockMethods, 'gobject vote-many'],
    run: async (t) => {
      const { governanceminquorum: quorum } = await t.result('getgovernanceinfo');
      if (quorum === 0) t.inapplicable('the node requires no votes');
      await t.world.use('startedMasternodes');
      await enableSuperblocks(t);
      const [unvoted, refused] = [await request(t, 1, undefined), await request(t, 1, 'no')];
      const funded = [await request(t, 1, 'yes'), await request(t, 1, 'yes')];
      const paid = await mineSuperblocks(
        t,
        [unvoted, refused, ...funded].map(({ address }) => address),
      );
      if (t.world.facts.paysProposals)
        for (const { address } of funded)
          t.ok(
            paid.some(({ paidSat }) => paidSat.has(address)),
            'of four proposals the next superblocks do not pay one of the two that all masternodes voted for; the target file states that the release does',
            { check: 'paid' },
          );
      t.each(paid, 'superblocks that pay a proposal', ({ height, paidSat }) => {
        t.ok(!paidSat.has(unvoted.address), `block ${height} pays a proposal without votes, with governanceminquorum ${quorum}`);
        t.ok(!paidSat.has(refused.address), `block ${height} pays a proposal that all masternodes voted not to fund`);
      });
    },
  }),
  rule({
    ...making,
    rule: 'getgovernanceinfo/proposal-fee',
    uses: [...making.uses, 'gettransaction', 'decoderawtransaction'],
    run: async (t) => {
      const { proposalfee } = await t.result('getgovernanceinfo');
      const { feeTxid } = await prepareProposal(t.world);
      const { hex } = await t.result('gettransaction', { txid: feeTxid });
      const { vout } = await t.result('decoderawtransaction', { hexstring: hex });
      t.ok(
        vout.some(({ value }) => satoshis(value) === satoshis(proposalfee)),
        `no output of the fee transaction of a new proposal has the amount proposalfee, ${satoshis(proposalfee)} satoshis`,
      );
    },
  }),
  rule({
    rule: ['getgovernanceinfo/superblock-numbers', 'getgovernanceinfo/cycle'],
    effect: ['chain'],
    uses: ['getblockcount'],
    run: async (t) => {
      const first = await t.result('getgovernanceinfo');
      const { superblockcycle: cycle } = first;
      if (cycle > MAX_CYCLE) t.inapplicable(`a cycle of ${cycle} blocks is too long to be mined`);
      t.ok(first.lastsuperblock <= (await t.result('getblockcount')), `lastsuperblock, ${first.lastsuperblock}, is above the tip`);
      for (let height = await t.result('getblockcount'); height < first.nextsuperblock; height++) {
        const { nextsuperblock, lastsuperblock } = await t.result('getgovernanceinfo');
        t.equal(nextsuperblock, first.nextsuperblock, `nextsuperblock at block ${height}, below it`, { path: 'nextsuperblock' });
        t.equal(lastsuperblock, first.lastsuperblock, `lastsuperblock at block ${height}, between two superblocks`, {
          path: 'lastsuperblock',
        });
        await t.world.mine(1);
      }
      const at = await t.result('getgovernanceinfo');
      t.equal(at.lastsuperblock, first.nextsuperblock, 'lastsuperblock when the tip is the superblock', { path: 'lastsuperblock' });
      t.equal(at.nextsuperblock - at.lastsuperblock, cycle, 'the distance of nextsuperblock from lastsuperblock', {
        path: 'superblockcycle',
      });
      await t.world.mine(1);
      const after = await t.result('getgovernanceinfo');
      for (const name of ['lastsuperblock', 'nextsuperblock'] as const)
        if (cycle > 1) t.equal(after[name], at[name], `${name} at the block after the superblock`, { path: name });
    },
  }),
  rule({
    rule: 'getgovernanceinfo/data-size',
    effect: ['read'],
    uses: ['gobject check'],
    run: async (t) => {
      const { maxgovobjdatasize: maximum } = await t.result('getgovernanceinfo');
      const data = JSON.stringify({ type: 1, name: 'x'.repeat(maximum) });
      await t.refused(
        'gobject check',
        { hex: Buffer.from(data).toString('hex') },
        `the data is longer than maxgovobjdatasize, ${maximum} bytes`,
      );
    },
  }),
];
