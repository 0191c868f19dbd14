import { satoshis } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { bridgeCalls, canMint, confirmed, mintOf, witnessOf } from '../../support/bridge.ts';
import { invariant } from '../invariant.ts';

const methods = ['coinmint', 'coinsetextheaders', 'getreceivedbyaddress', ...bridgeCalls] as const;

export const mintedInvariants: readonly Case[] = [
  invariant({
    id: 'bridge/minted-once',
    text: 'What was minted of a burn equals what was burnt, however often its proof is given.',
    methods,
    effect: ['wallet', 'chain', 'network'],
    evidence: 'document',
    source: 'document 3, Platform-specific coin methods',
    run: async (t) => {
      const burn = await t.world.fresh('extBurn');
      const { address, amountSat } = burn;
      await confirmed(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
      const again = await canMint(t, { burn, witness: await witnessOf(t) });
      t.ok(!again, 'the proof of a burn that was minted is accepted again');
      await t.world.mine(1);
      t.equal(satoshis(await t.result('getreceivedbyaddress', { address })), amountSat, 'what the receiver received of the burn');
    },
  }),
  invariant({
    id: 'bridge/minted-once-in-pool',
    text: 'Of two transactions that mint one burn, the memory pool accepts one.',
    methods,
    effect: ['wallet', 'chain', 'network'],
    evidence: 'document',
    source: 'document 3, Platform-specific coin methods',
    run: async (t) => {
      const burn = await t.world.fresh('extBurn');
      const { address, amountSat } = burn;
      const first = await canMint(t, { burn, witness: await witnessOf(t) });
      t.ok(first, 'the proof of a burn is refused');
      t.ok(!(await canMint(t, { burn, witness: await witnessOf(t) })), 'a second transaction that mints the same burn is accepted');
      await t.world.mine(1);
      t.equal(satoshis(await t.result('getreceivedbyaddress', { address })), amountSat, 'what the receiver received of the burn');
    },
  }),
];
