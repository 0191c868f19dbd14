import { join } from 'node:path';
import { nearest } from '../specs/model/nearest.ts';
import { UserError } from '../specs/model/user-error.ts';
import { Allure } from './allure.ts';
import type { Digest } from './digest.ts';
import { HtmlPage } from './html/page.ts';
import { Junit } from './junit.ts';
import type { Sink } from './sink.ts';

/** A report of a run that can be chosen. `results.json`, `summary.md` and the journal are always written: others read them. */
export interface RunReport {
  /** Written where none is chosen. */
  readonly byDefault: boolean;
  /** Begins the report in the output folder of the run. `digest`: what the run came to. */
  create(outDir: string, digest: Digest): Sink | Promise<Sink>;
}

const all = new Map<string, RunReport>([
  ['html', { byDefault: true, create: (outDir, digest) => new HtmlPage(join(outDir, 'index.html'), digest) }],
  ['junit', { byDefault: true, create: (outDir, digest) => Junit.create(join(outDir, 'junit.xml'), digest) }],
  // Thousands of files.
  ['allure', { byDefault: false, create: (outDir, digest) => new Allure(join(outDir, 'allure-results'), digest) }],
]);

/** A name that no report has. */
export class ReportNameError extends UserError {
  override readonly name = 'ReportNameError';
}

/** Adds a report. Returns false if there is one of this name. */
export function addReport(name: string, report: RunReport): boolean {
  if (all.has(name) || name === EVERY) return false;
  all.set(name, report);
  return true;
}

/** In place of all names. */
const EVERY = 'all';

/** The names of all reports. */
export const reportNames = (): readonly string[] => [...all.keys()];

/** Names of the reports that are written where none is chosen. */
export const defaultReports = (): readonly string[] => [...all].filter(([, { byDefault }]) => byDefault).map(([name]) => name);

/** The reports with these names, or all of them. Throws `ReportNameError`. */
export function reportsNamed(names: readonly string[]): readonly RunReport[] {
  const unknown = names.find((name) => name !== EVERY && !all.has(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, reportNames(), 1)[0];
    throw new ReportNameError(`there is no report "${unknown}"`, {
      remedy: `${near === undefined ? '' : `did you mean ${near}? `}the names are ${reportNames().join(', ')}, and ${EVERY}`,
    });
  }
  return [...all].filter(([name]) => names.includes(name) || names.includes(EVERY)).map(([, report]) => report);
}
