import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Log } from '../log.ts';
import type { Freezable, State } from '../state/types.ts';
import { ExtClientError } from './ext-client-error.ts';
import { Relayer } from './relayer.ts';
import type { ExtChain, ExtClient } from './types.ts';

/**
 * Runs the program of -extclient ($1) in its own process group, and ends all of the group when its standard input ends:
 * also when the node was killed. The program is asked first (SIGTERM). The shell has no output of its own, so that the
 * output ends with the program.
 */
const SUPERVISOR = `
"$1" </dev/null &
program=$!
trap : TERM
exec >/dev/null 2>&1
cat
kill -s TERM 0
(sleep 2; kill -s KILL 0) &
wait $program
kill -s KILL 0`;

/** Longer error output of the program is cut in the log. */
const MAX_LOGGED = 500;

export interface ExtClientDeps {
  readonly state: State;
  readonly chain: ExtChain;
  /** -extclient: the path of a program; undefined without it. */
  readonly program: string | undefined;
  readonly log: Log;
  /** Called after the relayer has changed the state. */
  readonly changed: () => void;
}

/** A client that does not run. */
export function createExtClient(deps: ExtClientDeps): ExtClient {
  return new SupervisedClient(deps);
}

class SupervisedClient implements ExtClient, Freezable {
  readonly #deps: ExtClientDeps;
  #shell: ChildProcess | undefined;
  /** Shells whose processes have not ended yet. */
  readonly #ending = new Set<Promise<void>>();

  constructor(deps: ExtClientDeps) {
    this.#deps = deps;
    deps.state.hold(this);
  }

  get isRunning(): boolean {
    return this.#shell !== undefined;
  }

  start(): void {
    const program = this.#program();
    if (this.#shell !== undefined) return;
    checkRuns(program);
    const { chain, log, changed } = this.#deps;
    const shell = spawn('/bin/sh', ['-c', SUPERVISOR, 'coind-extclient', resolve(program)], {
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#shell = shell;
    const relayer = new Relayer({ chain, log, changed });
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      // What was printed before the stop is not read after it.
      if (this.#shell === shell) relayer.read(text);
    });
    shell.stderr.setEncoding('utf8').on('data', (text: string) => log(`extclient: ${text.trimEnd().slice(0, MAX_LOGGED)}`));
    shell.stdin.on('error', () => undefined); // the shell may end before its input does
    const ended = this.#end(shell);
    this.#ending.add(ended);
    void ended.then(() => this.#ending.delete(ended));
    log(`Started ${program}, the client of the external chain, and the relayer`);
  }

  async stop(): Promise<void> {
    this.#program();
    await this.close();
  }

  async close(): Promise<void> {
    this.#release();
    await Promise.all(this.#ending);
  }

  /** Restores whether the client runs. */
  freeze(): () => void {
    const { isRunning } = this;
    return () => {
      if (!isRunning) this.#release();
      else if (!this.isRunning) this.start();
    };
  }

  /** The supervisor then ends the program. */
  #release(): void {
    const shell = this.#shell;
    this.#shell = undefined;
    shell?.stdin?.end();
  }

  /** Resolves when the shell has ended, and with it all of its group. */
  async #end(shell: ChildProcess): Promise<void> {
    const { log } = this.#deps;
    shell.stdout?.once('end', () => {
      if (this.#shell !== shell) return;
      log('The client of the external chain ended; coinstartextclient starts it again');
      this.#release();
    });
    const failed = once(shell, 'error').then(([error]) => log(`The client of the external chain cannot be run: ${String(error)}`));
    await Promise.race([once(shell, 'exit'), failed]);
    killGroup(shell.pid); // of a supervisor that was killed itself
    if (this.#shell === shell) this.#shell = undefined;
  }

  #program(): string {
    const { program } = this.#deps;
    if (program !== undefined) return program;
    throw new ExtClientError(
      'no-ext-client',
      'The node has no client of the external chain: start coind with -extclient=<path> of its program',
    );
  }
}

/** Throws ExtClientError `ext-client-failed` for what is no program. */
function checkRuns(program: string): void {
  try {
    accessSync(program, constants.X_OK);
    if (statSync(program).isFile()) return;
  } catch (error) {
    throw new ExtClientError(
      'ext-client-failed',
      `-extclient=${program} cannot be run: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  throw new ExtClientError('ext-client-failed', `-extclient=${program} cannot be run: it is not a file`);
}

/** Some systems return EPERM instead of ESRCH for a group that has only ended processes. */
const GONE: ReadonlySet<unknown> = new Set(['ESRCH', 'EPERM']);

function killGroup(group: number | undefined): void {
  if (group === undefined) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && GONE.has(error.code))) throw error;
  }
}
