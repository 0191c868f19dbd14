import { HEAD, drip, sendAndClose, sendAndReset } from './hostile-answers.ts';
import type { HostileCase } from './hostile-case.ts';

/** Answers that do not arrive, or not completely. */
export const brokenConnections: readonly HostileCase[] = [
  {
    name: 'silence',
    answer: () => {},
    kind: 'timeout',
    evidence: 'health',
    source: /400 ms/,
    message: 'No complete answer arrived within 400 ms: no byte came.',
  },
  {
    name: 'a slow drip of headers',
    answer: drip(`${HEAD}X-A: ${'b'.repeat(2_000)}`, 5),
    kind: 'timeout',
    evidence: 'health',
    source: /400 ms/,
    message: /only \d+ bytes of its headers/,
  },
  {
    name: 'a slow drip of the body',
    answer: (socket, request) => {
      socket.write(`${HEAD}Content-Length: 5000\r\n\r\n`);
      drip(' ', 5)(socket, request);
    },
    kind: 'timeout',
    evidence: 'health',
    source: /400 ms/,
    message: /only \d+ of 5,000 bytes of the body/,
  },
  {
    name: 'a truncated body',
    answer: sendAndClose(`${HEAD}Content-Length: 100\r\n\r\n{"result":`),
    kind: 'truncated',
    evidence: 'health',
    source: /RFC 9112, section 8/,
    message: 'The body ended after 10 of the 100 bytes announced.',
  },
  {
    name: 'a chunked body cut off',
    answer: sendAndClose(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"res\r\n`),
    kind: 'truncated',
    evidence: 'health',
    source: /RFC 9112, section 8/,
    message: /chunked body ended after 5 bytes without its last chunk/,
  },
  {
    name: 'a reset within the body',
    answer: sendAndReset(`${HEAD}Content-Length: 100\r\n\r\n{"result":`),
    kind: 'reset',
    evidence: 'health',
    source: /broke/,
    message: /ECONNRESET\) after 10 of 100 bytes of the body/,
  },
  {
    name: 'a reset within the headers',
    answer: sendAndReset(`${HEAD}Content-`),
    kind: 'reset',
    evidence: 'health',
    source: /broke/,
    message: /after 25 bytes, before the headers were complete/,
  },
  {
    name: 'a reset before the answer',
    answer: sendAndReset(''),
    kind: 'reset',
    evidence: 'health',
    source: /broke/,
    message: /ECONNRESET\) before any byte of an answer/,
  },
  {
    name: 'an end before the answer',
    answer: sendAndClose(''),
    kind: 'reset',
    evidence: 'health',
    source: /broke/,
    message: /closed the connection before any byte/,
  },
];
