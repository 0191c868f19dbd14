import type { Case } from '../../../engine/case.ts';
import { isInternalError } from '../../../engine/internal-error.ts';
import type { Answer, Trial } from '../../../engine/trial.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { stringify } from '../../../client/wire-json.ts';
import { joined, toHex } from '../../../oracles/bytes.ts';
import { serialize, type TxOutput } from '../../../oracles/transaction.ts';
import { scriptParts } from '../../../oracles/script.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { decodedTransaction } from '../../support/decoded.ts';
import { CARRIER_SAT, dataScript, forgingCalls } from '../../support/forged-service.ts';
import { confirmedToken, extAddress } from '../../support/tokens.ts';
import { invariant } from '../invariant.ts';

const OP_RETURN = 0x6a;
/** Number of places at which the data of each transaction end too early, and of bytes that are changed. */
const CHANGES = 3;
const FEE_SAT = 200_000n;

/** A finding if a node refuses a call by an error of its own, whatever its text. */
function mustBeOfCall(t: Trial, method: string, answer: Answer<unknown>): void {
  if (answer.ok || !isInternalError(answer.error)) return;
  t.ok(false, `${method} failed with an internal error for altered service data: ${answer.error.message}`, {
    evidence: 'health',
    source: 'an internal error of the node',
  });
}

export const unreadableAssetInvariants: readonly Case[] = [
  invariant({
    id: 'assets-unreadable/answered',
    text: 'A node answers calls with service data that end early, go on, or have other bytes, and reads others as before.',
    methods: ['coindecoderawtransaction', 'assetnew', 'assetsend', 'assetallocationburn', ...forgingCalls],
    effect: ['wallet', 'chain'],
    evidence: 'document',
    source: 'document 3, Platform-specific coin methods',
    run: async (t) => {
      const { txid: created, asset_guid: guid } = await confirmedToken(t, { contract: t.random.hex(20) });
      const { address } = await ownAddress(t.world, 'bech32');
      const issued = await t.result('assetsend', { asset_guid: guid, address, amount: '9' });
      await t.world.mine(1);
      const burn = { asset_guid: guid, address, amount: '2', 'ext address': extAddress(t) };
      const burnt = await t.result('assetallocationburn', burn);
      await t.world.mine(1);
      const { txid: spent, vout, amountSat } = await t.world.fresh('spendable');
      for (const txid of [created, issued, burnt]) {
        const hexstring = await t.result('getrawtransaction', { txid, verbose: false });
        const shown = async (): Promise<string> => stringify((await t.result('coindecoderawtransaction', { hexstring })) as Wire);
        const before = await shown();
        const { version, outputs } = decodedTransaction(t, hexstring);
        const script = outputs.map((output) => output.script).find(([first]) => first === OP_RETURN);
        const data = script && scriptParts(script)[1]?.push;
        const receiver = outputs.find((output) => output.script[0] !== OP_RETURN);
        if (script === undefined || data === undefined || receiver === undefined)
          return t.inapplicable('the transactions of tokens, whose form the documents do not show, have no data output');
        const changed = [new Uint8Array([OP_RETURN]), joined(script, [1, 0]), dataScript(joined(data, [0]))];
        for (let count = 0; count < CHANGES; count++) {
          changed.push(dataScript(data.subarray(0, t.random.integer(1, data.length - 1))));
          const other = Uint8Array.from(data);
          other[t.random.integer(0, data.length - 1)] = t.random.pick([0, 1, 0x7f, 0x80, 0xfd, 0xff]);
          changed.push(dataScript(other));
        }
        // The documents do not say whether these are refused. They are answered, and not by an internal error.
        for (const one of changed) {
          const made: TxOutput[] = [
            { valueSat: CARRIER_SAT, script: receiver.script },
            { valueSat: 0n, script: one },
            { valueSat: amountSat - CARRIER_SAT - FEE_SAT, script: receiver.script },
          ];
          const inputs = [{ txid: spent, vout, scriptSig: new Uint8Array(), sequence: 0xffffffff, witness: [] }];
          const unsigned = toHex(serialize({ version, inputs, outputs: made, lockTime: 0 }));
          mustBeOfCall(t, 'coindecoderawtransaction', await t.call('coindecoderawtransaction', { hexstring: unsigned }));
          const { hex } = await t.result('signrawtransactionwithwallet', { hexstring: unsigned });
          mustBeOfCall(t, 'testmempoolaccept', await t.call('testmempoolaccept', { rawtxs: [hex] }));
        }
        t.equal(await shown(), before, 'what coindecoderawtransaction shows of a transaction, after it was asked for altered ones');
      }
    },
  }),
];
