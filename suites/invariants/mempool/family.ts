import type { Trial } from '../../../engine/trial.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, serializeWithWitness, txidOf, vsizeOf, wtxidOf, type RawTransaction } from '../../../oracles/transaction.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { PoolModel } from '../../support/pool-model.ts';
import { REPLACEABLE } from '../../support/replaceability.ts';
import { contentOf, openLock, payToLocks, type Locked } from '../programs/program.ts';
import { poolEntries, poolEntry, poolTransaction } from './reading.ts';

/** Value of a coin: enough for the outputs and fees of a chain of transactions. */
const COIN_SAT = 10_000_000n;
const LEAST_FEE_SAT = 1_000;

/** Methods that holding a family against the node calls. */
export const familyCalls = [
  'getmempoolentry',
  'generatetoaddress',
  'getrawmempool',
  'getmempoolinfo',
  'gettxout',
  'getrawtransaction',
] as const;

/** A transaction of which the harness knows all. */
export interface Member {
  readonly txid: string;
  readonly transaction: RawTransaction;
  readonly feeSat: bigint;
  /** Its outputs, which anyone can spend unless `lastScript` was given. */
  readonly outputs: readonly Locked[];
}

/** Outputs of each transaction of which the value is asked: more than most have. */
const OUTPUTS_ASKED = 3;

/** Confirmed coins that anyone can spend. */
export async function confirmedCoins(t: Trial, count: number, valueSat = COIN_SAT): Promise<Locked[]> {
  const coins = await payToLocks(
    t,
    Array.from({ length: count }, () => openLock(t)),
    valueSat,
  );
  await t.world.mine(1);
  return coins;
}

/** How a member spends. */
export interface Spending {
  /** Number of outputs of the same value; 1 by default. */
  readonly outputs?: number;
  /** By default some satoshis a virtual byte, of random size. */
  readonly feeSat?: bigint;
  /** By input; by default all signal that they are replaceable. */
  readonly sequences?: readonly number[];
  readonly lockTime?: number;
  /** Of the last output; by default it can be spent by anyone, as the others. */
  readonly lastScript?: Uint8Array;
  /** Value of each output but the last, which has the rest. */
  readonly smallSat?: bigint;
}

/** A transaction that spends the coins, not sent. */
export function memberOf(t: Trial, coins: readonly Locked[], spending: Spending = {}): Member {
  const { outputs = 1, feeSat, sequences, lockTime = 0, lastScript, smallSat } = spending;
  const content = contentOf(coins);
  const [first] = coins as [Locked];
  const heldSat = sumSat(coins.map((coin) => coin.amountSat));
  const inputs = content.inputs.map((input, index) => ({ ...input, sequence: sequences?.[index] ?? REPLACEABLE }));
  const paying = (paidSat: bigint): RawTransaction => {
    const valueSat = smallSat ?? (heldSat - paidSat) / BigInt(outputs);
    // What is left is the first output's, or the last one's beside small ones.
    const rest = smallSat === undefined ? 0 : outputs - 1;
    const values = Array.from({ length: outputs }, (_, n) => (n === rest ? heldSat - paidSat - valueSat * BigInt(outputs - 1) : valueSat));
    const paid = values.map((value, n) => ({ valueSat: value, script: n === outputs - 1 ? (lastScript ?? first.script) : first.script }));
    return parseTransaction(serializeWithWitness({ ...content, inputs, outputs: paid, lockTime }));
  };
  const feeOf = feeSat ?? BigInt(vsizeOf(paying(0n)) * t.random.integer(8, 12) + t.random.integer(LEAST_FEE_SAT, 2 * LEAST_FEE_SAT));
  const transaction = paying(feeOf);
  const txid = txidOf(transaction);
  return {
    txid,
    transaction,
    feeSat: feeOf,
    outputs: transaction.outputs.map(({ valueSat }, vout) => ({ ...first, txid, vout, amountSat: valueSat })),
  };
}

/** Transactions of one case, which alone spend their outputs, as the pool has to show them. */
export class Family {
  readonly #t: Trial;
  readonly #members = new Map<string, Member>();
  readonly #transactions = new Map<string, RawTransaction>();
  readonly #deltas = new Map<string, bigint>();
  readonly model: PoolModel;

  constructor(t: Trial) {
    this.#t = t;
    this.model = new PoolModel(t, this.#transactions);
  }

  get members(): readonly Member[] {
    return [...this.#members.values()];
  }

  add(...members: readonly Member[]): void {
    for (const member of members) {
      this.#members.set(member.txid, member);
      this.#transactions.set(member.txid, member.transaction);
    }
  }

  /** Forgets transactions that are not in the pool any more. */
  remove(...txids: readonly string[]): void {
    for (const txid of txids) {
      this.#members.delete(txid);
      this.#transactions.delete(txid);
    }
  }

  /** Makes a transaction, and sends it. */
  async send(coins: readonly Locked[], spending: Spending = {}): Promise<Member> {
    const member = memberOf(this.#t, coins, spending);
    await this.sendMember(member);
    return member;
  }

  async sendMember(member: Member): Promise<void> {
    const txid = await this.#t.result('sendrawtransaction', { hexstring: toHex(member.transaction.bytes) });
    this.#t.equal(txid, member.txid, 'the txid from sendrawtransaction');
    this.add(member);
  }

  /** Sends transactions that spend coins and one another at random. */
  async grow(coins: readonly Locked[], count: number): Promise<void> {
    const open = [...coins];
    for (let made = 0; made < count; made += 1) {
      // One of the last, so that chains become long, and others from anywhere.
      const spent = [open.splice(this.#t.random.integer(Math.max(0, open.length - 3), open.length - 1), 1)[0]!];
      for (let more = this.#t.random.integer(0, 2); more > 0 && open.length > 0; more -= 1)
        spent.push(open.splice(this.#t.random.integer(0, open.length - 1), 1)[0]!);
      open.push(...(await this.send(spent, { outputs: this.#t.random.integer(1, 3) })).outputs);
    }
  }

  /** Mines a block of what the pool has. */
  async mine(): Promise<void> {
    const { address } = await this.#t.world.use('unownedAddress');
    const { ok } = await this.#t.call('generatetoaddress', { nblocks: 1, address });
    this.#t.ok(ok, 'the node makes no block while the pool has these transactions', {
      evidence: 'standard',
      source: 'consensus of the family: what a pool accepts is valid in the next block',
    });
  }

  /** Adds to the fee by which the node selects a transaction for a block. */
  async putOff(txid: string, deltaSat: bigint): Promise<void> {
    await this.#t.world.result('prioritisetransaction', { txid, fee_delta: Number(deltaSat) });
    const total = (this.#deltas.get(txid) ?? 0n) + deltaSat;
    if (total === 0n) this.#deltas.delete(txid);
    else this.#deltas.set(txid, total);
  }

  /** Holds the pool against the members, all of which must be in it, and no transaction of `gone`. */
  async judge(when: string, gone: readonly string[] = []): Promise<void> {
    const t = this.#t;
    const entries = await poolEntries(t);
    for (const txid of gone) t.ok(!Object.hasOwn(entries, txid), `the transaction ${txid} is in the pool ${when}`);
    for (const { txid, transaction, feeSat } of this.members) {
      const entry = entries[txid];
      if (!t.ok(entry !== undefined, `the transaction ${txid} is not in the pool ${when}`) || entry === undefined) continue;
      const [before, after] = [this.model.ancestors(txid), this.model.descendants(txid)];
      // Some releases show the size under another name, which the cases of the entry report.
      if (entry.size !== undefined)
        t.equal(entry.size, vsizeOf(transaction), `size of a transaction in the pool ${when}`, { path: 'size' });
      const compared = [
        ['wtxid', entry.wtxid, wtxidOf(transaction)],
        ['depends', [...entry.depends].sort(), this.model.parents(txid).sort()],
        ['spentby', [...entry.spentby].sort(), this.model.children(txid).sort()],
        ['ancestorcount', entry.ancestorcount, before.length],
        ['ancestorsize', entry.ancestorsize, this.model.vsize(before)],
        ['descendantcount', entry.descendantcount, after.length],
        ['descendantsize', entry.descendantsize, this.model.vsize(after)],
        ['fees.base', entry.fees.base, formatSat(feeSat)],
      ] as const;
      for (const [path, said, wanted] of compared) t.equal(said, wanted, `${path} of a transaction in the pool ${when}`, { path });
      const modifiedSat = feeSat + (this.#deltas.get(txid) ?? 0n);
      t.equal(amountSat(t, entry.fees.modified, 'fees.modified'), modifiedSat, `fees.modified of a transaction in the pool ${when}`, {
        path: 'fees.modified',
      });
      this.#judgeSum('ancestor', amountSat(t, entry.fees.ancestor, 'fees.ancestor'), { txid, relatives: before, when });
      this.#judgeSum('descendant', amountSat(t, entry.fees.descendant, 'fees.descendant'), { txid, relatives: after, when });
    }
    if (this.members.length > 0) {
      const one = t.random.pick(this.members).txid;
      t.equal(await poolEntry(t, one), entries[one], `the entry of getmempoolentry (compared with getrawmempool) ${when}`);
    }
    await this.#judgeInfo(Object.keys(entries), when);
    await this.#judgeOutputs(when);
  }

  /** The documents say for counts and sizes only whether the transaction itself is included, and not which fees are added up. */
  #judgeSum(
    name: 'ancestor' | 'descendant',
    saidSat: bigint,
    { txid, relatives, when }: { readonly txid: string; readonly relatives: readonly string[]; readonly when: string },
  ): void {
    const base = (id: string): bigint => this.#members.get(id)?.feeSat ?? 0n;
    const modified = (id: string): bigint => base(id) + (this.#deltas.get(id) ?? 0n);
    const sums = [base, modified].flatMap((fee) => {
      const all = sumSat(relatives.map(fee));
      return [all, all - fee(txid)];
    });
    this.#t.ok(
      sums.includes(saidSat),
      `fees.${name} is ${saidSat} sat ${when}, expected ${sums[0]} with the transaction itself or ${sums[1]} without`,
      { path: `fees.${name}` },
    );
  }

  async #judgeInfo(txids: readonly string[], when: string): Promise<void> {
    const t = this.#t;
    const { size, bytes } = await t.result('getmempoolinfo');
    // Other users of a node may have sent transactions meanwhile.
    if (!t.target.capabilities.startNodes && size !== txids.length) return;
    t.equal(size, txids.length, `size in getmempoolinfo (compared with getrawmempool) ${when}`, { path: 'size' });
    let [virtual, whole] = [0, 0];
    for (const txid of txids) {
      const member = this.#transactions.get(txid);
      const sizes = member ? { vsize: vsizeOf(member), size: member.bytes.length } : await poolTransaction(t, txid);
      virtual += sizes.vsize;
      whole += sizes.size;
    }
    // The documents leave open whether bytes are virtual bytes.
    t.ok(
      bytes === virtual || bytes === whole,
      `bytes in getmempoolinfo is ${bytes} ${when}, expected ${virtual} (virtual sizes) or ${whole} (sizes)`,
      { path: 'bytes' },
    );
  }

  /** An output of a member is there until another member spends it. */
  async #judgeOutputs(when: string): Promise<void> {
    const t = this.#t;
    const spent = new Set(this.members.flatMap(({ transaction }) => transaction.inputs.map(({ txid, vout }) => `${txid}:${vout}`)));
    for (const { outputs } of this.members) {
      for (const { txid, vout, amountSat: valueSat } of outputs.slice(0, OUTPUTS_ASKED)) {
        const shown = await t.result('gettxout', { txid, n: vout, include_mempool: true });
        const wanted = spent.has(`${txid}:${vout}`) ? null : formatSat(valueSat);
        t.equal(shown?.value ?? null, wanted, `value in gettxout (null if it is spent) of an output in the pool ${when}`, {
          path: 'value',
        });
      }
    }
  }
}
