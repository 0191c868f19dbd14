import { stringify } from 'lossless-json';
import type { Wire } from '../../specs/model/wire.ts';
import type { Example, Method } from '../../specs/model/types.ts';
import { shortened } from '../format.ts';
import { callForms } from './call-forms.ts';
import type { AnsweredCall } from './examples.ts';
import { idAttribute, type PageText } from './page-text.ts';
import { codeBlock } from './code-block.ts';
import type { Manual } from './manual.ts';
import { whenWords } from './result-section.ts';

/** Longer texts within an answer are cut, and then the answer. */
const TEXT_CHARACTERS = 160;
const LIST_ITEMS = 6;
const ANSWER_CHARACTERS = 2_500;

/** Calls of a method with their answers: those that were answered when the manual was made, and those of the standard. */
export function exampleSection(manual: Manual, method: Method, text: PageText): string {
  const { examples } = manual;
  const stated = (method.examples ?? []).map((example) => statedExample(method, example, text));
  const found = examples?.methods.get(method.id);
  const answered = (found?.answered ?? []).map((call, index) => answeredExample(manual, method, call, { text, isFirst: index === 0 }));
  const why =
    examples && answered.length === 0
      ? `<p class="soft">No call was answered when the manual was made: ${text.say(found?.why ?? 'none was tried')}</p>`
      : '';
  if (stated.length === 0 && answered.length === 0 && why === '') return '';
  return `<section id="examples"><h2>Examples</h2>${answered.join('\n')}${why}${stated.length === 0 ? '' : `<h3>Of the standard</h3>${stated.join('\n')}`}</section>`;
}

function answeredExample(
  manual: Manual,
  method: Method,
  { variant: id, request, answer }: AnsweredCall,
  { text, isFirst }: { readonly text: PageText; readonly isFirst: boolean },
): string {
  const variant = method.variants.find((candidate) => candidate.id === id);
  const head = method.variants.length > 1 && variant ? `<h3>${text.say(whenWords(variant))}</h3>` : '';
  const forms = callForms(manual, method, request).map(({ language, text: code }) => `<p class="label">${language}</p>${codeBlock(code)}`);
  const calls = isFirst
    ? forms.join('')
    : `${forms[0] ?? ''}<details class="form"><summary>The same call in other forms</summary>${forms.slice(1).join('')}</details>`;
  const shown = 'result' in answer ? answer.result : { error: answer.error as unknown as Wire };
  return `${head}${calls}<p class="label">${'result' in answer ? 'Result' : 'Error'}</p>${codeBlock(answerText(shown))}`;
}

function statedExample(method: Method, { name, text: about, params, result, error, illustrative }: Example, text: PageText): string {
  const request = stringify(params as Wire) ?? '';
  const answer = error ? JSON.stringify(error) : result === undefined ? undefined : JSON.stringify(result, undefined, 2);
  return [
    `<p class="label" ${idAttribute(`example:${method.id}/${name}`)}>${text.say(about ?? name)}${illustrative === true ? ' <span class="chip">illustrative</span>' : ''}</p>`,
    codeBlock(request),
    answer === undefined ? '' : codeBlock(answer),
  ].join('');
}

/** An answer as JSON of limited length. What was left out is counted. */
export function answerText(answer: Wire): string {
  return shortened(stringify(limited(answer), undefined, 2) ?? 'null', ANSWER_CHARACTERS);
}

function limited(value: Wire): Wire {
  if (typeof value === 'string') return shortened(value, TEXT_CHARACTERS);
  if (Array.isArray(value)) {
    const items = value.slice(0, LIST_ITEMS).map(limited);
    return value.length > LIST_ITEMS + 1 ? [...items, `… (${value.length - LIST_ITEMS} more items)`] : value.map(limited);
  }
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value as { [name: string]: Wire }).map(([name, member]) => [name, limited(member)]));
}
