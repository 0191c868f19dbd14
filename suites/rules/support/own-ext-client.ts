import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import type { Trial } from '../../../engine/trial.ts';
import { currentBlock, follows, startClient, thenStopped } from '../../support/ext-client.ts';
import { restartedWith } from './restarted-with.ts';
import { scratchPath } from './scratch-path.ts';

const ROOT = 'ab'.repeat(32);
/** Numbers between the blocks of two programs, of which the first may still print some. */
const APART = 1_000;

/** `header` prints the header of a further block, and `header_in_pieces` does it in two writes. */
const scriptOf = (number: number, commands: string): string => `#!/bin/sh
number=${number}
header() { number=$((number + 1)); printf '{"headers": [[%s, "%s"]]}\\n' $number ${ROOT}; }
header_in_pieces() { number=$((number + 1)); printf '{"headers": [[%s, ' $number; sleep 0.1; printf '"%s"]]}\\n' ${ROOT}; }
${commands}
`;

/** Commands of a client that prints headers until it is ended. */
export const mining = (header = 'header'): string => `while :; do ${header}; sleep 0.2; done`;

/** A client of the external chain whose program a case changes: a script of the shell at a path that the node has. */
export class OwnExtClient {
  readonly #t: Trial;
  readonly #path: string;
  #number = 0;

  private constructor(t: Trial, path: string) {
    this.#t = t;
    this.#path = path;
  }

  /**
   * Restarts the node with a client that does nothing yet. The case is inapplicable where the node does not follow the client of the
   * simulated chain: no document shows what a client prints.
   */
  static async of(t: Trial): Promise<OwnExtClient> {
    if (!t.target.capabilities.sharedFiles) t.inapplicable('Pyx cannot write a program for this node');
    await startClient(t);
    await thenStopped(t, async () => {
      if (!(await follows(t))) t.inapplicable('the node does not follow the client of the simulated chain');
    });
    const client = new OwnExtClient(t, scratchPath(t));
    client.#number = await currentBlock(t);
    await client.becomes('exit');
    await restartedWith(t, `-extclient=${client.#path}`);
    return client;
  }

  /** Writes another program in its place. Its blocks are above all others. */
  async becomes(commands: string): Promise<void> {
    this.#number += APART;
    const made = `${this.#path}.new`;
    await writeFile(made, scriptOf(this.#number, commands), { mode: 0o755 });
    // What runs goes on.
    await rename(made, this.#path);
    await access(this.#path, constants.X_OK).catch(() => this.#t.inapplicable('the machine runs no programs that Pyx writes there'));
  }

  /** Removes the program. */
  async vanishes(): Promise<void> {
    await rm(this.#path, { recursive: true });
  }

  /** Makes a folder in place of the program, which was removed. */
  async becomesFolder(): Promise<void> {
    await mkdir(this.#path);
  }
}
