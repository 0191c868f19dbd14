import { generalPath, generalText } from '../engine/general-form.ts';
import type { Finding, Outcome } from '../engine/outcome.ts';
import { refusalCause, refusalOf } from './refusal-cause.ts';
import { unlistedPayment } from './unlisted-payments.ts';

/** The common properties of findings with one cause, judged from outside the node. */
export interface Cause {
  readonly key: string;
  /** The problem in a few words, without methods and paths. */
  readonly headline: string;
  /** Position in a list by severity: what breaks every client precedes what breaks one call. */
  readonly rank: number;
  /** The method of the finding; for a call that was refused, the called method instead of the case's. */
  readonly method: string | null;
  /** Keys of wider causes: the finding belongs to the first of them that the run has. */
  readonly joins?: readonly string[];
}

/** The rank of observations, which no document contradicts. */
export const OBSERVED_RANK = 9;
export const MISSING_METHOD = 'missing-method';
/** The JSON-RPC code of a missing method. */
const NOT_FOUND_CODE = '-32601';
const HEADLINE_CHARACTERS = 160;
/** Checks of one field against its description; the same field is described in several methods. */
const FIELD_CHECKS = new Set(['presence', 'type', 'value']);
/** The message of a check that found nothing at a path. */
const NOTHING_THERE = / is missing, (?:expected|so|and|though|but|although)\b/;

/** The message for a field that is there against its condition. */
const FORBIDDEN = / must be absent\b/;

/** What the message of a case with several commands ends with, and how one begins whose result was read by a rule. */
const AFTER_COMMANDS = /; after (?:one command|\d+ commands): .*$/;
const READ_RESULT = /^\S+(?: \S+)? returned a result that differs from the documents: /;
/** The line of its log by which a node says why it ended: see `lost-node.ts`. */
const LOG_SAYS = /; its log says: (.*?)(?=; its last lines|; not reproduced|$)/;
/** Two values that are the same in each run. */
const COMPARED_VALUES = / is \S+, expected \S+$/;

/**
 * The cause of a finding: one for each missing method (the digest merges them into one list), one for each field across
 * methods, one for each error across methods, also of a call for a prerequisite, one for a method that does not take the documented
 * arguments, one for each way in which the node ended. Different messages have different causes; values in messages are ignored.
 */
export function causeOf(outcome: Pick<Outcome, 'id' | 'method'>, finding: Finding): Cause {
  const method = refusalOf(finding)?.method ?? outcome.method;
  return { ...withoutMethod({ ...outcome, method }, finding), method };
}

function withoutMethod(outcome: Pick<Outcome, 'id' | 'method'>, finding: Finding): Omit<Cause, 'method'> {
  const { check, evidence, source, message } = finding;
  const path = finding.path === undefined || finding.path === '' ? undefined : generalPath(finding.path);
  const at = path === undefined ? '' : ` · ${path}`;
  const about = outcome.method ?? source;
  const own = (message.split('\n', 1)[0] ?? '').slice(0, 500).replace(READ_RESULT, '').replace(AFTER_COMMANDS, '');
  const headline = headlineOf(own);
  if (evidence === 'observation') return { key: `${check} · ${about}${at}`, headline: `${check}${at}`, rank: OBSERVED_RANK };
  if (check === 'died')
    return { key: `died · ${generalText(circumstancesOfDeath(outcome, message))}`, headline: deathOf(message), rank: 0 };
  if (check === 'internal') return { key: `internal · ${generalText(own)}`, headline, rank: 0 };
  // A node that hangs or breaks connections does so with every method.
  if (evidence === 'health') return { key: `${check} · ${source}`, headline, rank: 0 };
  const refusal = refusalOf(finding);
  if (check === MISSING_METHOD || refusal?.code === NOT_FOUND_CODE)
    return { key: `${MISSING_METHOD} · ${about}`, headline: `${about} is missing`, rank: 1 };
  if (refusal) {
    const { headline: text, ...cause } = refusalCause(refusal, finding);
    return { ...cause, headline: headlineOf(text), rank: 4 };
  }
  const field = path === undefined ? undefined : fieldOf(path);
  if (field !== undefined && check === 'presence' && FORBIDDEN.test(own))
    return { key: `forbidden · ${field}`, headline: `${field} must be absent`, rank: 2 };
  if (field !== undefined && (check === 'presence' || NOTHING_THERE.test(own)))
    return { key: `presence · ${field}`, headline: `${field} is missing`, rank: 2 };
  if (field !== undefined && FIELD_CHECKS.has(check)) {
    const complaint = (own.includes(' must ') ? own.slice(own.indexOf(' must ') + 1) : own).replace(/ \([^()]*\)$/, '');
    return { key: `${check} · ${field} · ${generalText(complaint)}`, headline: `${field} ${complaint}`, rank: 3 };
  }
  const unlisted = unlistedPayment(outcome.method, finding);
  if (unlisted?.key !== undefined) return { key: unlisted.key, headline: unlisted.headline, joins: unlisted.joins, rank: 5 };
  const joins = unlisted?.joins ?? (field === undefined ? [] : [`value · ${field} · must be equal to one of the allowed values`]);
  const text = outcome.method === null ? '' : generalText(own.replaceAll(outcome.method, '…'));
  if (outcome.method === null) return { key: `${check} · ${source}${at}`, headline, rank: 5, joins };
  // One rule for several fields of one answer; the message names the field.
  if (check === 'refusal' && field !== undefined)
    return { key: `${check} · ${about} · ${text.replaceAll(field, '…')}`, headline, rank: 5, joins };
  // One field that has a wrong value; the message names it in words.
  const [values] = (field !== undefined && check === 'equals' && COMPARED_VALUES.exec(text)) || [text];
  return { key: `${check} · ${about}${at} · ${values.includes('{}') ? text : values}`, headline, rank: 5, joins };
}

/** The beginning of a message, up to a word, marked where it is cut. */
function headlineOf(message: string): string {
  if (message.length <= HEADLINE_CHARACTERS) return message;
  return `${message.slice(0, HEADLINE_CHARACTERS).replace(/(?<=.{80}) \S*$/, '')} …`;
}

/** How a node ended, without its last lines. */
const deathOf = (message: string): string => headlineOf(message.split('; its last lines', 1)[0] ?? message);

/**
 * What the deaths of nodes have in common that are one cause: the line of the log that says why; else the exit code of a node that
 * ended itself while no call of the case was at work; else the call in flight, or the kind of request.
 */
function circumstancesOfDeath({ id, method }: Pick<Outcome, 'id' | 'method'>, message: string): string {
  const how = /\((exit code \d+|signal \w+)\)/.exec(message)?.[1] ?? '';
  const why = LOG_SAYS.exec(message)?.[1];
  if (why !== undefined) return `${how} · ${why}`;
  const call = / while (.+?) was in flight(?!, the first call after )/.exec(message)?.[1];
  if (how.startsWith('exit code') && call === undefined) return how;
  const isRequest = method === null && (call === undefined || /^an? /.test(call));
  return `${how} · ${isRequest ? id.split('/', 2).join('/') : (call ?? method)}`;
}

/** The name of the field at a path; undefined for an item without a name. */
export function fieldOf(path: string): string | undefined {
  return (
    path
      .split('.')
      .at(-1)
      ?.replace(/(?:\[\])+$/, '')
      .replace(/^\{\}$/, '') || undefined
  );
}
