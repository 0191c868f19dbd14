import { runNode, type RunningNode } from '../coind/node.ts';
import type { Log } from '../coind/log.ts';
import { OptionError } from '../coind/options/option-error.ts';
import { optionsHelp } from '../coind/options/help.ts';
import { readOptions } from '../coind/options/read-options.ts';
import { isBackgroundNode, reportToStarter, runInBackground } from './coind/background.ts';
import { version } from './version.ts';

/** A node that is told to end has so long for it, whatever it is doing. */
const END_WITHIN_MS = 4000;

const args = process.argv.slice(2);
const asksFor = (...names: string[]): boolean => args.some((arg) => names.includes(arg.replace(/^--/, '-')));

if (asksFor('-help', '-h', '-?')) process.stdout.write(optionsHelp());
else if (asksFor('-version')) process.stdout.write(`coind ${version}\n`);
else await run();

async function run(): Promise<void> {
  const isQuiet = isBackgroundNode() || args.some((arg) => /^--?(?:printtoconsole=0|noprinttoconsole)$/.test(arg));
  const log: Log = isQuiet ? () => undefined : (line) => void process.stdout.write(`${new Date().toISOString()} ${line}\n`);
  // Whoever read the lines may be gone; the node goes on.
  process.stdout.on('error', () => undefined);
  let node: RunningNode | undefined;
  let signals = 0;
  const stop = (): void => void node?.stop().catch(() => undefined); // `ended` says what went wrong
  const onSignal = (name: string): void => {
    signals += 1;
    // A second one does not wait for good order.
    if (signals > 1) process.exit(1);
    log(`Shutdown: ${name}`);
    setTimeout(() => giveUp(log), END_WITHIN_MS);
    stop();
  };
  node = await started(log, () => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  });
  if (node === undefined) return;
  reportToStarter({ type: 'ready' });
  if (signals > 0) stop(); // it came while the node was starting
  const failure = await node.ended;
  if (failure !== undefined) process.stderr.write(`Error: ${failure.message}\n`);
  process.exit(failure === undefined ? 0 : 1);
}

/** What was answered to a call is on disk already, so that a node which does not come to its end may be ended. */
function giveUp(log: Log): void {
  log(`Shutdown: not done within ${END_WITHIN_MS / 1000} s; it ends now. What was answered is kept`);
  process.kill(process.pid, 'SIGKILL'); // an orderly exit would wait for the same thing
}

/**
 * A node; or the end of the program; undefined where a node was started in the background.
 * @param beforeStart called where the node is to run in this process
 */
async function started(log: Log, beforeStart: () => void): Promise<RunningNode | undefined> {
  try {
    const { daemon, ...options } = readOptions(args);
    if (daemon && !isBackgroundNode()) {
      process.stdout.write(`${await runInBackground(args)}\n`);
      return undefined;
    }
    beforeStart();
    return await runNode(options, { log });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const message = `${error.message}${error instanceof OptionError ? '; coind -help lists the options' : ''}`;
    reportToStarter({ type: 'failed', message });
    process.stderr.write(`Error: ${message}\n`);
    process.exit(1);
  }
}
