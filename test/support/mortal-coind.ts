import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const coind = join(import.meta.dirname, '../../bin/coind.js');

/** Requests, by a piece of their text, that the node does not survive. */
const MORTAL = {
  deepJson: `"params":[${'['.repeat(5_000)}`,
  emptyList: '"method":"combinepsbt","params":[[]]',
  writing: `"method":"abandontransaction","params":["${'0'.repeat(64)}"]`,
} as const;

export interface Mortality {
  /** Pieces of the text of requests, each with its name. Default: `MORTAL`. */
  readonly deadly?: Readonly<Record<string, string>>;
  /** How many nodes one request ends, counted in the folder. Default: all. */
  readonly times?: number;
  /** Default SIGKILL; SIGSTOP leaves a process that answers nothing. */
  readonly signal?: 'SIGKILL' | 'SIGSTOP';
}

/** Writes a program into a folder: coind, except that some requests end it with a last line. Returns its path. */
export async function mortalCoind(folder: string, { deadly = MORTAL, times = 1e9, signal = 'SIGKILL' }: Mortality = {}): Promise<string> {
  const program = join(folder, 'mortal-coind.mjs');
  await writeFile(
    program,
    `#!${process.execPath}
import { Server } from 'node:net';
import { closeSync, openSync, writeSync } from 'node:fs';

const deadly = ${JSON.stringify(Object.entries(deadly))};
// Several nodes may run at once: each file can be made by one of them.
const isDue = (name) => {
  for (let time = 0; time < ${times}; time++) {
    try {
      closeSync(openSync(${JSON.stringify(folder)} + '/' + name + '-' + time, 'wx'));
      return true;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
  return false;
};
const longest = Math.max(...deadly.map(([, text]) => text.length));
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, socket, ...rest) {
  const heard = emit.call(this, event, socket, ...rest);
  // Only after the server has accepted the connection, since data read before is not seen here.
  if (event === 'connection') {
    let before = '';
    socket.on('data', (chunk) => {
      before += chunk.toString('latin1');
      for (const [name, text] of deadly) {
        if (!before.includes(text) || !isDue(name)) continue;
        writeSync(2, 'mortal: killed by ' + name + '\\n');
        process.kill(process.pid, '${signal}');
      }
      before = before.slice(-longest);
    });
  }
  return heard;
};
await import(${JSON.stringify(pathToFileURL(coind).href)});
`,
    { mode: 0o755 },
  );
  return program;
}
