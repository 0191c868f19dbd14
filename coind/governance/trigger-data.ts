import type { ChainParams } from '../params.ts';
import { formatSat, moneyInRange, parseAmount } from '../primitives/amount.ts';
import type { TxOutput } from '../primitives/types.ts';
import { scriptOf } from '../script/addresses.ts';
import { readMembers, wholeNumber } from './read-data.ts';
import type { SuperblockSchedule } from './superblock-schedule.ts';

/** The value of `type` in the data of a trigger. */
export const TRIGGER_TYPE = 2;

/** One payment of a superblock. */
export interface TriggerPayment extends TxOutput {
  readonly address: string;
  /** The proposal that it is for. */
  readonly proposalHash: string;
}

/** What a superblock is to pay. */
export interface Trigger {
  readonly height: number;
  readonly payments: readonly TriggerPayment[];
}

export type ReadTrigger = { readonly trigger: Trigger } | { readonly problems: readonly string[] };

/**
 * Data of a trigger: JSON with the members type, event_block_height, payment_addresses, payment_amounts and
 * proposal_hashes, the last three as lists separated by `|`, as nodes of this family have it. The same payments in the same
 * order give the same bytes.
 */
export function writeTrigger({ height, payments }: Trigger): Buffer {
  const joined = (text: (payment: TriggerPayment) => string): string => payments.map(text).join('|');
  return Buffer.from(
    JSON.stringify({
      event_block_height: height,
      payment_addresses: joined(({ address }) => address),
      payment_amounts: joined(({ valueSat }) => formatSat(valueSat)),
      proposal_hashes: joined(({ proposalHash }) => proposalHash),
      type: TRIGGER_TYPE,
    }),
  );
}

/** Reads the data of a trigger. Returns what is wrong with it: it must be for a superblock, and within its budget. */
export function readTrigger(data: Buffer, schedule: SuperblockSchedule, params: ChainParams): ReadTrigger {
  const { maxDataBytes } = params.governance;
  if (data.length > maxDataBytes) return { problems: [`the data is ${data.length} bytes long; a trigger has at most ${maxDataBytes}`] };
  const members = readMembers(data);
  if (members === undefined) return { problems: ['the data is not a JSON object'] };
  const height = wholeNumber(members.event_block_height);
  const addresses = listOf(members.payment_addresses);
  const amounts = listOf(members.payment_amounts);
  const hashes = listOf(members.proposal_hashes);
  const problems: string[] = [];
  if (wholeNumber(members.type) !== TRIGGER_TYPE) problems.push(`type: expected ${TRIGGER_TYPE} for a trigger`);
  if (height === undefined || !schedule.isSuperblock(height)) problems.push('event_block_height: expected the height of a superblock');
  if (addresses.length === 0 || addresses.length !== amounts.length || addresses.length !== hashes.length)
    problems.push('payment_addresses, payment_amounts and proposal_hashes: expected equally many of each, at least one');
  const payments = addresses.flatMap((address, at): TriggerPayment[] => {
    const scriptPubKey = scriptOf(address, params);
    const valueSat = parseAmount(amounts[at] ?? '');
    const proposalHash = hashes[at] ?? '';
    if (
      scriptPubKey !== undefined &&
      valueSat !== undefined &&
      valueSat > 0n &&
      moneyInRange(valueSat) &&
      /^[0-9a-f]{64}$/.test(proposalHash)
    )
      return [{ address, scriptPubKey, valueSat, proposalHash }];
    problems.push(`payment ${at + 1}: expected an address of ${params.name}, an amount above 0 and the hash of a proposal`);
    return [];
  });
  if (problems.length > 0 || height === undefined) return { problems };
  const sumSat = payments.reduce((sum, { valueSat }) => sum + valueSat, 0n);
  const budgetSat = schedule.budgetSat(height);
  if (sumSat > budgetSat)
    return { problems: [`the payments are ${formatSat(sumSat)} together, the budget of superblock ${height} is ${formatSat(budgetSat)}`] };
  return { trigger: { height, payments } };
}

const listOf = (value: unknown): readonly string[] => (typeof value === 'string' && value !== '' ? value.split('|') : []);
