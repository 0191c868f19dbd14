import type { Case } from '../../../engine/case.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { addressOfScript, multisigScript, payToScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { foreignAddress, payFromTrial } from '../../support/payments.ts';
import { present } from '../../support/present.ts';
import { rule } from '../rule.ts';

const AMOUNT_SAT = 10_000_000n;
/** The longest redeem script that can be spent: it is an element of the stack (BIP 16). */
const LONGEST_BYTES = 520;

export const coinaddscriptRules: readonly Case[] = [
  rule({
    rule: ['coinaddscript/added', 'coinaddscript/for-signing'],
    effect: ['wallet', 'chain'],
    uses: ['signrawtransactionwithwallet', 'getaddressinfo'],
    run: async (t) => {
      const { address: own } = await ownAddress(t.world, 'legacy');
      const { pubkey } = await t.world.result('getaddressinfo', { address: own });
      const key = fromHex(present(t, pubkey, 'pubkey is missing for an address of the wallet', 'pubkey'));
      const script = multisigScript(1, [key]);
      const address = addressOfScript(payToScriptHash(script), await t.world.use('chainParameters')) ?? '';
      const { txid } = await payFromTrial(t, [{ address, amountSat: AMOUNT_SAT }]);
      const hexstring = await t.world.result('createrawtransaction', {
        inputs: [{ txid, vout: 0 }],
        outputs: [{ [await foreignAddress(t)]: formatSat(AMOUNT_SAT - (await feeFor(t.world))) }],
      });
      const isSigned = async (): Promise<boolean> => (await t.result('signrawtransactionwithwallet', { hexstring })).complete;
      if (await isSigned()) t.inapplicable('the wallet signs for a script of its key before the script is added');
      await t.world.result('coinaddscript', { redeemscript: toHex(script) });
      t.ok(await isSigned(), 'the wallet does not sign for a redeem script of its own key that was added');
    },
  }),
  rule({
    rule: 'coinaddscript/added',
    case: 'longest',
    effect: ['wallet'],
    run: async (t) => {
      await t.world.use('wallet');
      const { publicKey } = await t.world.use('foreignKey');
      // Data that are dropped, and a key.
      const script = (size: number): string => {
        const end = `7521${publicKey}ac`;
        const data = t.random.hex(size - 3 - end.length / 2);
        return `4d${Buffer.from(Uint16Array.of(data.length / 2).buffer).toString('hex')}${data}${end}`;
      };
      const shorter = await t.call('coinaddscript', { redeemscript: script(LONGEST_BYTES - 1) });
      if (!shorter.ok) t.inapplicable('the node adds no redeem script of this form');
      await t.result('coinaddscript', { redeemscript: script(LONGEST_BYTES) });
      t.judged();
    },
  }),
];
