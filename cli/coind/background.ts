import { spawn } from 'node:child_process';

/** What a node in the background reports to the program that started it. */
export type Report = { readonly type: 'ready' } | { readonly type: 'failed'; readonly message: string };

/** Set for the node in the background, so that it does not start another one. */
const MARK = 'COIND_IN_BACKGROUND';

const isMarked = process.env[MARK] !== undefined;
delete process.env[MARK]; // not for commands that the node runs

export function isBackgroundNode(): boolean {
  return isMarked;
}

/** Reports to the program that started this one, if it waits. */
export function reportToStarter(report: Report): void {
  if (!isMarked || process.send === undefined) return;
  process.send(report);
  process.disconnect();
}

/**
 * Starts this program again with the same arguments, as a background node that outlives it (-daemon). Resolves with a
 * line for the user when that node answers calls; rejects if the start fails.
 */
export function runInBackground(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] as string, ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, [MARK]: '1' },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`The node ended before it was ready, with ${code ?? signal}`)));
    child.once('message', (report: Report) => {
      if (report.type === 'failed') return reject(new Error(report.message));
      child.removeAllListeners();
      child.unref();
      resolve(`coind started, process ${child.pid}`);
    });
  });
}
