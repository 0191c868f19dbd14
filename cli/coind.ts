import { startNode, type RunningNode } from '../coind/node.ts';
import type { Log } from '../coind/node-context.ts';
import { OptionError } from '../coind/option-texts.ts';
import { optionsHelp } from '../coind/options-help.ts';
import { parseOptions } from '../coind/parse-options.ts';
import { version } from './version.ts';

const args = process.argv.slice(2);
const asksFor = (...names: string[]): boolean => args.some((arg) => names.includes(arg.replace(/^--/, '-')));

if (asksFor('-help', '-h', '-?')) process.stdout.write(optionsHelp());
else if (asksFor('-version')) process.stdout.write(`coind ${version}\n`);
else await run();

async function run(): Promise<void> {
  const isQuiet = args.some((arg) => /^--?(?:printtoconsole=0|noprinttoconsole)$/.test(arg));
  const log: Log = isQuiet ? () => undefined : (line) => void process.stdout.write(`${new Date().toISOString()} ${line}\n`);
  // Whoever read the lines may be gone; the node goes on.
  process.stdout.on('error', () => undefined);
  const node = await started(log);
  let signals = 0;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      signals += 1;
      // A second one does not wait for good order.
      if (signals > 1) process.exit(1);
      log(`Shutdown: ${name}`);
      node.stop().catch(() => undefined); // `ended` says what went wrong
    });
  }
  const failure = await node.ended;
  if (failure !== undefined) process.stderr.write(`Error: ${failure.message}\n`);
  process.exit(failure === undefined ? 0 : 1);
}

/** A node, or the end of the program. */
async function started(log: Log): Promise<RunningNode> {
  try {
    return await startNode(parseOptions(args), { log });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(`Error: ${error.message}${error instanceof OptionError ? '; coind -help lists the options' : ''}\n`);
    process.exit(1);
  }
}
