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
];
