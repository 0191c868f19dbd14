import { readAllocationList } from '../../oracles/allocation-list.ts';
import { ByteReader, toHex } from '../../oracles/bytes.ts';
import { scriptParts } from '../../oracles/script.ts';
import { parseTransaction } from '../../oracles/transaction.ts';
import type { Curve } from './curve.ts';
import { PrepareError } from './errors.ts';
import type { FunderNode } from './funder-node.ts';
import type { Key } from './keys.ts';
import { ASSET_FUNDS_SAT, type Plan } from './plan.ts';
import { outputsTo, sendable, Signer, txidBytes, type Coin } from './sign.ts';

export interface IssueOptions {
  readonly plan: Plan;
  readonly funding: Key;
  readonly curve: Curve;
  /** Of the funding key. */
  readonly coins: readonly Coin[];
}

export interface IssuedAsset {
  readonly guid: number;
  /** Of the funding key: what is left of the coins, and the coin that carries all of the asset. */
  readonly coins: readonly Coin[];
}

const SYMBOL = 'PYX';
const DESCRIPTION = 'transfers of a throughput test';
/** Coins that fund the output that owns the asset. */
const FUNDING_AMOUNT = '1';
/** Payment of the wallet, assetnew, assetsend. */
const STEPS = 3;
const OP_RETURN = 0x6a;
const WITNESS_KEY_SCRIPT = /^0014([0-9a-f]{40})$/;

/**
 * Pays a wallet of the node, which creates an asset and issues `plan.units` of it to the funding key. Each step is confirmed
 * before the next one (document 3, States and transitions). Throws `PrepareError` and `NodeCallError`.
 */
export async function issueAsset(
  node: FunderNode,
  { plan, funding, curve, coins }: IssueOptions,
  onStep: (done: number, total: number) => void,
): Promise<IssuedAsset> {
  const { call } = node;
  const [wallet] = await call('listwallets');
  if (wallet === undefined)
    throw new PrepareError('the node has no loaded wallet, and only a wallet can create the asset', {
      remedy: 'load or create a wallet on the first sender, or use --kind coin',
    });
  onStep(0, STEPS);
  const leftSat = coins.reduce((sum, { valueSat }) => sum + valueSat, 0n) - plan.fundsSat(coins.length) + plan.rootSat(2);
  const payment = new Signer(curve).sign(
    coins,
    outputsTo([
      { key: await walletKey(node, wallet), valueSat: ASSET_FUNDS_SAT },
      { key: funding, valueSat: leftSat },
    ]),
  );
  await node.confirm([sendable(payment)]);
  onStep(1, STEPS);
  const supply = String(plan.units);
  // No decimal places: one unit is the smallest one.
  const created = await call('assetnew', [FUNDING_AMOUNT, SYMBOL, DESCRIPTION, '', 0, supply], { wallet });
  // Some releases return the guid as a string.
  const guid = Number(created.asset_guid ?? Number.NaN);
  if (!Number.isInteger(guid)) throw new PrepareError(`assetnew returned ${JSON.stringify(created)}, and no whole number as asset_guid`);
  await node.mineUntilConfirmed([created.txid]);
  onStep(2, STEPS);
  const txid = await call('assetsend', [guid, node.address, supply], { wallet });
  const { hex } = await call('gettransaction', [txid], { wallet });
  const issued = coinCarrying(hex, { guid, units: plan.units, script: node.script });
  await node.mineUntilConfirmed([txid]);
  onStep(3, STEPS);
  return {
    guid,
    coins: [
      { txid: txidBytes(payment), vout: 1, valueSat: leftSat, key: funding },
      { txid: Buffer.from(txid, 'hex').reverse(), ...issued, key: funding },
    ],
  };
}

/** The public key hash of a new address of the wallet. */
async function walletKey({ call }: FunderNode, wallet: string): Promise<Pick<Key, 'publicKeyHash'>> {
  const address = await call('getnewaddress', ['', 'bech32'], { wallet });
  const { scriptPubKey } = await call('getaddressinfo', [address], { wallet });
  const hash = WITNESS_KEY_SCRIPT.exec(scriptPubKey)?.[1];
  if (hash === undefined)
    throw new PrepareError(`getaddressinfo returned the script ${scriptPubKey} for a new bech32 address, which is not P2WPKH`);
  return { publicKeyHash: Buffer.from(hash, 'hex') };
}

/** The output of an assetsend that carries all of an asset. Throws `PrepareError` if there is none of this script. */
function coinCarrying(
  hex: string,
  { guid, units, script }: { readonly guid: number; readonly units: bigint; readonly script: string },
): Pick<Coin, 'vout' | 'valueSat'> {
  const { outputs } = parseTransaction(hex);
  const data = outputs.find((output) => output.script[0] === OP_RETURN);
  const list = data === undefined ? undefined : scriptParts(data.script)[1]?.push;
  const allocations = list === undefined ? [] : readAllocationList(new ByteReader(list));
  const carried = allocations.find((allocation) => allocation.guid === guid)?.outputs.find(({ amount }) => amount === units);
  const output = carried && outputs[carried.n];
  if (carried === undefined || output === undefined || toHex(output.script) !== script)
    throw new PrepareError(`the transaction of assetsend has no output with ${units} units of asset ${guid} and the script ${script}`);
  return { vout: carried.n, valueSat: output.valueSat };
}
