import type { Trial } from '../../../engine/trial.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { payByWallet } from '../../../fixtures/world/ingredients/wallet-payments.ts';
import { addressOfScript, payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { assemble } from '../../../oracles/assemble.ts';
import { fromHex, joined, toHex } from '../../../oracles/bytes.ts';
import { serializeWithWitness, type RawTransaction, type TxInput } from '../../../oracles/transaction.ts';
import { present } from '../../support/present.ts';

/** A script that an output is locked with, and what the input that spends it gives. */
export interface Program {
  /** In the words of `assemble`. */
  readonly script: string;
  /** Elements in hex, the lowest of the stack first; none by default. */
  readonly elements?: readonly string[];
  readonly sequence?: number;
  readonly lockTime?: number;
  readonly version?: number;
}

/** A script that leaves exactly these elements (words of `assemble`), the lowest first, as a program that succeeds. */
export function leaves(script: string, ...elements: readonly (string | number)[]): Program {
  const fromTop = elements.toReversed();
  return {
    script: [script, ...fromTop.map((element, index) => `${element} ${index < fromTop.length - 1 ? 'EQUALVERIFY' : 'EQUAL'}`)].join(' '),
  };
}

/** Programs that a node must let spend their outputs, and programs that it must not. */
export interface Programs {
  readonly valid: readonly Program[];
  readonly invalid: readonly Program[];
  /** What no standard forbids, though nodes of the family do not relay it: observed. */
  readonly unrelayed?: readonly Program[];
}

/** An output, and all that an input that spends it needs. */
export interface Lock {
  readonly name: string;
  readonly script: Uint8Array;
  readonly input: Partial<Pick<TxInput, 'scriptSig' | 'sequence' | 'witness'>>;
  readonly lockTime?: number;
  readonly version?: number;
}

/** Value of an output beyond the fee: more than dust. */
const SPARE_SAT = 20_000n;
/** More virtual bytes than any input here needs. */
const INPUT_VBYTES = 1_500;
const BIP68_VERSION = 2;
/** Not final, so that lock times count; without a lock of BIP 68. */
const UNLOCKED = 0xfffffffe;

/** Pays to each program in P2WSH, and checks which of them can be spent. */
export async function judgePrograms(t: Trial, { valid, invalid, unrelayed = [] }: Programs): Promise<void> {
  await judgeLocks(t, {
    valid: valid.map((program) => lockOf(t, program)),
    invalid: invalid.map((program) => lockOf(t, program)),
  });
  if (unrelayed.length === 0) return;
  const locked = await payToLocks(
    t,
    unrelayed.map((program) => lockOf(t, program)),
  );
  const allowed: string[] = [];
  for (const one of locked) if ((await tested(t, spendingOf([one]))).allowed) allowed.push(one.name);
  const seen = allowed.length === 0 ? 'none' : allowed.join('; ');
  t.observe('policy', seen, `of ${locked.length} scripts that the family does not relay, allowed: ${seen}`, 'allowed');
}

/** The program in P2WSH, with a random push before it so that no two have the same address. */
function lockOf(t: Trial, { script, elements = [], sequence, lockTime, version }: Program): Lock {
  const program = joined(assemble(`<${t.random.hex(5)}> DROP`), assemble(script));
  return {
    name: elements.length === 0 ? script : `${script} (with ${elements.join(' ')})`,
    script: payToWitnessScriptHash(program),
    input: { witness: [...elements.map(fromHex), program], ...(sequence !== undefined && { sequence }) },
    ...(lockTime !== undefined && { lockTime }),
    ...(version !== undefined && { version }),
  };
}

/** A lock that anyone can open. */
export const openLock = (t: Trial): Lock => lockOf(t, { script: '1' });

/** An output on the chain or in the mempool with the lock on it. */
export interface Locked extends Lock {
  readonly txid: string;
  readonly vout: number;
  readonly amountSat: bigint;
}

/** Pays to each lock in one transaction. `spareSat`: value of each output beyond the fee of what spends it. */
export async function payToLocks(t: Trial, locks: readonly Lock[], spareSat = SPARE_SAT): Promise<Locked[]> {
  const chain = await t.world.use('chainParameters');
  await t.world.use('funds');
  const amountSat = (await feeFor(t.world, { vbytes: INPUT_VBYTES })) + spareSat;
  const payees = locks.map(({ script }) => ({ address: addressOfScript(script, chain) ?? '', amountSat, scriptPubKey: toHex(script) }));
  const { txid, vouts } = await payByWallet(t.world, payees);
  return locks.map((lock, index) => ({ ...lock, txid, vout: vouts[index] as number, amountSat }));
}

/** Checks that testmempoolaccept allows what spends the valid locks, and nothing that spends an invalid one. */
export async function judgeLocks(
  t: Trial,
  { valid, invalid }: { readonly valid: readonly Lock[]; readonly invalid: readonly Lock[] },
): Promise<void> {
  const locked = await payToLocks(t, [...valid, ...invalid]);
  const [good, bad] = [locked.slice(0, valid.length), locked.slice(valid.length)];
  const plain = good.filter(({ lockTime, version }) => lockTime === undefined && version === undefined);
  // All at once; only if that is refused, each alone, to see which.
  const together = await tested(t, spendingOf(plain));
  const alone = together.allowed ? good.filter((one) => !plain.includes(one)) : good;
  for (const one of alone) {
    const { allowed, reason } = await tested(t, spendingOf([one]));
    t.equal(allowed, true, `allowed (reject-reason ${reason}) for a transaction that satisfies the script ${one.name}`, {
      path: 'allowed',
    });
  }
  if (alone.length === 0) t.equal(together.allowed, true, 'allowed for a transaction that satisfies all scripts', { path: 'allowed' });
  for (const one of bad) {
    const { allowed } = await tested(t, spendingOf([one]));
    t.equal(allowed, false, `allowed for a transaction that does not satisfy the script ${one.name}`, { path: 'allowed' });
  }
}

/** What testmempoolaccept says about a transaction. */
export async function tested(t: Trial, transaction: Uint8Array): Promise<{ readonly allowed: boolean; readonly reason: string }> {
  const answers = await t.result('testmempoolaccept', { rawtxs: [toHex(transaction)] });
  const { allowed, 'reject-reason': reason } = present(t, answers[0], 'testmempoolaccept returned an empty list');
  const isGiven = reason !== undefined;
  t.ok(isGiven === !allowed, `reject-reason is ${isGiven ? 'present' : 'missing'} where allowed is ${allowed}`, {
    rule: 'testmempoolaccept/reject-reason',
    path: 'reject-reason',
  });
  return { allowed, reason: reason ?? 'none' };
}

const spendingOf = (locked: readonly Locked[]): Uint8Array => serializeWithWitness(contentOf(locked));

export type Content = Pick<RawTransaction, 'version' | 'inputs' | 'outputs' | 'lockTime'>;

/** The content of a transaction that spends the outputs to the lock of the first one, and leaves for each of them a fee. */
export function contentOf(locked: readonly Locked[]): Content {
  return {
    version: locked[0]?.version ?? BIP68_VERSION,
    inputs: locked.map(({ txid, vout, input }) => ({ txid, vout, scriptSig: new Uint8Array(), sequence: UNLOCKED, witness: [], ...input })),
    outputs: [{ valueSat: SPARE_SAT * BigInt(locked.length), script: locked[0]?.script ?? new Uint8Array() }],
    lockTime: locked[0]?.lockTime ?? 0,
  };
}
