import { LosslessNumber, stringify } from 'lossless-json';
import type { ChainParams } from '../params.ts';
import { moneyInRange, parseAmount } from '../primitives/amount.ts';
import { scriptOf } from '../script/addresses.ts';
import { readMembers, wholeNumber } from './read-data.ts';

/** The value of `type` in the data of a proposal. */
export const PROPOSAL_TYPE = 1;
const MAX_NAME = 40;
const MIN_URL = 4;

/** What a proposal asks for. */
export interface Proposal {
  readonly name: string;
  /** Epoch seconds: it can be paid by superblocks between the two. */
  readonly startTime: number;
  readonly endTime: number;
  readonly address: string;
  readonly scriptPubKey: Buffer;
  readonly amountSat: bigint;
  readonly url: string;
}

export type ReadProposal = { readonly proposal: Proposal } | { readonly problems: readonly string[] };

/**
 * Reads the data of a proposal: JSON with the members type, name, start_epoch, end_epoch, payment_address, payment_amount
 * and url, as nodes of this family have it; document 3 does not show them. Returns all that is wrong with it.
 * @param nowSeconds with it, a proposal that has ended is wrong
 */
export function readProposal(data: Buffer, params: ChainParams, nowSeconds?: number): ReadProposal {
  const { maxProposalBytes } = params.governance;
  if (data.length > maxProposalBytes)
    return { problems: [`the data is ${data.length} bytes long; a proposal has at most ${maxProposalBytes}`] };
  const members = readMembers(data);
  if (members === undefined) return { problems: ['the data is not a JSON object'] };
  const problems: string[] = [];
  const need = <T>(name: string, value: T | undefined, expected: string): T | undefined => {
    if (value === undefined) problems.push(`${name}: expected ${expected}, ${found(members[name])}`);
    return value;
  };
  need('type', wholeNumber(members.type) === PROPOSAL_TYPE || undefined, `${PROPOSAL_TYPE} for a proposal`);
  const name = need('name', nameOf(members.name), `1 to ${MAX_NAME} letters, digits, - or _`);
  const startTime = need('start_epoch', timeOf(members.start_epoch), 'epoch seconds');
  const endTime = need('end_epoch', timeOf(members.end_epoch), 'epoch seconds');
  if (startTime !== undefined && endTime !== undefined && endTime <= startTime)
    problems.push(`end_epoch: expected a time after start_epoch, ${startTime}, found ${endTime}`);
  else if (endTime !== undefined && nowSeconds !== undefined && endTime <= nowSeconds)
    problems.push(`end_epoch: the proposal ended at ${endTime}, it is ${nowSeconds} now`);
  const { payment_address: address } = members;
  const scriptPubKey = need(
    'payment_address',
    typeof address === 'string' ? scriptOf(address, params) : undefined,
    `an address of ${params.name}`,
  );
  const amountSat = need('payment_amount', amountOf(members.payment_amount), 'a number of coins above 0 with at most 8 decimals');
  const url = need('url', urlOf(members.url), `at least ${MIN_URL} characters without spaces`);
  if (problems.length > 0) return { problems };
  // What is missing is among the problems.
  return {
    proposal: {
      name: name!,
      startTime: startTime!,
      endTime: endTime!,
      address: address as string,
      scriptPubKey: scriptPubKey!,
      amountSat: amountSat!,
      url: url!,
    },
  };
}

const MAX_SHOWN = 60;

function found(value: unknown): string {
  if (value === undefined) return 'but it is missing';
  const text = stringify(value) as string; // what JSON can hold has a text
  return `found ${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}`;
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MAX_NAME && /^[A-Za-z0-9_-]+$/.test(value) ? value : undefined;
}

function timeOf(value: unknown): number | undefined {
  const time = wholeNumber(value);
  return time !== undefined && time >= 0 ? time : undefined;
}

function amountOf(value: unknown): bigint | undefined {
  const amount = value instanceof LosslessNumber ? parseAmount(value.value) : undefined;
  return amount !== undefined && amount > 0n && moneyInRange(amount) ? amount : undefined;
}

function urlOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length >= MIN_URL && /^[\x21-\x7e]+$/.test(value) ? value : undefined;
}
