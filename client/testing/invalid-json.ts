import { PROPER, HEAD, body, send } from './hostile-answers.ts';
import type { HostileCase } from './hostile-case.ts';

const json = (text: string): Pick<HostileCase, 'answer' | 'kind' | 'evidence'> => ({
  answer: body(text),
  kind: 'invalid-json',
  evidence: 'standard',
});

/** Bodies that are not JSON, or nested too deeply. */
export const invalidJson: readonly HostileCase[] = [
  {
    name: 'invalid JSON',
    ...json('{"result":1,,}'),
    source: 'RFC 8259, section 4',
    message: /not JSON\. Expected the name of a member in quotes, got ",", at character 12\.$/,
  },
  { name: 'an empty body', ...json(''), source: 'RFC 8259, section 2', message: 'The body is empty (status 200).' },
  {
    name: 'an HTML body',
    ...json('<html><body>Welcome</body></html>'),
    source: 'RFC 8259, section 3',
    message: /got "<", at character 0\.$/,
  },
  {
    name: 'NaN',
    ...json('{"result":NaN,"error":null,"id":"$id"}'),
    source: 'RFC 8259, section 6',
    message: /JSON has no number "NaN", at character 10\.$/,
  },
  {
    name: '-Infinity',
    ...json('{"result":-Infinity,"error":null,"id":"$id"}'),
    source: 'RFC 8259, section 6',
    message: /got "Infinity"/,
  },
  {
    name: 'a name twice',
    ...json('{"result":1,"result":1,"error":null,"id":"$id"}'),
    source: 'RFC 8259, section 4',
    message: /The name "result" occurs twice/,
  },
  {
    name: 'something after the answer',
    ...json(`${PROPER}{}`),
    source: 'RFC 8259, section 2',
    message: /After the JSON value comes "{"/,
  },
  {
    name: 'JSON that breaks off',
    ...json('{"result":"abc'),
    source: 'RFC 8259, section 7',
    message: /ends within a string, at character 14\.$/,
  },
  {
    name: 'bytes that are not UTF-8',
    answer: send(Buffer.from(`${HEAD}Content-Length: 5\r\n\r\n"\xff\xfe"\n`, 'latin1')),
    kind: 'invalid-json',
    evidence: 'standard',
    source: 'RFC 8259, section 8.1',
    message: 'The body is not UTF-8.',
  },
  {
    name: 'nesting of 100,000 levels',
    answer: body(`{"result":${'['.repeat(100_000)}${']'.repeat(100_000)},"error":null,"id":"$id"}`),
    kind: 'too-deep',
    evidence: 'health',
    source: /nesting/,
    message: 'The JSON is nested deeper than 256 levels, from character 265 on.',
  },
  {
    name: 'nesting that is never closed',
    answer: body('[{"a":'.repeat(100_000)),
    kind: 'too-deep',
    evidence: 'health',
    source: /nesting/,
    message: /deeper than 256 levels/,
  },
];
