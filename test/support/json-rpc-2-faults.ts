import type { Deviation, Members } from './json-rpc-2-service.ts';

/** The requests of the cases: those of the client of Pyx have ids `pyx-…`. */
const ofCases = (request: Members | undefined): boolean => !String(request?.['id']).startsWith('pyx-');
const without = (answer: Members, name: string): Members => Object.fromEntries(Object.entries(answer).filter(([own]) => own !== name));
const code = (answer: Members, changed: unknown): Members => ({ ...answer, error: { ...(answer['error'] as Members), code: changed } });
const codeOf = ({ error }: Members): unknown => (error as Members | undefined)?.['code'];

/** Alters the answers to single calls of the cases. */
const single = (change: (answer: Members, request: Members | undefined) => Members): Deviation => ({
  answers: (answer, request, inBatch) => (!inBatch && ofCases(request) ? change(answer, request) : answer),
});
const results = (change: (answer: Members) => Members): Deviation =>
  single((answer, request) => ('result' in answer && request?.['method'] === 'countfruit' ? change(answer) : answer));
const unknown = (change: (answer: Members) => Members): Deviation =>
  single((answer) => (codeOf(answer) === -32601 ? change(answer) : answer));

const parse = ['error/parse/no-json', 'error/parse/truncated', 'error/parse/truncated-list'];
const invalid = ['empty-object', 'method-null', 'method-number', 'null', 'number', 'string', 'with-an-id'].map(
  (slug) => `error/invalid-request/${slug}`,
);

/** Deviations of a service from JSON-RPC 2.0, and the envelope cases that find each. */
export const faults: readonly { readonly what: string; readonly deviation: Deviation; readonly found: readonly string[] }[] = [
  { what: 'nothing', deviation: {}, found: [] },
  {
    what: 'answers in reverse order',
    deviation: { lists: (answers, list) => (list.length === 0 ? emptyList : answers.length === 0 ? undefined : [...answers].reverse()) },
    found: [],
  },
  {
    what: 'an answer to a notification',
    deviation: { notified: (answer, _, inBatch) => (inBatch || !('result' in answer) ? undefined : answer) },
    found: ['notification/of-a-call'],
  },
  {
    what: 'an answer to a notification that fails',
    deviation: { notified: (answer, _, inBatch) => (inBatch || 'result' in answer ? undefined : answer) },
    found: ['notification/of-an-unknown-method'],
  },
  {
    what: 'answers to notifications in lists',
    deviation: { notified: (answer, _, inBatch) => (inBatch ? answer : undefined) },
    found: ['batch/of-notifications', 'batch/with-a-notification'],
  },
  {
    what: 'numbers as ids returned as strings',
    deviation: results((answer) => ({ ...answer, id: answer['id'] === null ? null : String(answer['id']) })),
    found: ['id/negative', 'id/number', 'id/zero'],
  },
  {
    what: 'digits as ids returned as numbers',
    deviation: results((answer) => ({ ...answer, id: /^\d+$/.test(String(answer['id'])) ? Number(answer['id']) : answer['id'] })),
    found: ['id/digits'],
  },
  {
    what: 'an id that is false returned as null',
    deviation: results((answer) => ({ ...answer, id: answer['id'] === 0 || answer['id'] === '' ? null : answer['id'] })),
    found: ['id/empty', 'id/zero'],
  },
  { what: 'a null id returned as 0', deviation: results((answer) => ({ ...answer, id: answer['id'] ?? 0 })), found: ['id/null'] },
  {
    what: 'refusals without their id',
    deviation: unknown((answer) => ({ ...answer, id: null })),
    found: ['error/method-not-found', 'id/of-a-refusal/number', 'id/of-a-refusal/string'],
  },
  { what: 'a result beside an error', deviation: unknown((answer) => ({ ...answer, result: null })), found: ['answer/of-a-refusal'] },
  { what: 'an error beside a result', deviation: results((answer) => ({ ...answer, error: null })), found: ['answer/of-success'] },
  { what: 'no version in a result', deviation: results((answer) => without(answer, 'jsonrpc')), found: ['answer/version-of-a-result'] },
  {
    what: 'another version in an error',
    deviation: unknown((answer) => ({ ...answer, jsonrpc: '1.0' })),
    found: ['answer/version-of-an-error'],
  },
  {
    what: 'an error without a message',
    deviation: unknown((answer) => ({ ...answer, error: { code: -32601 } })),
    found: ['answer/error-object'],
  },
  {
    what: 'a code that is a text',
    deviation: unknown((answer) => code(answer, '-32601')),
    found: ['answer/error-object', 'error/method-not-found'],
  },
  { what: 'another code for an unknown method', deviation: unknown((answer) => code(answer, -1)), found: ['error/method-not-found'] },
  {
    what: 'another code for what is no JSON',
    deviation: single((answer) => (codeOf(answer) === -32700 ? code(answer, -32600) : answer)),
    found: parse,
  },
  {
    what: 'an id for what is no JSON',
    deviation: single((answer) => (codeOf(answer) === -32700 ? { ...answer, id: 1 } : answer)),
    found: parse,
  },
  {
    what: 'no id for what is no JSON',
    deviation: single((answer) => (codeOf(answer) === -32700 ? without(answer, 'id') : answer)),
    found: parse,
  },
  {
    what: 'another code for what is no request',
    deviation: single((answer, request) => (codeOf(answer) === -32600 && request === undefined ? code(answer, -32700) : answer)),
    found: ['batch/empty', ...invalid],
  },
  {
    what: 'an empty list for an empty list',
    deviation: { lists: (answers, list) => (list.length === 0 || answers.length > 0 ? answers : undefined) },
    found: ['batch/empty'],
  },
  {
    what: 'an empty list for notifications',
    deviation: { lists: (answers, list) => (list.length === 0 ? emptyList : answers) },
    found: ['batch/of-notifications'],
  },
  {
    what: 'a missing answer in a list',
    deviation: { lists: (answers, list) => (list.length === 0 ? emptyList : answers.length === 0 ? undefined : answers.slice(0, 4)) },
    found: ['batch/of-calls'],
  },
  {
    what: 'a list of one answered as a call',
    deviation: {
      lists: (answers, list) =>
        list.length === 0 ? emptyList : answers.length === 1 ? answers[0] : answers.length === 0 ? undefined : answers,
    },
    found: ['batch/of-one'],
  },
  {
    what: 'a list refused for one member',
    deviation: {
      lists: (answers, list) => {
        if (list.length === 0) return emptyList;
        if (answers.length === 0) return undefined;
        return answers.find((answer) => codeOf(answer) === -32600) ?? answers;
      },
    },
    found: ['batch/of-no-calls', 'batch/with-no-call'],
  },
  {
    what: 'another id for what is no call in a list',
    deviation: { answers: (answer, request, inBatch) => (inBatch && request === undefined ? { ...answer, id: 0 } : answer) },
    found: ['batch/of-no-calls', 'batch/with-no-call'],
  },
  {
    what: 'another code for an unknown method in a list',
    deviation: { answers: (answer, _, inBatch) => (inBatch && codeOf(answer) === -32601 ? code(answer, -1) : answer) },
    found: ['batch/of-unknown-methods'],
  },
  {
    what: 'arguments by name not read',
    deviation: {
      takes: (params) => (Array.isArray(params) || params === undefined ? params : { ...params, number: 0, loud: false, suffix: '?' }),
    },
    found: ['params/by-position-and-by-name'],
  },
  {
    what: 'no leading white space',
    deviation: { reads: (body) => (body.startsWith(' ') ? '!' : body) },
    found: ['json/whitespace-around'],
  },
  {
    what: 'no escapes',
    deviation: { reads: (body) => (body.includes('\\u') ? '!' : body) },
    found: ['json/escaped-member', 'json/escaped-method', 'json/escaped-version'],
  },
];

const emptyList = { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request' }, id: null };
