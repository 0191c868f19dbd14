import { whyNotStarted } from '../../engine/node-life.ts';
import type { OpenedNode } from '../../engine/open-node.ts';
import { TargetError, type RunningNode, type StartOptions, type Target } from '../../fixtures/targets/types.ts';
import { assertSome, type ChosenMethods } from './chosen-methods.ts';

/** A node with the start options that the chosen methods require, and the methods that are left. */
export interface StartedNode {
  readonly node: RunningNode;
  readonly chosen: ChosenMethods;
}

/**
 * Starts a node with the options that methods require. Those that it refuses are left out, each with its methods and the reason.
 * Throws `TargetError` if it does not start without them either, and `FuzzError` if no method is left.
 */
export async function startedNode({ target }: OpenedNode, chosen: ChosenMethods): Promise<StartedNode> {
  const whole = await tried(target, chosen.startOptions);
  if (typeof whole !== 'string') return { node: whole, chosen };
  const refused = new Map<string, string>();
  for (const option of chosen.startOptions) {
    const alone = chosen.startOptions.length === 1 ? whole : await tried(target, [option]);
    if (typeof alone === 'string') refused.set(option, alone);
    else await alone.stop();
  }
  // Several that are accepted one by one may exclude each other.
  if (refused.size === 0) for (const option of chosen.startOptions) refused.set(option, whole);
  const left = without(chosen, refused);
  return { node: await target.start('default', left.startOptions), chosen: left };
}

/** A node with these options, or why it refuses them. */
async function tried(target: Target, options: StartOptions): Promise<RunningNode | string> {
  try {
    return await target.start('default', options);
  } catch (error) {
    if (error instanceof TargetError && error.refusal) return whyNotStarted(error);
    throw error;
  }
}

function without({ methods, startOptions, leftOut }: ChosenMethods, refused: ReadonlyMap<string, string>): ChosenMethods {
  const reasons: { [method: string]: string } = { ...leftOut };
  const left = methods.filter((method) => {
    const option = method.requiresOption ?? method.own?.requiresOption;
    const why = option === undefined ? undefined : refused.get(option);
    if (why !== undefined) reasons[method.id] = `the node does not start with ${option}: ${why}`;
    return why === undefined;
  });
  assertSome(left, reasons);
  return { methods: left, startOptions: startOptions.filter((option) => !refused.has(option)), leftOut: reasons };
}
