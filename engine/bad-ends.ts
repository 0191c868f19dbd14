import { TargetError, type BadEnd, type Target } from '../fixtures/targets/types.ts';
import type { Finding, Outcome } from './outcome.ts';

/** Suite of the outcomes about how nodes ended when they were stopped, which are not cases of a plan. */
export const NODE_SUITE = 'node';

const CHECKS: { readonly [how in BadEnd['how']]: string } = { died: 'died', killed: 'not-ended', left: 'processes-left' };
/** Nodes that are named in a message. */
const NAMED = 3;

/**
 * The outcomes for nodes of a run that did not end well when they were stopped. One that had to be killed may have been slow on a busy
 * machine: it is a failure if another node, which no case has used, has to be killed too, and else an observation.
 * `lost`: the names of nodes whose end cases account for.
 */
export async function badEndOutcomes(target: Target, lost: ReadonlySet<string>): Promise<Outcome[]> {
  const ends = (target.badEnds ?? []).filter(({ node }) => !lost.has(node));
  const died = ends.filter(({ how }) => how === 'died');
  const killed = ends.filter(({ how }) => how === 'killed');
  const left = ends.filter(({ how }) => how === 'left');
  const again = killed[0] && (await endAgain(target, killed[0]));
  return [
    ...(died.length > 0 ? [outcomeOf(died, false)] : []),
    ...(killed.length > 0 ? [outcomeOf(killed, again === undefined, again)] : []),
    ...(left.length > 0 ? [outcomeOf(left, false)] : []),
  ];
}

/** How a node without a history ends; undefined if it ends well. */
async function endAgain(target: Target, { profile }: BadEnd): Promise<string | undefined> {
  const before = new Set(target.badEnds);
  try {
    await (await target.start(profile)).stop();
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    return undefined;
  }
  return target.badEnds?.find((end) => !before.has(end) && end.how === 'killed')?.problem;
}

function outcomeOf(ends: readonly BadEnd[], once: boolean, again?: string): Outcome {
  const [{ how }] = ends as [BadEnd];
  const others = ends.length > NAMED ? `; and ${ends.length - NAMED} more` : '';
  const confirmed = again === undefined ? '' : `; again without any case: ${again}`;
  const named = ends.slice(0, NAMED).map(({ problem }) => problem);
  const message = `${named.join('; ')}${others}${confirmed}${once ? '; another node, which no case had used, ended in time' : ''}`;
  const finding: Finding = {
    check: CHECKS[how],
    evidence: once ? 'observation' : 'health',
    source: 'the node’s process',
    message,
    ...(!once && { circumstance: 'liveness' }),
    // Nobody knows of what a node has died that no case was at work on: nothing accepts it.
    ...(!once && how !== 'died' && { difference: { check: CHECKS[how] } }),
  };
  return {
    id: `${NODE_SUITE}/${CHECKS[how]}`,
    suite: NODE_SUITE,
    method: null,
    kind: 'end',
    status: once ? 'observed' : 'failed',
    durationMs: 0,
    calls: 0,
    findings: [finding],
    hits: [],
  };
}
