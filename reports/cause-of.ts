import { generalPath, generalText } from '../engine/general-form.ts';
import type { Finding, Outcome } from '../engine/outcome.ts';

/** The common properties of findings with one cause, judged from outside the node. */
export interface Cause {
  readonly key: string;
  /** The problem in a few words, without methods and paths. */
  readonly headline: string;
  /** Position in a list by severity: what breaks every client precedes what breaks one call. */
  readonly rank: number;
  /** The method of the finding; for a method that was not found, the called method instead of the case's. */
  readonly method: string | null;
}

export const MISSING_METHOD = 'missing-method';
/** The message for a call of a missing method, and the JSON-RPC code of a missing method in other messages. */
const NOT_FOUND = /^(\S+(?: \S+)?) was refused with -32601 /;
const NOT_FOUND_CODE = /: -32601 /;
const HEADLINE_CHARACTERS = 160;
/** Checks of one field against its description; the same field is described in several methods. */
const FIELD_CHECKS = new Set(['presence', 'type', 'value']);
/** The message of a check that found nothing at a path. */
const NOTHING_THERE = / is missing, (?:expected|so|and|though|but|although)\b/;

/** The message for a field that is there against its condition. */
const FORBIDDEN = / must be absent\b/;

/**
 * The cause of a finding: one for each missing method (the digest merges them into one list), one for each field across
 * methods, one for each error across methods, one for each call during which the node died. Different messages have
 * different causes; values in messages are ignored.
 */
export function causeOf(outcome: Pick<Outcome, 'id' | 'method'>, finding: Finding): Cause {
  const method = NOT_FOUND.exec(finding.message)?.[1] ?? outcome.method;
  return { ...withoutMethod({ ...outcome, method }, finding), method };
}

function withoutMethod(outcome: Pick<Outcome, 'id' | 'method'>, finding: Finding): Omit<Cause, 'method'> {
  const { check, evidence, source, message } = finding;
  const path = finding.path === undefined || finding.path === '' ? undefined : generalPath(finding.path);
  const at = path === undefined ? '' : ` · ${path}`;
  const about = outcome.method ?? source;
  const own = (message.split('\n', 1)[0] ?? '').slice(0, 500);
  const headline = headlineOf(own);
  if (evidence === 'observation') return { key: `${check} · ${about}${at}`, headline: `${check}${at}`, rank: 9 };
  if (check === 'died')
    return { key: `died · ${generalText(callOfDeath(outcome, own))}`, headline: own.split('; its last lines', 1)[0] ?? own, rank: 0 };
  if (check === 'internal') return { key: `internal · ${generalText(own)}`, headline, rank: 0 };
  // A node that hangs or breaks connections does so with every method.
  if (evidence === 'health') return { key: `${check} · ${source}`, headline, rank: 0 };
  if (isMissing(finding)) return { key: `${MISSING_METHOD} · ${about}`, headline: `${about} is missing`, rank: 1 };
  const field = path === undefined ? undefined : fieldOf(path);
  if (field !== undefined && check === 'presence' && FORBIDDEN.test(own))
    return { key: `forbidden · ${field}`, headline: `${field} must be absent`, rank: 2 };
  if (field !== undefined && (check === 'presence' || NOTHING_THERE.test(own)))
    return { key: `presence · ${field}`, headline: `${field} is missing`, rank: 2 };
  if (field !== undefined && FIELD_CHECKS.has(check)) {
    const complaint = (own.includes(' must ') ? own.slice(own.indexOf(' must ') + 1) : own).replace(/ \([^()]*\)$/, '');
    return { key: `${check} · ${field} · ${generalText(complaint)}`, headline: `${field} ${complaint}`, rank: 3 };
  }
  const text = outcome.method === null ? '' : generalText(own.replaceAll(outcome.method, '…'));
  if (check === 'refused')
    return {
      key: `refused · ${text || source}`,
      headline: headlineOf(own.replace(/^.*? was refused/, 'refused').replace(/ where the documents describe a result$/, '')),
      rank: 4,
    };
  if (outcome.method === null) return { key: `${check} · ${source}${at}`, headline, rank: 5 };
  // One rule for several fields of one answer; the message names the field.
  if (check === 'refusal' && field !== undefined) return { key: `${check} · ${about} · ${text.replaceAll(field, '…')}`, headline, rank: 5 };
  return { key: `${check} · ${about}${at} · ${text}`, headline, rank: 5 };
}

/** The beginning of a message, up to a word, marked where it is cut. */
function headlineOf(message: string): string {
  if (message.length <= HEADLINE_CHARACTERS) return message;
  return `${message.slice(0, HEADLINE_CHARACTERS).replace(/(?<=.{80}) \S*$/, '')} …`;
}

function isMissing({ check, message }: Finding): boolean {
  return check === MISSING_METHOD || (check === 'refused' && NOT_FOUND_CODE.test(message));
}

/** The call during which the node died; without one, the first two parts of the case id. */
function callOfDeath({ id, method }: Pick<Outcome, 'id' | 'method'>, message: string): string {
  return / while (.+?) was in flight/.exec(message)?.[1] ?? method ?? id.split('/', 2).join('/');
}

/** The name of the field at a path; undefined for an item without a name. */
function fieldOf(path: string): string | undefined {
  return (
    path
      .split('.')
      .at(-1)
      ?.replace(/(?:\[\])+$/, '')
      .replace(/^\{\}$/, '') || undefined
  );
}
