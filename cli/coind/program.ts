import { runNode, type RunningNode } from '../../coind/node.ts';
import type { Log } from '../../coind/log.ts';
import { OptionError } from '../../coind/options/option-error.ts';
import { optionsHelp } from '../../coind/options/help.ts';
import { readOptions } from '../../coind/options/read-options.ts';
import { isBackgroundNode, reportToStarter, runInBackground } from './background.ts';
import { nextNode } from './kept-process.ts';
import { answerNodeRequests } from './snapshot-requests.ts';
import { version } from '../version.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Time limit of a shutdown. */
const SHUTDOWN_LIMIT_MS = 4000;

/**
 * The program coind: prints what the arguments ask for, or runs a node, and others that its parent process wants after it, and exits
 * when it has stopped.
 * @param onStopped called once the first node has stopped without an error
 */
export async function coind(args: readonly string[], onStopped: () => void): Promise<void> {
  const asksFor = (...names: string[]): boolean => args.some((arg) => names.includes(arg.replace(/^--/, '-')));
  if (asksFor('-help', '-h', '-?')) process.stdout.write(optionsHelp());
  else if (asksFor('-version')) process.stdout.write(`coind ${version}\n`);
  else await runAll(args, onStopped);
}

async function runAll(first: readonly string[], onStopped: () => void): Promise<void> {
  // The reader of the output may have closed it; the node continues.
  process.stdout.on('error', () => undefined);
  let isRun = await run(first, onStopped);
  while (isRun) {
    const args = await nextNode();
    if (args === undefined) return process.exit(0);
    isRun = await run(args, () => undefined);
  }
}

/** Runs a node until it has stopped. Returns false if it was started in the background. Exits if it fails, or was stopped by a signal. */
async function run(args: readonly string[], onStopped: () => void): Promise<boolean> {
  const isQuiet = isBackgroundNode() || args.some((arg) => /^--?(?:printtoconsole=0|noprinttoconsole)$/.test(arg));
  const log: Log = isQuiet ? () => undefined : (line) => void process.stdout.write(`${new Date().toISOString()} ${line}\n`);
  let node: RunningNode | undefined;
  let signals = 0;
  const stop = (): void => void node?.stop().catch(() => undefined); // `ended` has the error
  const onSignal = (name: string): void => {
    signals += 1;
    // A second signal ends the process without a clean shutdown.
    if (signals > 1) process.exit(1);
    log(`Shutdown: ${name}`);
    setTimeout(() => giveUp(log), SHUTDOWN_LIMIT_MS);
    stop();
  };
  node = await started(args, log, () => {
    for (const name of STOP_SIGNALS) process.on(name, onSignal);
  });
  if (node === undefined) return false;
  reportToStarter({ type: 'ready' });
  answerNodeRequests(node);
  if (signals > 0) stop(); // the signal came during the start
  const failure = await node.ended;
  if (failure === undefined) onStopped();
  else process.stderr.write(`Error: ${failure.message}\n`);
  if (failure !== undefined || signals > 0) process.exit(failure === undefined ? 0 : 1);
  for (const name of STOP_SIGNALS) process.off(name, onSignal);
  return true;
}

/** Ends the process if the shutdown takes too long. The results of answered calls are already on disk. */
function giveUp(log: Log): void {
  log(`Shutdown: not done within ${SHUTDOWN_LIMIT_MS / 1000} s; ending the process now. The results of answered calls are on disk`);
  process.kill(process.pid, 'SIGKILL'); // a clean exit would wait for the same operation
}

/**
 * Starts a node in this process and returns it, or starts one in the background and returns undefined. Exits if the start
 * fails.
 * @param beforeStart called if the node will run in this process
 */
async function started(args: readonly string[], log: Log, beforeStart: () => void): Promise<RunningNode | undefined> {
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
