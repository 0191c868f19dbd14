import { describe, expect, test } from 'vitest';
import { expectNoExternalResource, expectNoForeignMarkup, expectOwnPolicy } from '../../testing/safe-page.ts';
import { goodSelfcheck, hostileSelfcheck, sampleFault, sampleSelfcheck } from '../testing/sample-selfcheck-results.ts';
import { selfcheckPage } from './page.ts';
import { headerText, headings, textOf } from '../../testing/page-text.ts';
import type { SelfcheckResults } from '../../../engine/selfcheck-results.ts';
import { selfcheckVerdict } from '../verdict.ts';

const pageOf = (results: SelfcheckResults): string => selfcheckPage(results, selfcheckVerdict(results));

const html = pageOf(sampleSelfcheck);
const good = pageOf(goodSelfcheck);

const sectionOf = (page: string, id: string): string => {
  const from = page.indexOf(`<section id="${id}"`);
  return from < 0 ? '' : textOf(page.slice(from, page.indexOf('</section>', from)));
};

describe('at a glance', () => {
  test('the title is the verdict, and what follows the share of the faults that were found', () => {
    expect(headerText(html)).toContain('50.0 % of 4 faults found');
    expect(html).toContain('<title>Pyx selfcheck: Could not be done, 50.0 % of 4 faults found, embedded</title>');
    expect(headerText(html)).toContain('The run ended early. 1 fault was not tried.');
    expect(headerText(html)).toContain('selected operators answer/*, request/left-out; a sample of 9');
  });

  test('the look is good if all was found, and bad if the figures cannot be trusted', () => {
    const lookOf = (page: string): string | undefined => /<header class="(\w+)">/.exec(page)?.[1];
    expect(lookOf(good)).toBe('good');
    expect(lookOf(pageOf({ ...goodSelfcheck, complete: false }))).toBe('neutral');
    expect(lookOf(pageOf({ ...goodSelfcheck, faults: sampleSelfcheck.faults }))).toBe('neutral');
    expect(lookOf(html)).toBe('bad');
  });

  test('problems come before all lists', () => {
    expect(headings(html)).toEqual([
      '6 faults that contradict a sentence of the documents',
      'Problems',
      'Methods',
      'Operators',
      'Not really judged: 3 items',
      'Missed: 1 fault',
    ]);
    for (const expected of ['rules/uptime/grows', 'uptime did not grow', 'TypeError: x is not a function', 'remove the entry'])
      expect(textOf(html)).toContain(expected);
  });

  test('what did not happen has no section', () => {
    expect(headings(good)).toEqual([
      '2 faults that contradict a sentence of the documents',
      'Methods',
      'Operators',
      'Not really judged: 1 item',
    ]);
  });
});

describe('lists', () => {
  test('a missed fault has its sentence, the cases that passed, and a command', () => {
    const missed = sectionOf(html, 'missed');
    expect(missed).toContain('request/left-out/listunspent.minconf');
    expect(missed).toContain('minconf: the minimum number of confirmations (document 1, listunspent)');
    expect(missed).toContain('rules/listunspent/case-8 and 3 more');
    expect(missed).toContain('npx --no-install pyx selfcheck --target embedded --method');
    expect(missed).not.toContain('include_unsafe');
  });

  test('items of which no fault was found are named with a sentence', () => {
    const judged = sectionOf(html, 'not-judged');
    expect(judged).toContain('parameters 0 % 0 of 2');
    expect(judged).toContain('result fields 100 % 2 of 2');
    expect(judged).toContain('listunspent.minconf:given : minconf: the minimum number of confirmations');
  });

  test('exceptions and faults left out have their reasons', () => {
    expect(sectionOf(html, 'exceptions')).toContain('a regtest chain has no unsafe coins');
    expect(sectionOf(html, 'out-of-scope')).toContain('further-field 1 no sentence forbids a further field');
  });

  test('all faults that contradict a sentence are listed, the missed ones first', () => {
    const statuses = Array.from(html.matchAll(/<tr data-status="([\w ]+)"/g), ([, status]) => status);
    expect(statuses).toEqual(['missed', 'excepted', 'not reached', 'untried', 'found', 'found']);
    expect(sectionOf(html, 'faults')).toContain('methods/getblock/verbosity=1 tx is missing');
    const many = pageOf({ ...goodSelfcheck, faults: Array.from({ length: 5_002 }, (_, n) => sampleFault(`answer/dropped/${n}`)) });
    expect(many.match(/<tr data-status=/g)).toHaveLength(5_000);
    expect(many).toContain('2 more are in selfcheck.json');
  });

  test('a method is coloured by the worst that became of its faults', () => {
    const cell = (method: string): string | undefined => new RegExp(`class="cell (\\w+)"[^>]*data-method="${method}"`).exec(html)?.[1];
    expect([cell('listunspent'), cell('getblock'), cell('getbalance')]).toEqual(['failed', 'untried', 'inapplicable']);
  });

  test('without its script, it has no search bar', () => {
    expect(html).toContain('<section class="tools" id="tools" hidden>');
  });
});

describe('texts of nodes and users', () => {
  const hostile = pageOf(hostileSelfcheck);
  test('are no markup', () => expectNoForeignMarkup(hostile));
  test('load nothing', () => expectNoExternalResource(hostile));
  test('have no hidden characters', () => expect(hostile).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/));
  test('cannot change the policy of the page', () => expectOwnPolicy(hostile));
});
