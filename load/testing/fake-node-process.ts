import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FakeNodeBehaviour, ServedCall } from './fake-node.ts';

export interface FakeNodeProcess {
  readonly address: string;
  /** Returns the log of the calls, empty where none was kept. */
  close(): Promise<readonly ServedCall[]>;
}

const PROGRAM = fileURLToPath(new URL('fake-node-program.ts', import.meta.url));

/** Starts a fake node that does not share the event loop of the generator. It ends with this process. */
export async function spawnFakeNode(behaviour: FakeNodeBehaviour = {}): Promise<FakeNodeProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, JSON.stringify(behaviour)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const [first] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`the fake node ended with ${String(code)}`))),
  ])) as [Buffer];
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()));
  return {
    address: first.toString().trim(),
    close: async () => {
      child.stdin.end();
      await ended;
      return JSON.parse(log) as ServedCall[];
    },
  };
}
