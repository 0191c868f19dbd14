import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MutationResults } from '../../engine/mutation-results.ts';
import { specsFolder } from '../../specs/model/specs-folder.ts';
import { escapeHtml } from '../escape.ts';
import { duration } from '../format.ts';
import { baseStyles } from '../html/base-styles.ts';
import { documentHead } from '../html/document.ts';
import { pageHeader } from '../html/page-header.ts';
import { styles } from '../html/styles.ts';
import { jsonText } from '../json-text.ts';
import type { Verdict } from '../verdict.ts';

const ownStyles = 'h1 small { margin-left: .6em } mutation-test-report-app { display: block; margin: 0 2rem }';

/** Shows the report in the component, which the script before it defines. */
const SHOW = `
document.querySelector('mutation-test-report-app').report = JSON.parse(document.getElementById('report').textContent);`;

/** Built from the package mutation-testing-elements. */
const componentFile = (): string => join(specsFolder(), '../dist/mutation-test-elements.js');

/** `index.html` of the mutants of a source: the verdict above the usual page of mutation testing. One file that works without network. */
export function mutationPage(results: MutationResults, { title, headline = '', look, reasons }: Verdict): string {
  const script = readFileSync(componentFile(), 'utf8') + SHOW;
  const { target, seed, durationMs, cases, pyx } = results;
  return [
    documentHead({
      title: `Pyx selfcheck of the source: ${title}, ${headline}`,
      styles: baseStyles + styles + ownStyles,
      script,
      foreignStyles: true,
    }),
    pageHeader({
      look,
      title,
      note: headline,
      body: `<p>${escapeHtml(reasons.join(' '))}</p>`,
      facts: [
        ['target', `${target.name} ${target.subversion}`],
        ['seed', String(seed)],
        ['cases', String(cases.passed)],
        ['took', duration(durationMs)],
        ['Pyx', pyx],
      ],
    }),
    '</main>\n<mutation-test-report-app title-postfix="Pyx"></mutation-test-report-app>\n',
    // A less-than sign could end the element.
    `<script type="application/json" id="report">${jsonText(results).replaceAll('<', '\\u003c')}</script>\n`,
    `<script>${script}</script>\n</body></html>\n`,
  ].join('');
}
