import { dimensions, type Dimension } from '../../../engine/coverage.ts';
import type { FaultResult, SelfcheckResults } from '../../../engine/selfcheck-results.ts';
import { dimensionNames } from '../../dimension-names.ts';
import { escapeHtml } from '../../escape.ts';
import { count, counted, percent } from '../../format.ts';
import { bar } from '../../html/bars.ts';
import { judgedIds } from '../tally.ts';

/** Maximum number of listed items of a dimension. */
const LISTED = 400;

/** The first letter of the coverage ids of each dimension; see `engine/coverage.ts`. */
const letters: { readonly [dimension in Dimension]: string } = {
  methods: 'm',
  params: 'p',
  enumValues: 'e',
  resultFields: 'f',
  stateRows: 's',
  rules: 'r',
  limits: 'l',
  errors: 'x',
  envelope: 'v',
};

interface NotJudged {
  readonly id: string;
  readonly faults: readonly FaultResult[];
}

/** For each dimension of coverage, what some found fault shows to be judged, and the items none of whose faults was found. */
export function notJudgedSection(results: SelfcheckResults): string {
  const { judged, notJudged } = judgedIds(results);
  if (judged.length + notJudged.length === 0) return '';
  const rows = dimensions.flatMap((dimension) => {
    const isOfIt = (id: string): boolean => id.startsWith(`${letters[dimension]}:`);
    const missing = notJudged.filter(({ id }) => isOfIt(id));
    const found = judged.filter(isOfIt).length;
    return found + missing.length === 0 ? [] : [dimensionRow(dimensionNames[dimension], found, missing)];
  });
  const remark =
    'An item counts as judged when some fault of it was found; these were reached, and none was found. A rule counts when a case of it fails with some fault, by a statement of its own.';
  return `<section id="not-judged"><h2>Not really judged: ${counted(notJudged.length, 'item')} <small>${remark}</small></h2><div class="rows">${rows.join('')}</div></section>`;
}

function dimensionRow(name: string, found: number, missing: readonly NotJudged[]): string {
  const total = found + missing.length;
  const row = [
    `<span>${name}</span>`,
    bar([{ name: 'passed', value: found }], total, `${found} of ${total} ${name} are judged`),
    `<b class="num">${percent(found, total)} %</b><span class="soft num">${count(found)} of ${count(total)}</span>`,
  ].join('');
  if (missing.length === 0) return `<div class="row">${row}</div>`;
  const items = missing.slice(0, LISTED).map(({ id, faults }) => {
    const [first] = faults;
    const text = first ? `: ${escapeHtml(first.sentence.text)} <span class="soft">(${escapeHtml(first.sentence.source)})</span>` : '';
    return `<li><code>${escapeHtml(id.slice(2))}</code>${text}${first ? ` <span class="soft num">${counted(faults.length, 'fault')}</span>` : ''}</li>`;
  });
  const rest = missing.length > LISTED ? `<li>… and ${count(missing.length - LISTED)} more, in selfcheck.json</li>` : '';
  return `<details class="more"><summary class="row">${row}</summary><div class="long"><ul>${items.join('')}${rest}</ul></div></details>`;
}
