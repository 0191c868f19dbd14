import type { Universe } from '../../engine/coverage.ts';

/** What a run shows of something that the standard states, the worst first. */
export const marks = ['failed', 'unstable', 'waived', 'judged', 'passed', 'covered', 'untried', 'untestable'] as const;
export type MarkName = (typeof marks)[number];

/** What each of them means, for the legend. */
export const markMeanings: { readonly [name in MarkName]: string } = {
  failed: 'a finding of the run is about it',
  unstable: 'a finding is about it that did not repeat',
  waived: 'it differs, and the target file accepts that',
  judged: 'it held; a selfcheck has shown that its cases find a fault of it',
  passed: 'it held; no selfcheck says more',
  covered: 'calls had it, and a selfcheck found no fault of it: only covered, not judged',
  untried: 'no case of the run reached it',
  untestable: 'no trial can show it, or the target has none',
};

/** In addition to the colour. */
export const markSigns: { readonly [name in MarkName]: string } = {
  failed: '✗',
  unstable: '≈',
  waived: '~',
  judged: '✓',
  passed: '✓',
  covered: '·',
  untried: '○',
  untestable: '–',
};

/** A finding of a run, with what of the standard it is about. All texts are those of the journal: masked, and not escaped. */
export interface RunFinding {
  readonly look: 'failed' | 'unstable' | 'waived';
  /** Neutral id of the method. */
  readonly method: string | undefined;
  /** Ids of coverage. */
  readonly about: readonly string[];
  readonly message: string;
  readonly source: string;
  /** Why it is accepted. */
  readonly waiver?: string;
  /** The first case that has it, how many there are, and the command that runs the first one again. */
  readonly case: string;
  readonly cases: number;
  readonly replay?: string;
}

/** One run that is marked in a manual. */
export interface ManualRun {
  /** The node, in a few words: `process:litecoind`, or its version. */
  readonly name: string;
  /** The folder, as it was named. */
  readonly folder: string;
  readonly startedAt: string;
  /** `seed 7` */
  readonly origin: string;
  /** Of a part of all cases. */
  readonly isPart: boolean;
  readonly universe: Universe;
  readonly hits: ReadonlySet<string>;
  readonly judgedIds: { readonly judged: ReadonlySet<string>; readonly notJudged: ReadonlySet<string> } | undefined;
  readonly findings: readonly RunFinding[];
}

/** What a run shows of one thing. */
export interface Mark {
  readonly name: MarkName;
  /** Its findings, by their place in those of the run. */
  readonly findings: readonly number[];
  /** Why it cannot be shown. */
  readonly reason?: string;
}

/**
 * What a run shows of something with these ids of coverage, all of which must have been covered. A finding counts more than calls that
 * were answered.
 */
export function markOf(run: ManualRun, ids: readonly string[]): Mark {
  const { universe, hits, judgedIds } = run;
  const found = run.findings.flatMap(({ about }, index) => (about.some((id) => ids.includes(id)) ? [index] : []));
  const worst = marks.find((name) => found.some((index) => run.findings[index]?.look === name));
  if (worst !== undefined) return { name: worst, findings: found };
  const [first] = ids.flatMap((id) => (Object.hasOwn(universe.untestable, id) ? [universe.untestable[id] as string] : []));
  if (first !== undefined) return { name: 'untestable', findings: [], reason: first };
  if (ids.length === 0 || !ids.every((id) => hits.has(id))) return { name: 'untried', findings: [] };
  if (!judgedIds) return { name: 'passed', findings: [] };
  if (ids.some((id) => judgedIds.notJudged.has(id))) return { name: 'covered', findings: [] };
  return { name: ids.some((id) => judgedIds.judged.has(id)) ? 'judged' : 'passed', findings: [] };
}
