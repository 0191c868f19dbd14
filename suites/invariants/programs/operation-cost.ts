import { satoshis } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { multisigScript } from '../../../oracles/addresses.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { serialize } from '../../../oracles/transaction.ts';
import { invariant } from '../invariant.ts';
import { keyHashScript, lockedCoins, prevtxOf, type LockedCoin } from '../recomputed/locked-coins.ts';
import { payToLocks, tested } from './program.ts';

/** A signature operation outside of a witness costs as much as four in it (BIP 141). */
const OUTSIDE = 4;
/** What an operation of several keys counts where the number of its keys is not looked at. */
const MOST_KEYS = 20;
/** Weight units that each operation in a witness takes at least. */
const WEIGHT_OF_OPERATION = 20;
/** Outputs of one of three keys: so many that their operations weigh more than the bytes of the transaction. */
const SHARED_OUTPUTS = 15;
const SHARED_SAT = 8_000n;
const FINAL = 0xffffffff;

/** What the operations of an input cost; those of bare scripts count where the coin is made. */
const costOf = ({ keys, segwit, redeemScript }: LockedCoin): number =>
  segwit ? keys.length : redeemScript === undefined ? 0 : keys.length * OUTSIDE;

async function judge(t: Trial): Promise<void> {
  // Bare scripts of one key and of several pay no address.
  const made = (await lockedCoins(t)).coins.filter(({ name }) => name !== 'P2PK' && name !== 'multisig');
  const paid = await payToLocks(
    t,
    made.map(({ name, output: { script } }) => ({ name, script, input: {} })),
  );
  const coins = made.map((coin, index): LockedCoin => {
    const { txid = '', vout = 0, amountSat = 0n } = paid[index] ?? {};
    return { ...coin, txid, vout, output: { ...coin.output, valueSat: amountSat } };
  });
  const publicKeys = coins.flatMap(({ keys }) => keys).map(({ publicKey }) => fromHex(publicKey));
  const sumSat = coins.reduce((sum, { output }) => sum + output.valueSat, 0n) - SHARED_SAT * BigInt(SHARED_OUTPUTS);
  const shared = { valueSat: SHARED_SAT, script: multisigScript(1, publicKeys.slice(0, 3)) };
  const inputs = coins.map(({ txid, vout }) => ({ txid, vout, scriptSig: new Uint8Array(), sequence: FINAL, witness: [] }));
  const paying = async (feeSat: bigint): Promise<Uint8Array> => {
    const outputs = [
      ...Array.from({ length: SHARED_OUTPUTS }, () => shared),
      { valueSat: sumSat - feeSat, script: keyHashScript(publicKeys) },
    ];
    const { hex } = await t.world.result('signrawtransactionwithkey', {
      hexstring: toHex(serialize({ version: 2, lockTime: 0, inputs, outputs })),
      privkeys: coins.flatMap(({ keys }) => keys).map(({ wif }) => wif),
      prevtxs: coins.map(prevtxOf),
    });
    return fromHex(hex);
  };
  const cost = coins.reduce((sum, coin) => sum + costOf(coin), 0) + OUTSIDE * (SHARED_OUTPUTS * MOST_KEYS + 1);
  const minSat = satoshis((await t.result('getmempoolinfo')).mempoolminfee);
  const leastSat = (minSat * BigInt((cost * WEIGHT_OF_OPERATION) / 4)) / 1_000n;
  const enough = await tested(t, await paying(leastSat));
  const less = await tested(t, await paying(leastSat - 1n));
  const seen = `${enough.allowed ? 'allowed' : 'refused'}, ${less.allowed ? 'allowed' : 'refused'}`;
  t.observe('policy', seen, `with the fee of its signature operations, and with a satoshi less: ${seen}`, 'allowed');
}

export const programOperationCostInvariants: readonly Case[] = [
  invariant({
    id: 'programs/operation-cost',
    text: 'Whether a transaction must pay for its signature operations where they weigh more than its bytes: those of inputs by their keys, of outputs by the most.',
    effect: ['wallet'],
    evidence: 'standard',
    source: 'observed: what a node relays is no standard; BIP 16 and BIP 141 say how operations are counted',
    methods: ['testmempoolaccept', 'getmempoolinfo'],
    run: judge,
  }),
];
