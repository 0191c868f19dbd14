import type { FaultKind } from '../client/types.ts';
import { changeRules, type ChangeRuleName } from '../specs/compare/change-rules.ts';
import type { What } from './difference.ts';

/** The checks that are the same for every method, with what they find. */
const general = {
  type: 'A value has another JSON type.',
  presence: 'A field is missing, or is present where the documents forbid it.',
  value: 'A value has the documented type, and not the documented form.',
  amount: 'An amount has more than 8 decimal places.',
  column: 'A text has other columns.',
  'undocumented-field': 'A field is not in the documents.',
  refused: 'A call is refused although the documents describe a result.',
  refusal: 'A call is answered although it must be refused.',
  empty: 'A list must be empty, or must not be.',
  'per-item': 'A failed item is not reported at its place.',
  default: 'An argument that is left out has not its documented default.',
  'state-after-refusal': 'A refused call has changed the state of the node.',
  'missing-method': 'The node does not have a documented method.',
  holds: 'A statement does not hold.',
  equals: 'Two values that must be equal are not.',
} as const;

/** The checks of the node's health, and of whether an answer comes. */
const health = [
  ...(['died', 'unresponsive', 'timeout', 'start-again', 'world', 'no-http-answer', 'connection-refused', 'health'] as const),
  ...(['not-ended', 'processes-left', 'internal-error'] as const),
] as const;

const faults = [
  ...(['refused', 'reset', 'timeout', 'truncated', 'too-large', 'headers', 'redirect', 'encoding', 'invalid-json', 'too-deep'] as const),
  ...(['not-an-envelope', 'foreign-id', 'both', 'neither', 'unauthorized', 'http-status'] as const),
] satisfies readonly FaultKind[];

/** Names that tell several checks of one sentence apart. */
const labels = [
  ...([
    'abandoned',
    'activeseconds',
    'added',
    'address',
    'again',
    'allow',
    'altered',
    'answered',
    'apart',
    'balance',
    'both-lengths',
    'byte-order-mark',
  ] as const),
  ...(['carried-out', 'challenge', 'collateral', 'confirmations', 'conflicted', 'connection', 'date', 'date-form', 'delete'] as const),
  ...([
    'early',
    'endorsed',
    'ends',
    'entry',
    'fee',
    'funding',
    'head-body',
    'inputs',
    'last',
    'lastseen',
    'length-form',
    'let-in',
  ] as const),
  ...(['listed', 'malformed', 'memory-only', 'name', 'named', 'new', 'new-txid', 'next', 'no-answer', 'no-leave', 'no-result'] as const),
  ...(['not-closed', 'not-kept', 'number', 'only-one', 'order', 'origfee', 'paid', 'peer', 'pool', 'realm', 'receiver'] as const),
  ...([
    'refused-in-vain',
    'rival',
    'same-block',
    'selection',
    'served-on',
    'setup',
    'signature',
    'started',
    'status',
    'status-line',
  ] as const),
  ...([
    'stopped',
    'supply',
    'time',
    'too-long',
    'too-short',
    'transactions',
    'transfer-encoding',
    'unspent',
    'utf-8',
    'valid',
    'verb',
    'version',
  ] as const),
] as const;

/** The checks of the modes of `masternodelist`. */
type OfModes = `${'mode' | 'filter' | 'outpoint'}-${string}`;
const OF_MODES = /^(?:mode|filter|outpoint)-./;

/** The rule of what a malformed request of `pyx fuzz` shows: no sentence is about it. */
export const MALFORMED_REQUEST = 'malformed-request';

/** The checks of differences that only `pyx fuzz` meets. */
const fuzzed = ['envelope', 'state'] as const;
/** Two nodes answer a call in different ways: see `pyx diff`. */
export const OTHER_ANSWER = 'other-answer';

/** What is checked, stable between runs, and a part of the identity of a finding. */
export type CheckName =
  | keyof typeof general
  | (typeof health)[number]
  | (typeof labels)[number]
  | (typeof fuzzed)[number]
  | FaultKind
  | OfModes;

const known: ReadonlySet<string> = new Set([
  ...Object.keys(general),
  ...health,
  ...faults,
  ...labels,
  ...fuzzed,
  OTHER_ANSWER,
  ...Object.keys(changeRules),
]);

/** The names of all checks, for suggestions. */
export const checkNames: readonly string[] = [...known];

export const isCheck = (name: string): boolean => known.has(name) || OF_MODES.test(name);

/** Changes that only `pyx drift` meets: in what the node reports about itself. */
export const DESCRIBED: ReadonlySet<string> = new Set<ChangeRuleName>([
  ...(['method-added', 'help-wrong', 'param-added', 'param-inserted', 'param-removed', 'param-renamed', 'param-order-changed'] as const),
  ...(['param-became-required', 'param-became-optional', 'required-param-added', 'param-renamed-in-help'] as const),
]);

/** Whether the cases of a run can meet a difference, so that a run without it shows that it is not needed. */
export function meetsInRuns({ check, rule, argument }: What): boolean {
  if (
    rule === MALFORMED_REQUEST ||
    isOneOf(fuzzed, check) ||
    check === OTHER_ANSWER ||
    check === 'undocumented-field' ||
    Object.hasOwn(changeRules, check)
  )
    return false;
  const isHealth = isOneOf(health, check) || isOneOf(faults, check);
  return !isHealth || check === 'refused' || rule !== undefined || argument !== undefined;
}

const isOneOf = (names: readonly string[], check: string): boolean => names.includes(check);
