import { existsSync } from 'node:fs';
import { journalFile } from '../../engine/conduct.ts';
import type { Universe } from '../../engine/coverage.ts';
import type { Difference } from '../../engine/difference.ts';
import { failuresOf } from '../../engine/failures.ts';
import { readJournal } from '../../engine/journal.ts';
import type { Finding, Outcome } from '../../engine/outcome.ts';
import { defined } from '../../specs/model/defined.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { digestOf, type DigestOptions } from '../digest.ts';
import { nodeText } from '../html/facts.ts';
import { originText } from '../run-origin.ts';
import { settled } from '../settled-lines.ts';
import type { ManualRun, RunFinding } from './run-marks.ts';

/** A folder that has no run of the standard whose manual is made. */
export class ManualRunError extends UserError {
  override readonly name = 'ManualRunError';
}

/** Findings that are kept of one method: a node without a wallet has the same one in hundreds of cases. */
const KEPT = 40;
/** Kinds of ids that a rule of a finding may be of. */
const STATEMENTS = ['r', 's', 'l', 'x', 'v'] as const;

/** The standard of a manual, as runs know it. */
export interface StatedUniverse {
  /** Everything that the standard states. */
  readonly universe: Universe;
  /** It is one of a user. */
  readonly isOfUser: boolean;
}

/**
 * Reads what the run in a folder shows of a standard. Throws `ManualRunError` for a folder
 * without a run, and for a run of another standard, and `JournalError`.
 */
export async function readManualRun(folder: string, stated: StatedUniverse, judged?: DigestOptions['judged']): Promise<ManualRun> {
  const journal = journalFile(folder);
  if (!existsSync(journal))
    throw new ManualRunError(`--results: ${folder} has no journal.jsonl`, { remedy: 'name the output folder of pyx run' });
  const digest = await digestOf(journal, { judged });
  const { start, hits, judgedIds } = digest;
  const known = idsIn(stated.universe);
  const unknown = [...idsIn(start.universe)].filter((id) => !known.has(id));
  if (unknown.length > 0 || (start.ownStandard === true) !== stated.isOfUser) throw otherStandard(folder, unknown);
  const findings = new Map<string, RunFinding>();
  const ofMethod = new Map<string, number>();
  for await (const line of settled(readJournal(journal))) {
    if (line.t !== 'outcome') continue;
    for (const { finding, look } of shownFindings(line)) {
      const { difference, message, source, waiver } = finding;
      const method = difference?.method ?? line.method ?? undefined;
      const about = idsAbout(difference, method, known);
      const key = [look, method, ...about, about.length > 1 ? generalOf(difference) : message].join('\n');
      const before = findings.get(key);
      const count = ofMethod.get(method ?? '') ?? 0;
      if (!before && count >= KEPT) continue;
      if (!before) ofMethod.set(method ?? '', count + 1);
      findings.set(key, {
        ...(before ?? { look, method, about, message, source, case: line.id, ...defined({ waiver, replay: line.replay }) }),
        cases: (before?.cases ?? 0) + 1,
      });
    }
  }
  const { target, startedAt, wholeRun, universe } = start;
  const name = `${target.name} ${nodeText(target)}`;
  return {
    name,
    folder,
    startedAt,
    origin: originText(start),
    isPart: !wholeRun,
    universe,
    hits,
    judgedIds,
    findings: [...findings.values()],
  };
}

const generalOf = (difference: Difference | undefined): string => `${difference?.check ?? ''} ${difference?.found ?? ''}`;

function shownFindings(outcome: Outcome): { finding: Finding; look: RunFinding['look'] }[] {
  const waived = outcome.findings.filter(({ waiver }) => waiver !== undefined).map((finding) => ({ finding, look: 'waived' as const }));
  const { status } = outcome;
  if (status !== 'failed' && status !== 'unstable') return waived;
  return [...failuresOf(outcome).map((finding) => ({ finding, look: status })), ...waived];
}

/** The ids of what a finding is about, as far as the standard has them: its method, and the parts of it. */
export function idsAbout(difference: Difference | undefined, method: string | undefined, known: ReadonlySet<string>): string[] {
  const { rule, argument, value, path, variant } = difference ?? {};
  const ids = rule === undefined ? [] : STATEMENTS.map((kind) => `${kind}:${rule}`);
  if (method !== undefined) {
    if (path !== undefined) ids.push(...fieldsAt(method, variant, path, known));
    const place = argument?.replace(/\.(?:item|value)(?=\.|$)/g, '');
    if (place !== undefined && path === undefined) {
      ids.push(`p:${method}.${place}:given`);
      if (value !== undefined) ids.push(`e:${method}.${place}=${value}`);
    }
  }
  if (method !== undefined) ids.push(`m:${method}`);
  return ids.filter((id) => known.has(id));
}

function fieldsAt(method: string, variant: string | undefined, path: string, known: ReadonlySet<string>): string[] {
  if (variant !== undefined) return [`f:${method}#${variant}:${path}`];
  return [...known].filter((id) => id.startsWith(`f:${method}#`) && id.endsWith(`:${path}`));
}

/** All ids of a universe. */
export function idsIn({ untestable: _, families: _families, ...dimensions }: Universe): ReadonlySet<string> {
  return new Set(Object.values(dimensions).flat());
}

function otherStandard(folder: string, unknown: readonly string[]): ManualRunError {
  const which = unknown.length === 0 ? '' : `: this one does not have ${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ' …' : ''}`;
  return new ManualRunError(`--results: ${folder} is a run of another standard, or of another edition${which}`, {
    remedy: 'name a run of this standard, or name the standard of the run with --standard',
  });
}
