import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const execute = promisify(execFile);

/** The command that reads compose files: a plugin of Docker, or the program of older releases. Throws if there is neither. */
export async function composeCommand(): Promise<readonly [command: string, ...args: string[]]> {
  const commands = [['docker', 'compose'] as const, ['docker-compose'] as const];
  for (const [command, ...args] of commands) {
    try {
      await execute(command, [...args, 'version']);
      return [command, ...args];
    } catch {
      // The next one may be installed.
    }
  }
  throw new Error('neither docker compose nor docker-compose is installed');
}
