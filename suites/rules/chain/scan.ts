import type { Wire } from '../../../specs/model/wire.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { At, Trial } from '../../../engine/trial.ts';

export interface Scan {
  readonly unspents: readonly { readonly txid: string; readonly vout: number; readonly scriptPubKey: string; readonly amount: Wire }[];
  readonly total_amount: Wire;
}

/** An output that a scan must find. */
export interface Paid {
  readonly txid: string;
  readonly vout: number;
  readonly amountSat: bigint;
  readonly scriptPubKey: string;
}

export type ScanObject = string | { desc: string; range: number };

/** Pays addresses, each by an output of one transaction, and confirms it. Needs no knowledge of them in the wallet. */
export async function payAll(t: Trial, addresses: readonly string[]): Promise<Paid[]> {
  const { world } = t;
  const coin = await world.fresh('spendable');
  const shareSat = coin.amountSat / BigInt(addresses.length + 1);
  const outputs = addresses.map((address, index) => ({ [address]: formatSat(shareSat - BigInt(10_000 + index * 1_000 + t.random.integer(0, 999))) }));
  const change = await world.result<string>('getrawchangeaddress');
  const paidSat = outputs.reduce((sum, output) => sum + satoshis(Object.values(output)[0] as Wire), 0n);
  const hexstring = await world.result<string>('createrawtransaction', {
    inputs: [{ txid: coin.txid, vout: coin.vout }],
    outputs: [...outputs, { [change]: formatSat(coin.amountSat - paidSat - 20_000n) }],
  });
  const { hex } = await world.result<{ hex: string }>('signrawtransactionwithwallet', { hexstring });
  const txid = await world.result<string>('sendrawtransaction', { hexstring: hex });
  await world.mine(1);
  const { vout } = await world.result<{ vout: { value: Wire; scriptPubKey: { hex: string } }[] }>('decoderawtransaction', { hexstring: hex });
  return vout.slice(0, addresses.length).map(({ value, scriptPubKey }, index) => ({ txid, vout: index, amountSat: satoshis(value), scriptPubKey: scriptPubKey.hex }));
}

export function scan(t: Trial, scanobjects: readonly ScanObject[]): Promise<Scan> {
  return t.result<Scan>('scantxoutset', { action: 'start', scanobjects: scanobjects as Wire[] });
}

/** Holds that a scan finds these outputs and no others. `standard`: what says so, where the documents do not. */
export async function finds(t: Trial, scanobjects: readonly ScanObject[], expected: readonly Paid[], what: string, standard?: string): Promise<void> {
  const at: At = standard === undefined ? {} : { evidence: 'standard', source: standard };
  const { unspents, total_amount: total } = await scan(t, scanobjects);
  const place = ({ txid, vout }: { txid: string; vout: number }): string => `${txid}:${vout}`;
  t.equal(unspents.map(place).sort(), expected.map(place).sort(), `the list of outputs found by ${what}`, { ...at, path: 'unspents' });
  for (const paid of expected) {
    const found = unspents.find((one) => place(one) === place(paid));
    if (!found) continue;
    t.equal(found.amount, formatSat(paid.amountSat), 'the amount of an output found', { path: 'unspents[].amount' });
    t.equal(found.scriptPubKey, paid.scriptPubKey, 'the script of an output found', { path: 'unspents[].scriptPubKey' });
  }
  t.equal(total, formatSat(expected.reduce((sum, { amountSat }) => sum + amountSat, 0n)), 'the total of the outputs found', { path: 'total_amount' });
}
