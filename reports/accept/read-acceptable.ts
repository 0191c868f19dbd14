import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isSeenAsExpected } from '../../engine/acceptance-record.ts';
import { journalFile, TARGET_FILE_SUITE } from '../../engine/conduct.ts';
import { isOutOfReach } from '../../specs/compare/change-rules.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { digestOf, type Digest } from '../digest.ts';
import diffSchema from '../diff/diff.schema.json' with { type: 'json' };
import type { DiffResults } from '../diff/results.ts';
import driftSchema from '../drift/drift.schema.json' with { type: 'json' };
import { evidenceLines } from '../drift/evidence-lines.ts';
import type { DriftResults } from '../drift/results.ts';
import { openFindings } from '../drift/verdict.ts';
import { whatIn } from '../entry-block.ts';
import { compact, counted } from '../format.ts';
import fuzzSchema from '../fuzz/fuzz.schema.json' with { type: 'json' };
import type { FuzzResults } from '../fuzz/results.ts';
import gateSchema from '../gate/gate.schema.json' with { type: 'json' };
import type { GateResults } from '../gate/results.ts';
import { placeOf, type FindingGroup } from '../group-findings.ts';
import { readResultsFile } from '../read-results-file.ts';
import type { Acceptable, AcceptableResults } from './acceptable.ts';

/** A folder without results that can be accepted. */
export class AcceptError extends UserError {
  override readonly name = 'AcceptError';
}

/** The results in the folder of a command; of a gate, those of its parts. Throws `AcceptError` or `JournalError`. */
export async function readAcceptable(folder: string): Promise<AcceptableResults[]> {
  if (existsSync(join(folder, 'gate.json'))) {
    const { parts } = read(folder, 'gate.json', gateSchema) as GateResults;
    const folders = parts
      .map((part) => join(folder, part.folder))
      .filter((part) => readers.some(({ file }) => existsSync(join(part, file))));
    return (await Promise.all(folders.map(readAcceptable))).flat();
  }
  const found = readers.find(({ file }) => existsSync(join(folder, file)));
  if (!found)
    throw new AcceptError(`${folder} has no results that can be accepted`, {
      remedy: 'name the output folder of pyx run, fuzz, drift, diff or gate',
    });
  return [await found.read(folder)];
}

const readers: readonly { readonly file: string; readonly read: (folder: string) => AcceptableResults | Promise<AcceptableResults> }[] = [
  { file: 'journal.jsonl', read: ofRun },
  { file: 'drift.json', read: ofDrift },
  { file: 'fuzz.json', read: ofFuzz },
  { file: 'diff.json', read: ofDiff },
];

async function ofRun(folder: string): Promise<AcceptableResults> {
  const digest = await digestOf(journalFile(folder));
  const { subversion, targetFile } = digest.start.target;
  const found = digest.failures.map(ofGroup).filter(({ differences, absent }) => differences.length + absent.length > 0);
  return {
    folder,
    command: 'run',
    subversion,
    targetFile,
    found,
    left: [...(digest.complete ? [] : [`what the run in ${folder} did not come to: it ended early`]), ...leftOf(digest)],
    isWhole: digest.start.wholeRun && digest.complete,
    // A refused argument may have been taken in an invalid form.
    isSometimes: (what) => what.check === 'value' || (what.check === 'presence' && isSeenAsExpected(what, digest.hits)),
  };
}

function ofGroup(group: FindingGroup): Acceptable {
  const { headline, severity, cases, differences, absent, methods, samples } = group;
  const [sample] = samples;
  const { finding, request, response, replay } = sample ?? {};
  return {
    command: 'run',
    headline,
    place: placeOf(group),
    severity,
    occurrences: cases,
    details: [
      ...(finding ? [['evidence', `${finding.evidence}, ${finding.source}`] as const] : []),
      ...(finding?.row === undefined ? [] : [['documented', finding.row] as const]),
      ...(finding ? [['found', finding.message] as const] : []),
      ...(request === undefined ? [] : [['request', compact(request)] as const]),
      ...(response === undefined ? [] : [['response', compact(response)] as const]),
      ...(replay === undefined ? [] : [['replay', replay] as const]),
    ],
    differences: absent === undefined ? differences : [],
    absent: absent === undefined ? [] : methods,
  };
}

/** The causes without an identity: they are accepted in other ways, or not at all. */
function leftOf({ failures, unstable }: Digest): string[] {
  const without = failures.filter(({ differences, absent }) => differences.length === 0 && absent === undefined);
  const about = without.filter(({ firstCases }) => firstCases[0]?.startsWith(`${TARGET_FILE_SUITE}/`));
  const baseline = without.filter((group) => group.evidence === 'baseline' && !about.includes(group));
  const rest = without.length - about.length - baseline.length;
  return [
    ...(about.length > 0 ? [`${counted(about.length, 'finding is', 'findings are')} about the target file itself: correct the file`] : []),
    ...(baseline.length > 0
      ? [`${counted(baseline.length, 'answer has', 'answers have')} changed since the baseline: pyx run --accept-baseline FILE`]
      : []),
    ...(rest > 0
      ? [`${counted(rest, 'cause')} cannot be accepted: a node ended by itself or is gone, or an earlier version of Pyx wrote the results`]
      : []),
    ...(unstable.length > 0 ? [`${counted(unstable.length, 'cause is', 'causes are')} unstable, and not accepted`] : []),
  ];
}

function ofDrift(folder: string): AcceptableResults {
  const results = read(folder, 'drift.json', driftSchema) as DriftResults;
  const open = openFindings(results);
  const found = open.map((finding): Acceptable => {
    const methods = [...new Set(finding.places.map(({ method }) => method))];
    const isMissing = isOutOfReach(finding.change);
    return {
      command: 'drift',
      headline: finding.headline,
      place: placeOf({ methods, source: finding.source }),
      severity: finding.class,
      occurrences: finding.places.length,
      details: evidenceLines(finding),
      differences: isMissing ? [] : (finding.differences ?? []).map(whatIn),
      absent: isMissing ? methods : [],
    };
  });
  const errors = open.filter(({ change }) => change === 'error-changed' || change === 'answer-changed').length;
  return {
    ...ofTarget(folder, 'drift', results.target),
    found: found.filter(({ differences, absent }) => differences.length + absent.length > 0),
    left: errors > 0 ? [`${counted(errors, 'answer has', 'answers have')} changed since the baseline: pyx drift --accept FILE`] : [],
  };
}

function ofFuzz(folder: string): AcceptableResults {
  const results = read(folder, 'fuzz.json', fuzzSchema) as FuzzResults;
  const failures = results.findings.filter(({ failure }) => failure);
  const found = failures.flatMap(
    ({ property, method, message, evidence, source, times, requests, answer, replay, difference }): Acceptable[] =>
      difference === undefined
        ? []
        : [
            {
              command: 'fuzz',
              headline: `${property} in ${method}`,
              place: method,
              severity: 'breaking',
              occurrences: times,
              details: [
                ['evidence', `${evidence}, ${source}`],
                ['found', message],
                ...requests.map((request) => ['request', request] as const),
                ...(answer === null ? [] : [['answer', answer] as const]),
                ...(replay === null ? [] : [['replay', replay] as const]),
              ],
              differences: [whatIn(difference)],
              absent: [],
            },
          ],
  );
  const rest = failures.length - found.length;
  return {
    ...ofTarget(folder, 'fuzz', results.target),
    found,
    left:
      rest > 0
        ? [`${counted(rest, 'finding')} of fuzzing cannot be accepted: growth of memory, or an earlier version of Pyx wrote it`]
        : [],
  };
}

function ofDiff(folder: string): AcceptableResults {
  const { a, disagreements } = readDiff(folder);
  const open = disagreements.filter(({ reason }) => reason === undefined);
  return {
    ...ofTarget(folder, 'diff', { subversion: a.subversion, targetFile: null }),
    found: open.flatMap(({ id, method, difference, differences = [] }): Acceptable[] =>
      differences.length === 0
        ? []
        : [
            {
              command: 'diff',
              headline: `${method} answers otherwise`,
              place: method,
              severity: 'breaking',
              occurrences: 1,
              details: [
                ['found', `${difference} (first · second)`],
                ['case', id],
              ],
              differences: differences.map(whatIn),
              absent: [],
            },
          ],
    ),
    left: [],
  };
}

/** The results of a comparison of two nodes. Throws `AcceptError`. */
export const readDiff = (folder: string): DiffResults => read(folder, 'diff.json', diffSchema) as DiffResults;

function ofTarget(
  folder: string,
  command: string,
  { subversion, targetFile }: { readonly subversion: string; readonly targetFile: string | null },
): Pick<AcceptableResults, 'folder' | 'command' | 'subversion' | 'targetFile' | 'isWhole' | 'isSometimes'> {
  return { folder, command, subversion, targetFile, isWhole: false, isSometimes: () => false };
}

function read(folder: string, name: string, schema: object): unknown {
  return readResultsFile(folder, {
    name,
    kind: name === 'gate.json' ? 'gate' : undefined,
    what: `the results of pyx ${name.replace('.json', '')}`,
    schema,
    remedy: 'name the output folder of the command',
    otherVersion: 'run the command again',
    error: (problem, options) => new AcceptError(problem, options),
  });
}
