import { PROFILES, profileNames } from '../../fixtures/targets/profiles.ts';
import { TargetError, type Target } from '../../fixtures/targets/types.ts';
import type { LostNode } from '../support/lost-nodes.ts';
import { CallRefused, experiments, type Experiment } from './experiments.ts';
import { FreshNodes, type FreshNodeSet } from './fresh-nodes.ts';

/** A start option that a release needs for a trial, with the reason that was observed. */
export interface WantedOption {
  readonly option: string;
  readonly reason: string;
}

export interface LearntOptions {
  readonly wanted: readonly WantedOption[];
  /** Options of profiles with which the node does not start. */
  readonly refused: readonly string[];
  /** What the node cannot do with any known option, with the reason. */
  readonly open: readonly string[];
  /** Nodes that died or stopped answering where another one, asked the same, did not. */
  readonly lost: readonly LostNode[];
}

/**
 * Finds the start options that a trial needs, by experiments on fresh nodes: each is tried without and with the options
 * that may enable it. `onNote` is called before each experiment. Throws `TargetError` if the node does not start without options.
 */
export async function learnStartOptions(target: Target, onNote: (text: string) => void): Promise<LearntOptions> {
  const wanted: WantedOption[] = [];
  const open: string[] = [];
  const fresh = new FreshNodes(target);
  for (const { what, profile, candidates, fails } of experiments) {
    onNote(`trying whether a node ${what}`);
    const options = wanted.map(({ option }) => option);
    let tries: readonly string[] = [];
    const why = await fresh.ask(what, { profile, options }, async (nodes) => {
      tries = await candidates(nodes);
      return failure(fails, nodes);
    });
    if (why === undefined) continue;
    let enabling: string | undefined;
    for (const option of tries) {
      onNote(`trying whether a node ${what} with ${option}`);
      const still = await fresh
        .ask(`${what}, with ${option}`, { profile, options: [...options, option] }, (nodes) => failure(fails, nodes))
        .catch(refusedWith);
      if (still !== undefined) continue;
      enabling = option;
      break;
    }
    if (enabling === undefined) open.push(`a trial ${what}, and the node does not: ${why}`);
    else wanted.push({ option: enabling, reason: `Without it the node fails where a trial ${what}: ${why}` });
  }
  onNote('trying the start options of the other cases');
  return { wanted, refused: await refusedOptions(fresh, wanted), open, lost: fresh.lost };
}

/** Options of profiles, without their values, with which the node refuses to start. */
async function refusedOptions(fresh: FreshNodes, wanted: readonly WantedOption[]): Promise<string[]> {
  const refused = new Set<string>();
  const usual = new Set([...PROFILES.default, ...PROFILES.peers].map(nameOf));
  const options = wanted.map(({ option }) => option);
  for (const profile of profileNames) {
    const own = PROFILES[profile].filter((option) => !usual.has(nameOf(option)));
    if (own.length === 0) continue;
    try {
      await (await fresh.start({ profile, options })).stop();
    } catch (error) {
      if (!(error instanceof TargetError) || error.refusal === undefined) throw error;
      for (const option of own) refused.add(nameOf(option));
    }
  }
  return [...refused].sort();
}

const nameOf = (option: string): string => option.split('=', 1)[0] ?? option;

/** The node refuses to start with a candidate: it does not enable anything. */
function refusedWith(error: unknown): string {
  if (error instanceof TargetError) return error.message;
  throw error;
}

async function failure(fails: Experiment['fails'], nodes: FreshNodeSet): Promise<string | undefined> {
  try {
    return await fails(nodes);
  } catch (error) {
    if (error instanceof CallRefused) return error.message;
    throw error;
  }
}
