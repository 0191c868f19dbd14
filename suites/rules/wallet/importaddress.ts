import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import { publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, serialize, txidOf } from '../../../oracles/transaction.ts';
import { rule } from '../rule.ts';
import { REPLACEABLE } from '../support/spending.ts';
import { isUnknown, isWatched } from '../support/watch-only.ts';

const watchOnly = rule({
  rule: 'importaddress/watch-only',
  effect: ['wallet', 'chain'],
  uses: ['getaddressinfo', 'listunspent'],
  run: async (t) => {
    const { addresses } = await t.world.fresh('foreignKey');
    const address = addresses[t.random.pick(['legacy', 'bech32'] as const)];
    await isUnknown(t, address);
    await t.result('importaddress', { address, label: newLabel(t.world), rescan: false });
    await isWatched(t, address);
  },
});

const hexScript = rule({
  rule: 'importaddress/hex-script',
  effect: ['wallet', 'chain'],
  uses: ['getaddressinfo', 'listunspent'],
  run: async (t) => {
    const { addresses, publicKey } = await t.world.fresh('foreignKey');
    await isUnknown(t, addresses.legacy);
    await t.result('importaddress', { address: publicKeyHashScript(publicKey), label: newLabel(t.world), rescan: false });
    await isWatched(t, addresses.legacy);
  },
});

const ownScript = rule({
  rule: 'importaddress/hex-script',
  case: 'own-as-p2sh',
  effect: ['wallet', 'chain'],
  uses: ['getaddressinfo', 'decodescript', 'getnewaddress'],
  run: async (t) => {
    const address = await t.result('getnewaddress', { label: '', address_type: 'legacy' });
    const { scriptPubKey } = await t.result('getaddressinfo', { address });
    await t.result('importaddress', { address: scriptPubKey, label: newLabel(t.world), rescan: false, p2sh: true });
    const { p2sh } = await t.result('decodescript', { hexstring: scriptPubKey });
    if (p2sh === undefined) return t.sawNothing('p2sh of a script');
    const { hex } = await t.result('getaddressinfo', { address: p2sh });
    t.equal(hex, scriptPubKey, 'hex of the P2SH address of an own script that was imported with p2sh', { path: 'hex' });
  },
});

/** Submits a transaction that is valid but need not be standard. */
async function sendOrMine(t: Trial, hexstring: string): Promise<boolean> {
  if ((await t.call('sendrawtransaction', { hexstring })).ok) return true;
  const { address } = await t.world.use('bech32Address');
  const mined = await t.world.service.call('generateblock', { output: address, transactions: [hexstring] });
  return mined.type === 'result';
}

const rawScriptChange = rule({
  rule: 'importaddress/raw-script-change',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction', 'sendrawtransaction', 'getaddressinfo', 'listaddressgroupings'],
  run: async (t) => {
    const coin = await t.world.fresh('spendable');
    const script = `08${t.random.hex(8)}7551`; // push, OP_DROP, OP_1: not a standard script
    await t.result('importaddress', { address: script, label: '', rescan: false });
    const { scriptPubKey } = await t.world.result('getaddressinfo', { address: await newChangeAddress(t.world) });
    const { addresses } = await t.world.fresh('foreignKey');
    const payee = await t.world.result('getaddressinfo', { address: addresses.bech32 });
    const paidSat = BigInt(t.random.integer(10_000_000, 30_000_000));
    const outputs = [
      { valueSat: 20_000_000n, script: fromHex(script) },
      { valueSat: paidSat, script: fromHex(payee.scriptPubKey) },
      { valueSat: coin.amountSat - paidSat - 20_000_000n - (await feeFor(t.world)), script: fromHex(scriptPubKey) },
    ];
    const inputs = [{ txid: coin.txid, vout: coin.vout, sequence: REPLACEABLE, scriptSig: new Uint8Array(), witness: [] }];
    const hexstring = toHex(serialize({ version: 2, inputs, outputs, lockTime: 0 }));
    const { hex } = await t.world.result('signrawtransactionwithwallet', { hexstring });
    if (!(await sendOrMine(t, hex)))
      return t.inapplicable('this node accepts no output with a non-standard script, neither in its pool nor in a block');
    const args = { txid: txidOf(parseTransaction(hex)), include_watchonly: true };
    const { details } = await t.result('gettransaction', args);
    const places = [...new Set(details.map(({ vout }) => vout))].sort();
    t.equal(places, [1], 'the list of outputs in details (output 0 pays the imported script, output 2 is change)', { path: 'details' });
    // The script asks for no signature. A wallet that has seen it spent still lists its addresses.
    const spending = toHex(
      serialize({
        version: 2,
        inputs: [{ txid: args.txid, vout: 0, sequence: REPLACEABLE, scriptSig: new Uint8Array(), witness: [] }],
        outputs: [{ valueSat: 20_000_000n - (await feeFor(t.world)), script: fromHex(payee.scriptPubKey) }],
        lockTime: 0,
      }),
    );
    if (!(await sendOrMine(t, spending))) return;
    await t.world.mine(1);
    t.ok((await t.result('listaddressgroupings')).length > 0, 'listaddressgroupings lists no address of a wallet that was paid');
  },
});

export const importaddressRules: readonly Case[] = [watchOnly, hexScript, ownScript, rawScriptChange];
