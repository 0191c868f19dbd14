import { PROPER, body } from './hostile-answers.ts';
import type { HostileCase } from './hostile-case.ts';

const ENVELOPE = 'JSON-RPC 1.0 specification, section 1.2';

/** JSON that is not an answer of JSON-RPC 1.0 to the request. */
export const invalidEnvelopes: readonly HostileCase[] = [
  {
    name: 'a foreign id',
    answer: body('{"result":1,"error":null,"id":"other"}'),
    kind: 'foreign-id',
    evidence: 'standard',
    source: ENVELOPE,
    message: /^The id is the string "other"; expected that of the request, the string "pyx-\d+"\.$/,
  },
  {
    name: 'a number for an id',
    answer: body('{"result":1,"error":null,"id":1}'),
    kind: 'foreign-id',
    evidence: 'standard',
    source: ENVELOPE,
    message: /^The id is the number 1; expected/,
  },
  {
    name: 'null for an id',
    answer: body('{"result":1,"error":null,"id":null}'),
    kind: 'foreign-id',
    evidence: 'standard',
    source: ENVELOPE,
    message: /^The id is null; expected/,
  },
  {
    name: 'result and error at once',
    answer: body('{"result":[1],"error":{"code":-1,"message":"x"},"id":"$id"}'),
    kind: 'both',
    evidence: 'standard',
    source: ENVELOPE,
    message: /a result \(an array of 1\) and an error \(an object\)/,
  },
  {
    name: 'neither result nor error',
    answer: body('{"id":"$id"}'),
    kind: 'neither',
    evidence: 'standard',
    source: ENVELOPE,
    message: /neither of the members result and error/,
  },
  {
    name: 'no member error',
    answer: body('{"result":1,"id":"$id"}'),
    kind: 'not-an-envelope',
    evidence: 'standard',
    source: ENVELOPE,
    message: 'The answer lacks the member error.',
  },
  {
    name: 'no member id',
    answer: body('{"result":1,"error":null}'),
    kind: 'not-an-envelope',
    evidence: 'standard',
    source: ENVELOPE,
    message: 'The answer lacks the member id.',
  },
  {
    name: 'an array',
    answer: body(`[${PROPER}]`),
    kind: 'not-an-envelope',
    evidence: 'standard',
    source: ENVELOPE,
    message: /is an array of 1, not an object/,
  },
  {
    name: 'a number instead of an object',
    answer: body('1.50'),
    kind: 'not-an-envelope',
    evidence: 'standard',
    source: ENVELOPE,
    message: /is the number 1\.50, not/,
  },
  {
    name: 'a string for an error',
    answer: body('{"result":null,"error":"broken","id":"$id"}'),
    kind: 'not-an-envelope',
    evidence: 'standard',
    source: ENVELOPE,
    message: 'The error is the string "broken", not an object.',
  },
  {
    name: 'an error without a code',
    answer: body('{"result":null,"error":{"message":"broken"},"id":"$id"}', '500 No'),
    kind: 'not-an-envelope',
    evidence: 'health',
    source: /error object/,
    message: /has null for a code/,
  },
  {
    name: 'an error with a decimal code',
    answer: body('{"result":null,"error":{"code":-1.5,"message":"x"},"id":"$id"}'),
    kind: 'not-an-envelope',
    evidence: 'health',
    source: /error object/,
    message: /has the number -1\.5 for a code/,
  },
];
