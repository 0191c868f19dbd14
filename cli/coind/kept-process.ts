import { KEPT_VARIABLE, type NextNode, type NodeStopped } from '../../fixtures/targets/node-messages.ts';

const isKept = process.env[KEPT_VARIABLE] !== undefined;
delete process.env[KEPT_VARIABLE]; // not for commands that the node runs

/**
 * Tells the parent process that the node has stopped. Resolves with the arguments of the next node that it wants in this process, in
 * whose folder it then works; with undefined if it wants none.
 */
export function nextNode(): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => {
    if (!isKept || process.send === undefined || !process.connected) return resolve(undefined);
    const end = (next: NextNode | undefined): void => {
      process.off('message', onMessage).off('disconnect', onDisconnect);
      if (next) process.chdir(next.folder);
      resolve(next?.args);
    };
    const onMessage = (message: NextNode | { readonly type: string }): void => {
      if (message.type === 'next') end(message as NextNode);
    };
    const onDisconnect = (): void => end(undefined);
    process.on('message', onMessage).on('disconnect', onDisconnect);
    process.chdir('/'); // the folder of a node is removed with it
    process.send({ type: 'stopped' } satisfies NodeStopped);
  });
}
