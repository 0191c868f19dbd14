import type { NodeInfo } from '../../engine/prepare.ts';
import type { ReportedTarget } from '../../engine/reported-target.ts';
import { escapeHtml } from '../escape.ts';

/** A label, which is HTML, and its value, which is escaped. */
export type Fact = readonly [label: string, value: string];

/** Labels with their values, in a line. */
export function factList(facts: readonly Fact[]): string {
  return `<ul class="facts">${facts.map(([label, value]) => `<li class="break"><b>${label}</b>${escapeHtml(value)}</li>`).join('')}</ul>`;
}

/** The node under test. */
export function targetFacts(target: ReportedTarget): Fact[] {
  return [
    ['target', target.name],
    ['node', nodeText(target)],
    ['chain', target.chain],
    ['target file', target.targetFile ?? 'none'],
  ];
}

/** `/Coin:0.21/ (210000)` */
export function nodeText({ subversion, version }: Pick<NodeInfo, 'subversion' | 'version'>): string {
  return `${subversion}${version === null ? '' : ` (${version})`}`;
}

/** A time in ISO 8601 as `2026-11-23 16:59:02 UTC`. */
export function utcText(time: string): string {
  return time.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');
}
