// A coind in a process of its own that also takes orders of its parent: to keep its state, to go back to it, and to say how
// much memory it uses. Started by `restorable-coind.ts`, with `--expose-gc`.
import { defaultOptions } from '../../coind/options/default-options.ts';
import { runNode } from '../../coind/node.ts';
import type { FromNode, ToNode } from './restorable-coind.ts';

const tell = (message: FromNode): void => void process.send?.(message);

const node = await runNode(
  {
    txindex: true,
    listen: false,
    deprecatedRpc: ['accounts'],
    wallet: { ...defaultOptions.wallet, keypool: 5 },
    rpc: { ...defaultOptions.rpc, port: 0, user: 'pyx', password: 'pyx' },
  },
  { log: (line) => line.startsWith('RPC: a fault') && tell({ type: 'fault', text: line }) },
);

let snapshot = node.snapshot();
process.on('message', (order: ToNode) => {
  if (order === 'keep') snapshot = node.snapshot();
  if (order === 'restore') node.restore(snapshot);
  if (order === 'measure') (globalThis as { gc?: () => void }).gc?.();
  const used = process.memoryUsage();
  tell({ type: 'done', usedBytes: used.heapUsed + used.external });
});
process.on('disconnect', () => process.exit());
tell({ type: 'ready', address: node.address as string });
