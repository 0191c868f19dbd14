import type { Secrets } from '../../client/mask.ts';
import { maskLine } from '../../engine/mask-line.ts';
import { OpenedTrial, openTrial, runOptions, type TrialSettings } from '../../engine/open-trial.ts';
import type { Plan } from '../../engine/plan.ts';
import type { OpenedNode } from '../../engine/open-node.ts';
import type { RunEvent } from '../../engine/run-event.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { isOutOfReach } from '../../specs/compare/change-rules.ts';
import type { Names } from '../../specs/model/names.ts';
import { goneEntries, withAcceptance, type GoneEntry } from './accepted.ts';
import { AskedNode } from './asked-node.ts';
import { brandOf, spokenText } from './brand-of.ts';
import { errorItems, errorOf, errorsSeedOf } from './error-items.ts';
import type { DriftItem } from './items.ts';
import { lostNodesOf, type LostNode } from '../support/lost-nodes.ts';
import { outcomeItems } from './outcome-items.ts';
import { surveyItems } from './survey-items.ts';
import { surveyNode, type Survey } from './survey.ts';

export interface DriftOptions extends TrialSettings {
  /** The cases of the probing run. */
  readonly plan: Plan;
  /** Observe every error a second time with other values, to learn which texts depend on values: before they are accepted. */
  readonly observeTwice?: boolean;
  readonly onOpened: (opened: OpenedNode) => void;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly onNote: (text: string) => void;
}

/** The differences between the specification and a node, and what was seen of the node. Secrets are masked. */
export interface Drift {
  readonly opened: OpenedNode;
  readonly names: Names;
  readonly survey: Survey;
  readonly items: readonly DriftItem[];
  /** Nodes that died or stopped answering. */
  readonly lost: readonly LostNode[];
  /** Cases that could not be run, by reason. */
  readonly untried: Readonly<Record<string, number>>;
  /** Accepted differences that no longer occur; none if only a part of the methods was probed. */
  readonly gone: readonly GoneEntry[];
  /** Code and message of each refusal, by case: several, if it was probed several times. */
  readonly errors: ReadonlyMap<string, readonly string[]>;
  readonly seed: number;
  readonly cases: number;
  /** The run came to its end: it was not interrupted, and there was a node for it. */
  readonly complete: boolean;
  /** Everything was compared: only then is something that was not seen not there. */
  readonly whole: boolean;
}

/** Some errors depend on values that the node draws: one that changed must not come back in so many probes on fresh nodes. */
const CONFIRMATIONS = 5;

/**
 * Compares a node with the specification, both ways: what it reports about itself (`surveyNode`), and a probing run of
 * generated cases. Errors that changed are probed again on fresh nodes. Throws as `openTrial` does.
 */
export async function drift(options: DriftOptions): Promise<Drift> {
  const { specification, plan, secrets, readOnly = false, target } = options;
  const first = await openTrial(options);
  const { opened } = first;
  options.onOpened(opened);
  const asked = new AskedNode(opened.node, target.capabilities.startNodes ? () => first.options.target.start('default') : undefined);
  const survey = async (names: Names): Promise<Survey> =>
    surveyNode(asked, { specification, names, callUnknown: target.capabilities.startNodes && !readOnly, readOnly });
  let seen = await survey(first.names);
  // Questions that an interruption has ended are no loss of the node.
  options.signal?.throwIfAborted();
  const { names, spoken } = brandOf(options, seen, first.names);
  if (names !== first.names) {
    options.onNote(`the node has its methods under another brand: ${spoken.map(spokenText).join('; ')}`);
    seen = await survey(names);
    options.signal?.throwIfAborted();
  }
  const described = surveyItems(specification, seen, names, first.absent);
  const absent = new Map(first.absent);
  for (const item of described)
    if (isOutOfReach(item.change) && !absent.has(item.method))
      absent.set(item.method, `The node does not have it (${item.evidence.text}).`);
  const listed = new Set(described.filter(({ change }) => change === 'method-added').map(({ method }) => method));
  for (const method of listed) absent.delete(method);
  const probing = new OpenedTrial(opened, { ...first.options, names, absent, firstNode: asked.node }); // another node than at the beginning if that was lost
  const run = await probe(probing, plan, options);
  const { changed, errors, again } = await compareErrors(probing, plan, options, run);
  const runs = [run, ...again];
  const items = [
    ...described,
    ...run.outcomes.flatMap((outcome) => outcomeItems(specification, maskedOutcome(outcome, secrets))),
    ...changed,
  ];
  const accepted = { acceptances: first.options.judge.acceptances, drift: opened.targetFile?.drift ?? [] };
  const judged = withAcceptance(items, accepted, specification);
  const lost = [...asked.lost, ...runs.flatMap((probed) => probed.lost)];
  const untried = counts(runs.flatMap((probed) => probed.untried.map((reason) => secrets.mask(reason))));
  const complete = runs.every((probed) => probed.complete);
  const whole = complete && lost.length === 0 && Object.keys(untried).length === 0;
  return {
    opened,
    names,
    survey: seen,
    items: judged.map((item) => masked(item, secrets)),
    lost: lost.map((lostNode) => ({ ...lostNode, message: secrets.mask(lostNode.message) })),
    untried,
    gone: plan.whole && whole ? goneEntries(judged, accepted, specification) : [],
    errors: new Map([...errors].map(([id, texts]) => [id, texts.map((text) => secrets.mask(text))])),
    seed: options.seed,
    cases: run.outcomes.length - run.untried.length,
    complete,
    whole,
  };
}

interface ComparedErrors extends Pick<Drift, 'errors'> {
  /** Errors that differ from those in the target file each time. */
  readonly changed: readonly DriftItem[];
  /** The runs that were made for them. */
  readonly again: readonly Probed[];
}

/** Compares the errors of a run with those in the target file, and probes those that differ again. */
async function compareErrors(trial: OpenedTrial, plan: Plan, options: DriftOptions, run: Probed): Promise<ComparedErrors> {
  const { specification, seed } = options;
  const { targetFile } = trial.opened;
  const { errors: known = {} } = targetFile ?? {};
  const errorsSeed = errorsSeedOf(targetFile);
  const { replay } = runOptions({ ...options, seed: errorsSeed }, trial.opened);
  const itemsOf = (found: Probed['errors']): ReturnType<typeof errorItems> => errorItems(specification, found, known, (id) => replay(id));
  const errors = new Map([...run.errors].map(([id, text]) => [id, [text]]));
  const again: Probed[] = [];
  const probeOnce = async (ids: readonly string[], withSeed: number): Promise<Probed> => {
    const probed = await probeAgain(trial, plan, new Set(ids), { options, seed: withSeed });
    again.push(probed);
    for (const [id, text] of probed.errors) errors.set(id, [...new Set([...(errors.get(id) ?? []), text])]);
    return probed;
  };
  const goesOn = (): boolean => [run, ...again].every(({ complete }) => complete);
  if (options.observeTwice === true && goesOn()) await probeOnce([...errors.keys()], seed + 1);
  let changed = itemsOf(run.errors);
  for (let round = 0; round < CONFIRMATIONS && changed.length > 0 && goesOn(); round++) {
    const ids = changed.map(({ caseId }) => caseId);
    // With the seed of the earlier observation, whose texts may depend on it.
    const still = itemsOf((await probeOnce(ids, errorsSeed)).errors);
    changed = still.filter(({ caseId }) => ids.includes(caseId));
  }
  return { changed: changed.map(({ caseId: _, ...item }) => item), errors, again };
}

const counts = (texts: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(texts)].map((text) => [text, texts.filter((other) => other === text).length]));

interface Probed extends Pick<Drift, 'lost' | 'complete'> {
  readonly outcomes: readonly Outcome[];
  /** The reasons of the cases that could not be run. */
  readonly untried: readonly string[];
  readonly errors: ReadonlyMap<string, string>;
}

async function probe(trial: OpenedTrial, plan: Plan, { onOutcome, onNote }: DriftOptions): Promise<Probed> {
  const outcomes: Outcome[] = [];
  const errors = new Map<string, string>();
  const untried: string[] = [];
  let stopped = false;
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'stopped') stopped = true;
    if (event.type === 'note') onNote(event.text);
  };
  const cases = trial.run(plan, {
    onEvent,
    onTried: (testCase, calls) => {
      const error = errorOf(testCase, calls);
      // The last run of a case counts: that before it did not repeat, or its node was lost.
      if (error === undefined) errors.delete(testCase.id);
      else errors.set(testCase.id, error);
    },
  });
  for await (const outcome of cases) {
    outcomes.push(outcome);
    onOutcome(outcome);
    const { id, status, retries, reason = '' } = outcome;
    if (status === 'skipped') untried.push(reason);
    if (lostNodesOf(outcome).length > 0 && (retries?.at(-1)?.status ?? 'failed') === 'failed') errors.delete(id); // lost in its last run too
  }
  return { outcomes, errors, lost: outcomes.flatMap((outcome) => lostNodesOf(outcome)), untried, complete: !stopped };
}

/** Runs some cases again for their errors, on a fresh node if the target can start one. */
async function probeAgain(
  trial: OpenedTrial,
  plan: Plan,
  ids: ReadonlySet<string>,
  { options, seed }: { readonly options: DriftOptions; readonly seed: number },
): Promise<Probed> {
  const cases = plan.cases.filter(({ id }) => ids.has(id));
  options.onNote(`probing ${cases.length} errors again`);
  const { firstNode: _, ...others } = trial.options;
  const again = new OpenedTrial(trial.opened, { ...(trial.options.target.capabilities.startNodes ? others : trial.options), seed });
  return probe(again, { cases, whole: false }, { ...options, onOutcome: () => undefined });
}

function maskedOutcome(outcome: Outcome, secrets: Secrets): Outcome {
  const { t: _, atMs: __, ...rest } = maskLine({ t: 'outcome', atMs: 0, ...outcome }, secrets) as { t: string; atMs: number } & Outcome;
  return rest;
}

function masked(item: DriftItem, secrets: Secrets): DriftItem {
  const { evidence } = item;
  return {
    ...item,
    before: secrets.mask(item.before),
    after: secrets.mask(item.after),
    evidence: { ...evidence, text: secrets.mask(evidence.text) },
  };
}
