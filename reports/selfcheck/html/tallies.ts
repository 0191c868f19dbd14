import type { SelfcheckResults } from '../../../engine/selfcheck-results.ts';
import { escapeHtml } from '../../escape.ts';
import { count, counted } from '../../format.ts';
import { bar } from '../../html/bars.ts';
import { classOf, faultLooks, type FaultLook } from '../fault-look.ts';
import { sharePercent } from '../share-percent.ts';
import { foundShare, talliesBy, tallyOf, type Tally } from '../tally.ts';

const valueOf = (tally: Tally, look: FaultLook): number => tally[look === 'not reached' ? 'notReached' : look];
/** Bars begin with what was found. */
const inBars: readonly FaultLook[] = ['found', 'missed', 'excepted', 'not reached', 'untried'];

/** What is untried is the empty rest of a bar. */
const partsOf = (tally: Tally): { name: string; value: number }[] =>
  inBars.filter((look) => look !== 'untried').map((look) => ({ name: classOf[look], value: valueOf(tally, look) }));
const wholeOf = (tally: Tally): number => inBars.reduce((sum, look) => sum + valueOf(tally, look), 0);
const textOf = (tally: Tally): string =>
  faultLooks
    .filter((look) => valueOf(tally, look) > 0)
    .map((look) => `${count(valueOf(tally, look))} ${look}`)
    .join(', ');

/** All faults that contradict a sentence, with buttons that filter the lists below. */
export function totalsSection({ faults }: SelfcheckResults): string {
  const tally = tallyOf(faults);
  const button = (look: FaultLook): string =>
    `<li><button type="button" data-status="${look}" aria-pressed="false"><i class="dot ${classOf[look]}"></i>${look} <b class="num">${count(valueOf(tally, look))}</b></button></li>`;
  return `<section><h2>${counted(wholeOf(tally), 'fault that contradicts', 'faults that contradict')} a sentence of the documents</h2>
${bar(partsOf(tally), wholeOf(tally), textOf(tally), 'tall')}<ul class="legend">${inBars.map(button).join('')}</ul></section>`;
}

export function operatorsSection({ faults }: SelfcheckResults): string {
  const tallies = talliesBy('operator', faults);
  if (tallies.length === 0) return '';
  const row = ([operator, tally]: [string, Tally]): string => {
    const share = foundShare(tally);
    return [
      `<div class="row operator"><a class="break" href="#search=${encodeURIComponent(operator)}">${escapeHtml(operator)}</a>`,
      bar(partsOf(tally), wholeOf(tally), textOf(tally)),
      `<b class="num">${share === null ? '–' : sharePercent(share)}</b><span class="soft num">${escapeHtml(textOf(tally))}</span></div>`,
    ].join('');
  };
  const rows = tallies.toSorted(([, a], [, b]) => (foundShare(a) ?? 2) - (foundShare(b) ?? 2)).map(row);
  return `<section><h2>Operators <small>what was done to a call or its answer; the lowest share first</small></h2><div class="rows">${rows.join('')}</div></section>`;
}

/** The look of a method: the worst that became of one of its faults. */
const signs: { readonly [look in FaultLook]: string } = { missed: '✗', excepted: '~', 'not reached': '–', untried: '', found: '✓' };
const looksOfMethods: readonly FaultLook[] = ['missed', 'excepted', 'untried', 'found', 'not reached'];

/** A cell for each method, coloured by what became of its faults. */
export function methodsSection({ faults }: SelfcheckResults): string {
  const tallies = talliesBy('method', faults);
  if (tallies.length === 0) return '';
  const cell = ([method, tally]: [string, Tally]): string => {
    const look = looksOfMethods.find((candidate) => valueOf(tally, candidate) > 0) ?? 'untried';
    const text = escapeHtml(`${method}: ${textOf(tally)}`);
    const missed = tally.missed > 0 ? ` <b>${count(tally.missed)}</b>` : '';
    return `<a class="cell ${classOf[look]}" href="#search=${encodeURIComponent(method)}" data-method="${escapeHtml(method)}" title="${text}" aria-label="${text}">${signs[look]} ${escapeHtml(method)}${missed}</a>`;
  };
  const keys = inBars.map((look) => `<li><span class="key"><i class="dot ${classOf[look]}"></i>${signs[look]} ${look}</span></li>`);
  return `<section><h2>Methods <small>red: a fault was missed, with the number; green: all that were reached were found</small></h2><div class="cells">${tallies.map(cell).join('')}</div><ul class="legend">${keys.join('')}</ul></section>`;
}
