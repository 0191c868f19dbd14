import { spawn, type StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import { UserError } from '../specs/model/user-error.ts';

/** After an interruption, a command that does not end is killed. */
const KILLED_AFTER_MS = 10_000;

/** The command that was given to Pyx could not be started. */
export class ChildCommandError extends UserError {
  override readonly name = 'ChildCommandError';
}

export interface ChildCommandOptions {
  /** Added to those of this process. */
  readonly env: { readonly [name: string]: string };
  /** Where its standard output goes: to that of this process, or to standard error, as that is for a program; or nothing that it prints goes anywhere. */
  readonly output: 'stdout' | 'stderr' | 'none';
  /** An interruption: the signal of it is passed on to the command, which is killed if it does not end. */
  readonly signal: AbortSignal;
}

/** Passed on to the command. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const STDERR = 2;
/** Exit codes above it are those of a shell for a command that a signal ended: the number of the signal is added. */
export const SIGNALLED = 128;

/**
 * Runs a command of the user, with the input and output of this process. Returns its exit code; that of a shell, 128 + its
 * number, if a signal ended it. Throws `ChildCommandError`.
 */
export function runChildCommand([program = '', ...args]: readonly string[], { env, output, signal }: ChildCommandOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const stdout = { stdout: 'inherit', stderr: STDERR, none: 'ignore' } as const;
    const stdio: StdioOptions = ['inherit', stdout[output], output === 'none' ? 'ignore' : 'inherit'];
    const child = spawn(program, args, { stdio, env: { ...process.env, ...env } });
    let kill: NodeJS.Timeout | undefined;
    // A terminal sends Ctrl-C to the command itself.
    const passOn = (name: NodeJS.Signals): void => void (name === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(name));
    for (const name of SIGNALS) process.on(name, passOn);
    const onAbort = (): void => {
      kill = setTimeout(() => child.kill('SIGKILL'), KILLED_AFTER_MS);
    };
    const settle = (end: () => void): void => {
      clearTimeout(kill);
      for (const name of SIGNALS) process.off(name, passOn);
      signal.removeEventListener('abort', onAbort);
      end();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    child
      .once('error', (error: NodeJS.ErrnoException) => {
        const reason = error.code === 'ENOENT' ? 'there is no such program' : error.code === 'EACCES' ? 'it may not be run' : error.message;
        settle(() =>
          reject(
            new ChildCommandError(`the command ${program} cannot be started: ${reason}`, {
              remedy: 'check the words after --',
              cause: error,
            }),
          ),
        );
      })
      .once('exit', (code, name) => settle(() => resolve(code ?? SIGNALLED + constants.signals[name as NodeJS.Signals])));
    if (signal.aborted) child.kill('SIGTERM');
  });
}
