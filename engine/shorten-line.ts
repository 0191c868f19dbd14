import { defined } from '../specs/model/defined.ts';
import { createHash } from 'node:crypto';
import type { Wire } from '../specs/model/wire.ts';
import { stringify } from '../client/wire-json.ts';
import type { WrittenLine } from './journal-lines.ts';
import type { CutText, Finding, ShownAnswer, ShownCall } from './outcome.ts';

/** Calls and answers of more characters are cut. Few have a thousand, but a broken node may send any amount. */
const CALL_CHARACTERS = 32_768;
/** Length of the beginning that is kept of a cut text. */
const BEGINNING_CHARACTERS = 8_192;
/** A line of a passed case with more characters is kept without its call, which is there for another judgement only. */
export const PASSED_CHARACTERS = 8_192;
const SENTENCE_CHARACTERS = 4_096;
/** Maximum number of findings kept: a list of a million items may have one for each. */
const FINDINGS = 200;

/** Returns the line with long texts cut, each with its length and hash, so that the number of cases limits the size of a journal. */
export function shortenLine(line: WrittenLine): WrittenLine {
  if (line.t === 'start')
    return { ...line, target: { ...line.target, subversion: sentence(line.target.subversion), chain: sentence(line.target.chain) } };
  if (line.t === 'note') return { ...line, text: sentence(line.text) };
  if (line.t !== 'outcome' && line.t !== 'suspect') return line;
  if (line.t === 'outcome' && line.status === 'passed') {
    const { request: _request, response: _response, ...rest } = line;
    return rest;
  }
  const { findings, reason, request, response } = line;
  const kept = findings.slice(0, FINDINGS).map(shortenFinding);
  const last = kept.at(-1);
  if (last && findings.length > kept.length)
    kept.push({ ...last, message: `${last.message} (and ${findings.length - kept.length} more findings)` });
  const retries =
    line.t === 'outcome'
      ? line.retries?.map((retry) => ({ ...retry, ...defined({ reason: retry.reason && sentence(retry.reason) }) }))
      : undefined;
  return {
    ...line,
    findings: kept,
    ...defined({
      retries,
      reason: reason && sentence(reason),
      request: request && shortenCall(request),
      response: response && shortenAnswer(response),
    }),
  };
}

function shortenFinding(finding: Finding): Finding {
  const { path, message, observed } = finding;
  return { ...finding, message: sentence(message), ...defined({ path: path && sentence(path), observed: observed && sentence(observed) }) };
}

function shortenCall(call: ShownCall): ShownCall {
  const text = stringify(call.params as Wire);
  return text.length <= CALL_CHARACTERS ? call : { ...call, params: [], cut: cut(text) };
}

function shortenAnswer(answer: ShownAnswer): ShownAnswer {
  if ('cut' in answer) return answer;
  const text = stringify(answer as unknown as Wire);
  return text.length <= CALL_CHARACTERS ? answer : { cut: cut(text) };
}

function cut(text: string): CutText {
  return { characters: text.length, sha256: hash(text), beginning: wellFormed(text.slice(0, BEGINNING_CHARACTERS)) };
}

function sentence(text: string): string {
  if (text.length <= SENTENCE_CHARACTERS) return text;
  return `${wellFormed(text.slice(0, SENTENCE_CHARACTERS))}… (${text.length} characters, sha256 ${hash(text)})`;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Without half a surrogate pair, which a cut may leave at the end. */
const wellFormed = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');
