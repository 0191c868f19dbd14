import type { Finding, Outcome } from '../engine/types.ts';

/** What findings of one cause have in common, as far as can be told from outside. */
export interface Cause {
  readonly key: string;
  /** What is wrong, in a few words; methods and places stand beside it. */
  readonly headline: string;
  /** Where the more serious ones stand in a list: what breaks every client comes before what breaks one call. */
  readonly rank: number;
  /** The method it is about: of a call that was not found the one that was called, whatever the case is about. */
  readonly method: string | null;
}

export const MISSING_METHOD = 'missing-method';
/** How the refusal of a call to a method that is not there is told, and by what it is known elsewhere (JSON-RPC's own code). */
const NOT_FOUND = /^(\S+(?: \S+)?) was refused with -32601 /;
const NOT_FOUND_CODE = /: -32601 /;
const HEADLINE_CHARACTERS = 160;
/** Checks of one field against its description; the same field is described in several methods. */
const FIELD_CHECKS = new Set(['presence', 'type', 'value']);
/** How a check that found nothing at a path says so. */
const NOTHING_THERE = / is missing, (?:expected|so|and|though)\b/;

/**
 * The cause of a finding. One for each method that is missing (the digest makes one list of them); one for a field,
 * whichever methods show it; one for an error, whichever methods answer it; one for a call that the node died in. Unlike
 * messages are unlike causes, but for the values in them.
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
  const headline = own.slice(0, HEADLINE_CHARACTERS);
  if (evidence === 'observation') return { key: `${check} · ${about}${at}`, headline: `${check}${at}`, rank: 9 };
  if (check === 'died')
    return { key: `died · ${generalText(callOfDeath(outcome, own))}`, headline: own.split('; its last lines', 1)[0] ?? own, rank: 0 };
  if (check === 'internal') return { key: `internal · ${generalText(own)}`, headline, rank: 0 };
  // A node that hangs or breaks connections does so whichever method is called.
  if (evidence === 'health') return { key: `${check} · ${source}`, headline, rank: 0 };
  if (isMissing(finding)) return { key: `${MISSING_METHOD} · ${about}`, headline: `${about} is missing`, rank: 1 };
  const field = path === undefined ? undefined : fieldOf(path);
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
      headline: own
        .replace(/^.*? was refused/, 'refused')
        .replace(/ where the documents describe a result$/, '')
        .slice(0, HEADLINE_CHARACTERS),
      rank: 4,
    };
  if (outcome.method === null) return { key: `${check} · ${source}${at}`, headline, rank: 5 };
  // One statement about several fields of one answer: each is named in its message.
  if (check === 'refusal' && field !== undefined) return { key: `${check} · ${about} · ${text.replaceAll(field, '…')}`, headline, rank: 5 };
  return { key: `${check} · ${about}${at} · ${text}`, headline, rank: 5 };
}

function isMissing({ check, message }: Finding): boolean {
  return check === MISSING_METHOD || (check === 'refused' && NOT_FOUND_CODE.test(message));
}

/** The call that the node died in; without one, the first two parts of the case's id. */
function callOfDeath({ id, method }: Pick<Outcome, 'id' | 'method'>, message: string): string {
  return / while (.+?) was in flight/.exec(message)?.[1] ?? method ?? id.split('/', 2).join('/');
}

/** The name of the field that a path leads to; undefined for an item without a name. */
function fieldOf(path: string): string | undefined {
  return (
    path
      .split('.')
      .at(-1)
      ?.replace(/(?:\[\])+$/, '')
      .replace(/^\{\}$/, '') || undefined
  );
}

/** `tx[0].vin[12].txid` is `tx[].vin[].txid`; names that are values (hashes, addresses, numbers) become `{}`. */
export function generalPath(path: string): string {
  return path
    .replace(/\[\d+\]/g, '[]')
    .replace(/\[["'][^\]]*["']\]/g, '{}')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d+)?/g, '{}')
    .replace(/[^.[\]]+/g, (name) => (isValue(name) ? '{}' : name));
}

/** A message without the values in it, which differ from call to call. The code of an error stays: it tells errors apart. */
export function generalText(text: string): string {
  return text
    .replace(/\[\d+\]/g, '[]')
    .replace(/[{[]["{[\d].*[}\]]/g, '{}') // JSON
    .replace(/\b(is|expected|answered|got|was) "[^"]*"/g, '$1 {}')
    .replace(/(?<![\w.])\/[\w./-]{6,}/g, '{}') // a path of the file system
    .replace(/(?<!refused with |error )(?<![\w.-])-?\d+(?:[.,]\d+)*(?!\w)/g, '{}')
    .replace(/\b(?:[0-9a-f]{8,}|(?=[a-z]*\d)[a-z0-9]{20,})\b/gi, '{}');
}

function isValue(name: string): boolean {
  if (/^\d+$/.test(name) || /^[0-9a-f]{16,}(?:[-:]\d+)?$/i.test(name)) return true;
  return /^[a-z0-9]{25,}$/i.test(name) && /\d/.test(name); // base58 and bech32 addresses
}
