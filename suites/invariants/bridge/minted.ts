import { satoshis } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { announce } from '../../../fixtures/world/ingredients/external-burns.ts';
import { bridgeCalls, canMint, confirmed, mintOf, signedBy, witnessOf } from '../../support/bridge.ts';
import { burntToken, mintToken, provisionedToken, provisioningCalls } from '../../support/provisioning.ts';
import { mustTotal, supplies } from '../../support/token-supply.ts';
import { ownBlockOf } from '../blocks/open-coins.ts';
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
      // That the address is the one that the burn names is not said.
      const elsewhere = await t.world.fresh('extBurn');
      if (!(await canMint(t, { burn: elsewhere, witness: await witnessOf(t), changed: { address } }))) return;
      await t.world.mine(1);
      const isBoth = await canMint(t, { burn: elsewhere, witness: await witnessOf(t) });
      t.ok(!isBoth, 'the proof of a burn is accepted again after it was minted to another address than the burn names');
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
  invariant({
    id: 'bridge/root-replaced',
    text: 'The node goes on making blocks after the root of an external block was replaced whose burn a waiting transaction mints.',
    methods: [...methods, 'generatetoaddress'],
    effect: ['wallet', 'chain', 'network'],
    evidence: 'standard',
    source: 'BIP 22: the transactions of a template are such as the next block may have',
    run: async (t) => {
      const burn = await t.world.fresh('extBurn');
      const hexstring = await signedBy(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
      await t.result('sendrawtransaction', { hexstring });
      await announce(t.world, burn, t.random.hex(32));
      const made = await ownBlockOf(t);
      t.ok(!('refusal' in made), `the node makes no block (${'refusal' in made ? made.refusal : ''}) once the root was replaced`);
      await announce(t.world, burn);
      await t.world.mine(1);
    },
  }),
  invariant({
    id: 'bridge/minted-within-supply',
    text: 'What is minted of burns on the external chain makes all of max_supply, and not more.',
    methods: [...provisioningCalls, 'assetinfo'],
    effect: ['wallet', 'chain', 'network'],
    evidence: 'document',
    source: 'document 3, Platform tokens',
    run: async (t) => {
      const token = await provisionedToken(t);
      const { max } = await supplies(t, token.guid);
      const left = BigInt(t.random.integer(1, 999_999));
      await mintToken(t, token, max - left);
      const [above, exact] = [await burntToken(t, token, left + 1n), await burntToken(t, token, left)];
      t.ok(
        !(await canMint(t, { burn: above, witness: await witnessOf(t) })),
        'a mint of one smallest unit more than max_supply is accepted',
      );
      t.ok(await canMint(t, { burn: exact, witness: await witnessOf(t) }), 'a mint of what is left of max_supply is refused', {
        check: 'refused',
      });
      await t.world.mine(1);
      await mustTotal(t, token.guid, max, 'all of it was minted');
    },
  }),
];
