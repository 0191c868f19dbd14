import type { RunningNode } from '../../fixtures/targets/types.ts';
import type { NodeCall } from '../node-call.ts';
import { FaultPlanError, type NodeFault } from './types.ts';

const MS_PER_S = 1_000;

/** What a fault is done to. */
export interface FaultyNode {
  readonly node: RunningNode;
  readonly call: NodeCall;
}

/** Throws `FaultPlanError` for a fault that a node of these capabilities cannot have. */
export function mustBePossible(
  fault: NodeFault,
  {
    name,
    capabilities,
  }: { readonly name: string; readonly capabilities: { readonly restart: boolean; readonly signals?: boolean | undefined } },
): void {
  const needsSignals = fault.kind === 'kill' || fault.kind === 'pause';
  // Nothing would put back the clock of a node that goes on when Pyx is killed.
  const isPossible = capabilities.restart && (!needsSignals || capabilities.signals === true);
  const verb = fault.kind === 'clock' ? 'set the clock of' : fault.kind;
  if (!isPossible)
    throw new FaultPlanError(`--fault ${fault.text}: Pyx cannot ${verb} a node of ${name}`, {
      remedy: 'use nodes that Pyx starts: embedded, process:<binary> or container:<image>',
    });
}

/** Begins a fault. One that is over at once is over when this resolves. Throws `TargetError` or `NodeCallError`. */
export async function beginFault(fault: NodeFault, { node, call }: FaultyNode): Promise<void> {
  switch (fault.kind) {
    case 'kill':
      await signalsOf(node).kill();
      if (fault.until === undefined) await node.startAgain();
      return;
    case 'restart':
      return node.restart();
    case 'pause':
      return signalsOf(node).pause();
    case 'clock':
      await call('setmocktime', [Math.floor(Date.now() / MS_PER_S) + fault.shiftS]);
  }
}

/** Ends a fault that has not been over at once. Throws `TargetError` or `NodeCallError`. */
export async function endFault({ kind }: NodeFault, { node, call }: FaultyNode): Promise<void> {
  if (kind === 'kill') await node.startAgain();
  if (kind === 'pause') await signalsOf(node).resume();
  if (kind === 'clock') await call('setmocktime', [0]);
}

/** Whether something is left to end. */
export const lasts = ({ kind, until }: NodeFault): boolean => until !== undefined || kind === 'clock';

function signalsOf({ name, signals }: RunningNode): NonNullable<RunningNode['signals']> {
  if (signals === undefined) throw new Error(`${name} has no signals, although its target has them`);
  return signals;
}
