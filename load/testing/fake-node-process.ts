import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FakeNodeBehaviour } from './fake-node.ts';

export interface FakeNodeProcess {
  readonly address: string;
  readonly pid: number;
  close(): Promise<void>;
}

const FROM_SOURCE = ['--import', 'tsx', fileURLToPath(new URL('fake-node-program.ts', import.meta.url))];

/**
 * Starts a fake node that does not share the event loop of the generator. It ends with this process.
 * @param program arguments of Node that run `fake-node-program.ts`, or what it was built into
 */
export async function spawnFakeNode(behaviour: FakeNodeBehaviour = {}, program: readonly string[] = FROM_SOURCE): Promise<FakeNodeProcess> {
  const child = spawn(process.execPath, [...program, JSON.stringify(behaviour)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [first] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the fake node ended with ${String(code)}`))),
  ])) as [Buffer];
  return {
    address: first.toString().trim(),
    pid: child.pid ?? 0,
    close: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
