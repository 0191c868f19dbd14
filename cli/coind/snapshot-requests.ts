import type { RunningNode } from '../../coind/node.ts';
import type { Snapshot } from '../../coind/state/types.ts';
import { SNAPSHOTS_VARIABLE, type NodeReply, type NodeRequest } from '../../fixtures/targets/node-messages.ts';

const isMarked = process.env[SNAPSHOTS_VARIABLE] !== undefined;
delete process.env[SNAPSHOTS_VARIABLE]; // not for commands that the node runs

/**
 * Answers the requests of the parent process until the node has stopped, if it asked for snapshots: no other process can reach them.
 */
export function answerNodeRequests(node: RunningNode): void {
  if (!isMarked || process.send === undefined) return;
  const held = new Map<number, Snapshot>();
  const onMessage = (request: NodeRequest): void => {
    if (!isOfSnapshots(request)) return;
    answer(request, node, held).then(
      (snapshot) => process.send?.({ request: request.request, snapshot } satisfies NodeReply),
      (error: unknown) => process.send?.({ request: request.request, problem: String(error) } satisfies NodeReply),
    );
  };
  process.on('message', onMessage);
  void node.ended.then(() => process.off('message', onMessage));
}

type OfSnapshots = Extract<NodeRequest, { type: 'snapshot' | 'restore' | 'forget' }>;

/** A program with mutants answers other requests itself. */
const isOfSnapshots = (request: NodeRequest): request is OfSnapshots => ['snapshot', 'restore', 'forget'].includes(request.type);

/** Returns the number of the snapshot. */
async function answer(request: OfSnapshots, node: RunningNode, held: Map<number, Snapshot>): Promise<number> {
  if (request.type === 'snapshot') {
    const snapshot = node.snapshot();
    held.set(snapshot.id, snapshot);
    return snapshot.id;
  }
  const snapshot = held.get(request.snapshot);
  if (snapshot === undefined) throw new RangeError(`there is no snapshot ${request.snapshot}`);
  if (request.type === 'restore') await node.restoreAlone(snapshot);
  else held.delete(request.snapshot);
  return snapshot.id;
}
