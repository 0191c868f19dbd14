import type { DiffResults } from '../reports/diff/results.ts';
import { diffDocuments } from '../reports/diff/documents.ts';
import { diffVerdict } from '../reports/diff/verdict.ts';
import { counted } from '../reports/format.ts';
import { Progress } from '../reports/progress.ts';
import { namesText, type Names } from '../specs/model/names.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';
import { agreementOf } from '../suites/diff/agreement.ts';
import { knownPairNote } from '../suites/diff/known-pairs.ts';
import { readKnownFile } from '../suites/diff/known-file.ts';
import { tryNode, withFurtherTry, type TriedNode } from '../suites/diff/tried-node.ts';
import { plan, type Plan } from '../engine/plan.ts';
import type { Selection } from '../engine/selection.ts';
import type { Outcome } from '../engine/outcome.ts';
import { assertSomeCase } from './assert-some-case.ts';
import { chosenStandard } from './chosen-standard.ts';
import type { StandardFlags } from './common-options.ts';
import type { Context } from './context.ts';
import { newSeed } from './new-seed.ts';
import type { Command } from './perform.ts';
import { defaultJobs } from './default-jobs.ts';
import { openNode, type NodeSettings } from '../engine/open-node.ts';
import { NO_CHAIN } from '../engine/prepare.ts';
import type { TrialSettings } from '../engine/open-trial.ts';
import { version } from './version.ts';

export interface DiffFlags extends StandardFlags {
  readonly suite?: string[];
  readonly family?: string[];
  readonly method?: string[];
  readonly case?: string[];
  readonly exclude?: string[];
  readonly known?: string;
  /** Of both nodes, unless one has its own. */
  readonly targetFile?: string;
  readonly targetFileA?: string;
  readonly targetFileB?: string;
  readonly names?: Names;
  readonly namesA?: Names;
  readonly namesB?: Names;
  readonly seed?: number;
  readonly jobs?: number;
  readonly out?: string;
  readonly json?: boolean;
}

/** The options of `pyx diff`, and the two targets. */
export interface DiffSettings extends DiffFlags {
  readonly a: string;
  readonly b: string;
}

/** One of the two nodes, and what is known of it. */
type Side = Pick<NodeSettings, 'specification' | 'target' | 'targetFile' | 'names'>;

/** Suites whose cases make the same calls of every node. */
const DEFAULT_SUITES: readonly string[] = ['methods', 'invariants', 'rules'];

/** Attempts at cases that differ, on fresh nodes: values that a node gives by chance differ in one of them. */
const FURTHER_ATTEMPTS = 3;

/** `pyx diff A B`: sends the same generated calls to two nodes and compares their answers. */
export const diffCommand: Command<DiffSettings, DiffResults> = {
  stopping: 'stopping',
  interrupted: 'interrupted: no comparison, because it needs all answers of both nodes',
  verdict: diffVerdict,
  documents: diffDocuments,
  run: async (flags, context) => {
    const { specification, cases, notes } = chosenStandard(flags.standard);
    const all = cases(DEFAULT_SETTINGS);
    for (const note of notes) context.note(note);
    const selection: Selection = {
      suites: flags.suite ?? [...new Set(all.map(({ suite }) => suite))].filter((suite) => DEFAULT_SUITES.includes(suite)),
      families: flags.family,
      methods: flags.method,
      cases: flags.case,
      excluded: flags.exclude,
      readOnly: false,
    };
    const planned = plan(all, selection, specification);
    assertSomeCase(planned);
    const known = flags.known === undefined ? {} : readKnownFile(flags.known, context.startedAt.toISOString().slice(0, 10));
    if ((known.known ?? []).length > 0)
      context.note(
        `note: ${flags.known}: entries by cases are read for the last time in this release; pyx accept --migrate FILE DIR moves them`,
      );
    const seed = flags.seed ?? newSeed();
    const jobs = flags.jobs ?? defaultJobs();
    const first: Side = {
      specification,
      target: await context.openTarget(flags.a),
      targetFile: flags.targetFileA ?? flags.targetFile,
      names: flags.namesA ?? flags.names,
    };
    const second: Side = {
      specification,
      target: await context.openTarget(flags.b),
      targetFile: flags.targetFileB ?? flags.targetFile,
      names: flags.namesB ?? flags.names,
    };
    // Check both nodes first, so that a problem with the second is found before the first is tried.
    const subversions: string[] = [];
    for (const side of [first, second]) subversions.push(await checkTarget(side, context));
    const [a = '', b = ''] = subversions;
    const pairNote = flags.known === undefined ? knownPairNote(a, b) : undefined;
    if (pairNote !== undefined) context.note(pairNote);
    const tryBoth = async (cases: Plan, jobsOfRun: number): Promise<[TriedNode, TriedNode]> => {
      const settings = { seed, jobs: jobsOfRun };
      return [await tryTarget(first, cases, settings, context), await tryTarget(second, cases, settings, context)];
    };
    let [triedA, triedB] = await tryBoth(planned, jobs);
    let agreement = agreementOf(triedA, triedB, known);
    for (let attempt = 0; attempt < FURTHER_ATTEMPTS && agreement.disagreements.length > 0; attempt++) {
      const differing = plan(all, { ...selection, again: agreement.disagreements.map(({ id }) => id) }, specification);
      context.note('again on new nodes, as far as the answers differ:');
      const [again, other] = await tryBoth(differing, 1);
      [triedA, triedB] = [withFurtherTry(triedA, again), withFurtherTry(triedB, other)];
      agreement = agreementOf(triedA, triedB, known);
    }
    const { startedAt } = context;
    const options = optionsOf(flags);
    const results: DiffResults = {
      schemaVersion: 1,
      pyx: version,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      a: { name: triedA.name, ...triedA.info },
      b: { name: triedB.name, ...triedB.info },
      seed,
      ...(options.length > 0 && { options }),
      ...agreement,
    };
    return { results };
  },
};

/** The options that say what is known of the nodes, as the command line has them. */
function optionsOf({ targetFile, targetFileA, targetFileB, names, namesA, namesB }: DiffSettings): string[] {
  const named: readonly (readonly [option: string, value: string | undefined])[] = [
    ['--target-file', targetFile],
    ['--target-file-a', targetFileA],
    ['--target-file-b', targetFileB],
    ['--names', namesText(names)],
    ['--names-a', namesText(namesA)],
    ['--names-b', namesText(namesB)],
  ];
  return named.flatMap(([option, value]) => (value === undefined || value === '' ? [] : [option, value]));
}

/** Starts or reaches a node, checks its chain, and returns its subversion. Throws if the node cannot be tried. */
async function checkTarget({ specification, target, targetFile, names }: Side, context: Context): Promise<string> {
  const { secrets, signal } = context;
  const { info, node, targetFile: chosen } = await openNode({ specification, target, targetFile, names, secrets, signal });
  const chain = info.chain === NO_CHAIN ? '' : `, chain ${info.chain}`;
  context.note(`${target.name}: ${info.subversion || 'a node'}${chain}, target file ${chosen?.file ?? 'none'}`);
  await node.stop();
  return info.subversion;
}

async function tryTarget(
  { specification, target, targetFile, names }: Side,
  planned: Plan,
  settings: Pick<TrialSettings, 'seed' | 'jobs'>,
  context: Context,
): Promise<TriedNode> {
  const { secrets, signal } = context;
  const progress = new Progress({ stream: context.stderr, planned: planned.cases.length });
  context.note(`${counted(planned.cases.length, 'case')} on ${target.name}`);
  try {
    const onOutcome = (outcome: Outcome): void => progress.outcome(outcome);
    const tried = await tryNode(planned, { ...settings, specification, target, targetFile, names, secrets, signal, onOutcome });
    signal.throwIfAborted();
    return tried;
  } finally {
    progress.close();
  }
}
