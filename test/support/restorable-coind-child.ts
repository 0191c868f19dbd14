// A coind in a separate process that also executes commands of its parent: keep the state, restore it, report the memory
// in use. Started by `restorable-coind.ts`, with `--expose-gc`.
import { defaultOptions } from '../../coind/options/default-options.ts';
import { runNode } from '../../coind/node.ts';
import { INTERNAL_ERROR } from '../../coind/rpc/server.ts';
import type { FromNode, ToNode } from './restorable-coind.ts';

const send = (message: FromNode): void => void process.send?.(message);

const node = await runNode(
  {
    txindex: true,
    listen: false,
    deprecatedRpc: ['accounts'],
    wallet: { ...defaultOptions.wallet, keypool: 5 },
    rpc: { ...defaultOptions.rpc, port: 0, user: 'pyx', password: 'pyx' },
  },
  { log: (line) => line.startsWith(INTERNAL_ERROR) && send({ type: 'internal-error', text: line }) },
);

let snapshot = node.snapshot();
process.on('message', (command: ToNode) => {
  if (command === 'keep') snapshot = node.snapshot();
  if (command === 'restore') node.restore(snapshot);
  if (command === 'measure') (globalThis as { gc?: () => void }).gc?.();
  const used = process.memoryUsage();
  send({ type: 'done', usedBytes: used.heapUsed + used.external });
});
process.on('disconnect', () => process.exit());
send({ type: 'ready', address: node.address as string });
