import { spawn } from 'node:child_process';
import type { Chain } from '../chain/types.ts';
import type { Log } from '../log.ts';
import type { NodeOptions } from '../options/node-options.ts';
import { warningsOf } from '../chain/warnings.ts';

/** Maximum number of commands that run at the same time. */
const MAX_RUNNING = 8;
/** Maximum number of commands in the queue; further commands are dropped. */
const MAX_WAITING = 10_000;

export interface CommandsDeps {
  readonly chain: Chain;
  readonly options: Pick<NodeOptions, 'notify'>;
  readonly log: Log;
  /** Aborted when the node stops: no further command is started. */
  readonly ending: AbortSignal;
}

export interface Commands {
  /** A transaction of a wallet is new, or its status has changed. */
  readonly walletChanged: (txid: string, wallet: string) => void;
}

/**
 * Runs the shell commands of -blocknotify (at each new tip), -walletnotify and -alertnotify (when the warnings change),
 * as nodes of this family do. Commands are started in order. Neither calls nor the shutdown wait for their end.
 */
export function createCommands({ chain, options: { notify }, log, ending }: CommandsDeps): Commands {
  const queue = new CommandQueue(log, ending);
  const { alert, block, wallet } = notify;
  if (alert !== undefined) {
    let lastWarnings = '';
    chain.on({
      tipChanged: () => {
        const warnings = warningsOf(chain);
        if (warnings !== lastWarnings && warnings !== '') queue.add(filled(alert, { s: quoted(warnings) }));
        lastWarnings = warnings;
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

/** A command with the values of `%s` and `%w`. */
function filled(command: string, values: { readonly [letter: string]: string }): string {
  return command.replace(/%([sw])/g, (mark, letter: string) => values[letter] ?? mark);
}

/** The text quoted as one word of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

class CommandQueue {
  readonly #log: Log;
  readonly #ending: AbortSignal;
  readonly #waiting: string[] = [];
  #running = 0;

  constructor(log: Log, ending: AbortSignal) {
    this.#log = log;
    this.#ending = ending;
  }

  add(command: string): void {
    if (this.#running < MAX_RUNNING) this.#run(command);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(command);
    else this.#log(`The queue of notification commands is full (${MAX_WAITING}); not run: ${command}`);
  }

  #run(command: string): void {
    this.#running += 1;
    const child = spawn(command, { shell: true, stdio: 'ignore', detached: true });
    child.unref();
    let hasEnded = false; // a command that could not be started may emit both events
    const end = (failure: string | undefined): void => {
      if (!hasEnded) this.#ended(command, failure);
      hasEnded = true;
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(code === 0 ? undefined : code === null ? `ended by ${signal}` : `exit code ${code}`));
  }

  #ended(command: string, failure: string | undefined): void {
    if (failure !== undefined) this.#log(`The notification command ${command} failed: ${failure}`);
    this.#running -= 1;
    const next = this.#ending.aborted ? undefined : this.#waiting.shift();
    if (next !== undefined) this.#run(next);
  }
}
