import { spawn } from 'node:child_process';
import type { Chain } from '../chain/types.ts';
import type { Log } from '../log.ts';
import type { NodeOptions } from '../options/node-options.ts';
import { warningsOf } from '../chain/warnings.ts';

/** Commands that run at the same time. */
const MAX_RUNNING = 8;
/** Commands that wait until others have ended; further ones are lost. */
const MAX_WAITING = 10_000;

export interface CommandsDeps {
  readonly chain: Chain;
  readonly options: Pick<NodeOptions, 'notify'>;
  readonly log: Log;
}

export interface Commands {
  /** A transaction of a wallet is new, or stands otherwise than before. */
  readonly walletChanged: (txid: string, wallet: string) => void;
}

/**
 * Runs the shell commands of -blocknotify (at each new tip), -walletnotify and -alertnotify (at other warnings), as nodes of
 * this family do. They are begun in order, and nobody waits for their end; the node stops without them.
 */
export function createCommands({ chain, options: { notify }, log }: CommandsDeps): Commands {
  const queue = new CommandQueue(log);
  const { alert, block, wallet } = notify;
  if (alert !== undefined) {
    let told = '';
    chain.on({
      tipChanged: () => {
        const warnings = warningsOf(chain);
        if (warnings !== told && warnings !== '') queue.add(filled(alert, { s: quoted(warnings) }));
        told = warnings;
      },
    });
  }
  if (block !== undefined) chain.on({ tipChanged: ({ hash }) => queue.add(filled(block, { s: hash })) });
  return {
    walletChanged: (txid, name) => {
      if (wallet !== undefined) queue.add(filled(wallet, { s: txid, w: quoted(name) }));
    },
  };
}

/** A command with what stands for `%s` and `%w`. */
function filled(command: string, values: { readonly [letter: string]: string }): string {
  return command.replace(/%([sw])/g, (mark, letter: string) => values[letter] ?? mark);
}

/** One word of the shell, whatever characters it has. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

class CommandQueue {
  readonly #log: Log;
  readonly #waiting: string[] = [];
  #running = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  add(command: string): void {
    if (this.#running < MAX_RUNNING) this.#run(command);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(command);
    else this.#log(`${MAX_WAITING} commands wait already, this one is not run: ${command}`);
  }

  #run(command: string): void {
    this.#running += 1;
    const child = spawn(command, { shell: true, stdio: 'ignore', detached: true });
    child.unref();
    let isOver = false; // a command that could not be started may have an end as well
    const over = (trouble: string | undefined): void => {
      if (!isOver) this.#ended(command, trouble);
      isOver = true;
    };
    child.once('error', (error) => over(error.message));
    child.once('exit', (code, signal) => over(code === 0 ? undefined : `it ended with ${code ?? signal}`));
  }

  #ended(command: string, trouble: string | undefined): void {
    if (trouble !== undefined) this.#log(`The command ${command} failed: ${trouble}`);
    this.#running -= 1;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#run(next);
  }
}
