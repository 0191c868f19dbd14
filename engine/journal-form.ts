import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isPlausibleName } from '../specs/model/plausible-name.ts';
import { unusableJson } from '../specs/model/nesting.ts';
import { dimensions } from './coverage.ts';
import { differenceMembers } from './difference.ts';
import { fates } from './heard.ts';
import { severities } from './severity.ts';
import type { Evidence, Status } from './outcome.ts';

/** More than the client's default limit for answers, plus the nesting of the line around one. */
export const MAX_LINE_NESTING = 1_000;

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const flag = { type: 'boolean' };
/** Sums and formatted times of greater numbers have no meaning. */
const number = { type: 'number', minimum: -1e15, maximum: 1e15 };
const texts = { type: 'array', items: text };
const orNull = (schema: { readonly type: string }): Schema => ({ ...schema, type: [schema.type, 'null'] });
const mapOf = (schema: Schema): Schema => ({ type: 'object', additionalProperties: schema });

/** Other members are permitted: a later version may write them. */
function members(required: Schema, optional: Schema = {}): Schema {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional } };
}

const universe = members({
  ...Object.fromEntries(dimensions.map((dimension) => [dimension, texts])),
  untestable: mapOf(text),
  families: mapOf(text),
});

const difference = members(
  { check: text },
  { ...Object.fromEntries(differenceMembers.filter((name) => name !== 'check').map((name) => [name, text])), given: texts },
);

const finding = members(
  {
    check: text,
    evidence: { enum: ['document', 'standard', 'health', 'baseline', 'observation'] satisfies Evidence[] },
    source: text,
    message: text,
  },
  { path: text, observed: text, waiver: text, circumstance: text, row: text, difference },
);

/** A number that may equal a secret, and is then masked. */
const maskable = { type: ['number', 'string'] };
const cut = members({ characters: maskable, sha256: text, beginning: text });

/** Members that outcomes have and suspects may have. Arguments and results are what was sent, whatever it is. */
const ofCase = {
  suite: text,
  method: orNull(text),
  kind: text,
  durationMs: number,
  calls: number,
  hits: texts,
};
const perhapsOfCase = {
  reason: text,
  internal: flag,
  flaky: flag, // of earlier versions of Pyx
  retries: { type: 'array', items: members({ place: text, status: text }, { reason: text }) },
  request: members({ method: text, params: {} }, { jsonrpc: text, wallet: text, cut }),
  response: { type: 'object', properties: { cut, fault: text, excerpt: text, error: { type: 'object' } } },
  replay: text,
  latencies: mapOf(mapOf(number)),
  node: text,
  nodeLog: texts,
};

const standing = members(
  { kind: text, what: text, why: text, source: text, met: number, open: flag, cases: number, ran: flag, gone: flag, someSeeds: flag },
  { expired: text },
);

/** The form of each kind of line, by its member `t`. */
const forms: Readonly<Record<string, Schema>> = {
  start: members(
    {
      pyx: text,
      seed: orNull(number),
      startedAt: text,
      command: texts,
      target: members({ name: text, kind: text, subversion: text, chain: text, targetFile: orNull(text) }),
      planned: number,
      suites: mapOf(maskable),
      wholeRun: flag,
      universe,
    },
    {
      state: text,
      listened: members({ at: text }, { command: texts }),
      shard: members({ index: number, total: number }, { whole: universe }),
      environment: members({ cpu: text, cores: number, memoryBytes: number, os: text, node: text }),
      failOn: { enum: severities },
      rejudged: text,
      documents: members({ list: { type: 'array', items: members({ document: number, sections: texts }, { title: text }) } }, { at: text }),
    },
  ),
  note: members({ text }),
  suspect: members({ id: text, findings: { type: 'array', items: finding } }, { ...ofCase, ...perhapsOfCase }),
  outcome: members(
    {
      id: text,
      status: { enum: ['passed', 'failed', 'unstable', 'observed', 'waived', 'skipped', 'inapplicable'] satisfies Status[] },
      findings: { type: 'array', items: finding },
      ...ofCase,
    },
    perhapsOfCase,
  ),
  time: members({ what: text, ms: number }, { node: text }),
  accepted: members({ standings: { type: 'array', items: standing } }, { forShards: { type: 'array', items: standing } }),
  end: members(
    { complete: flag, durationMs: number },
    {
      stopped: text,
      commandCode: number,
      heard: members({
        connections: number,
        calls: members(Object.fromEntries(fates.map((fate) => [fate, number]))),
        clients: { type: 'array', items: members({ name: text, calls: number }) },
      }),
    },
  ),
};

const ajv = new Ajv2020({ strict: false });
const validators = new Map<string, ValidateFunction>();

/** What is wrong with a line of a journal, as it was parsed; undefined for nothing. Lines of an unknown kind are right. */
export function lineProblem(line: { readonly t: string }): string | undefined {
  // Lines with a call or an answer were read exactly, within the limit.
  const isExact = 'request' in line || 'response' in line;
  const problem = isExact ? undefined : unusableJson(line, MAX_LINE_NESTING);
  const form = Object.hasOwn(forms, line.t) ? forms[line.t] : undefined;
  if (problem !== undefined || form === undefined) return problem;
  let validate = validators.get(line.t);
  if (!validate) {
    validate = ajv.compile({
      ...form,
      required: [...(form['required'] as string[]), 'atMs'],
      properties: { ...(form['properties'] as object), atMs: number },
    });
    validators.set(line.t, validate);
  }
  return validate(line) ? undefined : textOf(validate.errors?.[0]);
}

function textOf(error: ErrorObject | undefined): string {
  const parts = error?.instancePath.split('/').slice(1) ?? [];
  const place = parts.map((part) => (isPlausibleName(part) ? part : '…')).join('/');
  return `${place === '' ? 'it' : `/${place}`} ${error?.message ?? 'does not fit'}`;
}
