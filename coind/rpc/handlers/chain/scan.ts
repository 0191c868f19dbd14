import type { Methods, TxOutSetScan } from '../../../../specs/model/generated/methods.d.ts';
import type { Outpoint } from '../../../primitives/types.ts';
import type { Coin } from '../../../chain/types.ts';
import { parseDescriptor, type Descriptor } from '../../../descriptors/descriptor.ts';
import type { NodeContext } from '../../../node-context.ts';
import type { Turns } from '../../../turns.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';

/** A running scan. */
interface Scan {
  /** 0 to 100. */
  progressPercent: number;
  aborted: boolean;
}

type ScanObject = Methods['scantxoutset']['params']['scanobjects'][number];

const DEFAULT_RANGE = 1000;
const MAX_RANGE = 1_000_000;
/** Share of key derivation in the progress: nearly all of the work. */
const DERIVING_PERCENT = 90;

/** The running scan of each node; a node has at most one. */
const scans = new WeakMap<NodeContext, Scan>();

/** Scans of the set of unspent outputs (document 2, Blockchain and memory pool). */
export const scanHandlers: Handlers<'scantxoutset'> = {
  async scantxoutset({ action, scanobjects }, { node }) {
    const running = scans.get(node);
    if (action === 'status') return running ? { progress: Math.floor(running.progressPercent) } : null;
    if (action === 'abort') {
      if (running) running.aborted = true;
      return running !== undefined;
    }
    if (running) throw new RpcError(RpcCode.invalidParameter, 'Scan already in progress, use action "abort" or "status"');
    const scan: Scan = { progressPercent: 0, aborted: false };
    scans.set(node, scan);
    try {
      const scripts = await scriptsOf(
        scanobjects.map((object) => ranged(object, node)),
        scan,
        node.beginWork(),
      );
      return found(node, scripts);
    } finally {
      scans.delete(node);
    }
  },
};

interface RangedDescriptor {
  readonly descriptor: Descriptor;
  /** The last index to derive, from 0. */
  readonly last: number;
}

function ranged(object: ScanObject, { params, curve }: NodeContext): RangedDescriptor {
  const { desc, range } = typeof object === 'string' ? { desc: object, range: DEFAULT_RANGE } : object;
  if (range < 0 || range > MAX_RANGE) throw new RpcError(RpcCode.invalidParameter, 'range out of range');
  const descriptor = parseDescriptor(desc, params, curve);
  return { descriptor, last: descriptor.isRange ? range : 0 };
}

/** The keys of the scripts to search for. Throws `RpcError` -1 if the scan is aborted, so that no partial result is returned. */
async function scriptsOf(descriptors: readonly RangedDescriptor[], scan: Scan, turns: Turns): Promise<ReadonlySet<string>> {
  const scripts = new Set<string>();
  const count = descriptors.reduce((sum, { last }) => sum + last + 1, 0);
  let done = 0;
  for (const { descriptor, last } of descriptors) {
    for (let index = 0; index <= last; index++) {
      for (const script of descriptor.scripts(index)) scripts.add(keyOf(script));
      done += 1;
      if (!turns.over) continue;
      scan.progressPercent = (DERIVING_PERCENT * done) / count;
      await turns.next();
      if (scan.aborted) throw new RpcError(RpcCode.misc, 'The scan was aborted');
    }
  }
  return scripts;
}

/** Searches synchronously, because the set must not change meanwhile. */
function found({ chain }: NodeContext, scripts: ReadonlySet<string>): TxOutSetScan {
  const unspents: { readonly outpoint: Outpoint; readonly coin: Coin }[] = [];
  for (const [outpoint, coin] of chain.coins()) if (scripts.has(keyOf(coin.scriptPubKey))) unspents.push({ outpoint, coin });
  const totalSat = unspents.reduce((sum, { coin }) => sum + coin.valueSat, 0n);
  return {
    unspents: unspents.map(({ outpoint: { txid, vout }, coin: { scriptPubKey, valueSat, height } }) => ({
      txid,
      vout,
      scriptPubKey: scriptPubKey.toString('hex'),
      amount: new Amount(valueSat),
      height,
    })),
    total_amount: new Amount(totalSat),
  };
}

/** The script as a set key. One character for each byte is the fastest form. */
const keyOf = (script: Buffer): string => script.toString('latin1');
