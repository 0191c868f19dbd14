import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { attacked, type Attacked } from './attack.ts';
import { expectOrderly } from './expect-orderly.ts';
import { COMMANDS, NODE_HAZARDS, type HazardCommand } from './hazard-commands.ts';
import type { HazardReport } from './hazard-program.ts';
import { inFolder } from './pyx.ts';

/** The columns of the table in docs/safety.md: what happens to the node, or to the command. */
const COLUMNS = {
  flips: 'chain becomes `main`',
  'flips-and-drops': 'the same, connections break',
  echoes: 'secrets are echoed',
  dies: 'node dies',
  SIGTERM: 'node hangs, SIGTERM',
  SIGINT: 'node hangs, Ctrl-C',
  'other-id': 'ids of other requests',
  'answers-twice': 'each answer comes twice',
  'huge-numbers': 'numbers `1e400`',
  SIGKILL: '`kill -9`',
} as const;
export type Column = keyof typeof COLUMNS;

/** Writes that a node of another chain may get before it is asked again: it is asked every 25 calls or 250 ms. */
const MAX_WRITES = 40;
/** Of a load, or the transactions of a TPS test, which are sent around the client of the node. */
const MAX_LOAD_WRITES = 150;
/** On a machine with other work; about 5 seconds on one without. Time limits of calls to a node that hangs are longer. */
const ENDS_WITHIN_MS = 30_000;

const codeText = (codes: number | readonly number[]): string => [codes].flat().join(' or ');

/** The node to which it happened: a command may have started several. */
function reached(nodes: readonly HazardReport[]): HazardReport {
  const node = nodes.find(({ happened }) => happened);
  if (!node) throw new Error('no node has come so far that the hazard happened');
  return node;
}

function expectCode({ code, signal, stderr }: Attacked, codes: number | readonly number[]): void {
  expect(signal).toBeNull();
  expect([codes].flat(), stderr).toContain(code);
}

/** What happens in each column: the assertions, and the text of the cell. */
const cells: { readonly [column in Column]: (command: HazardCommand) => Promise<string> } = {
  flips: async (command) => {
    const happened = await attacked(command, { hazard: 'flips' });
    expectCode(happened, 2);
    expectOrderly(happened);
    const { writesAfter, writesAfterAnswer } = reached(happened.nodes);
    expect(writesAfter).toBeLessThan(command.loads === true ? MAX_LOAD_WRITES : MAX_WRITES);
    // What was on its way when the answer came.
    expect(writesAfterAnswer).toBeLessThan(MAX_WRITES);
    return '2';
  },
  'flips-and-drops': async (command) => {
    const happened = await attacked(command, { hazard: 'flips-and-drops' });
    expectCode(happened, 2);
    expectOrderly(happened);
    reached(happened.nodes);
    expect(happened.nodes.map(({ writesAfter }) => writesAfter).filter((writes) => writes > 0)).toEqual([]);
    return '2, 0 writes';
  },
  echoes: async (command) => {
    const happened = await attacked(command, { hazard: 'echoes' });
    expectCode(happened, command.codes.echoes);
    expectOrderly(happened);
    for (const where of ['errors', 'results'] as const) expect(happened.nodes.some(({ echoed }) => echoed[where] > 0)).toBe(true);
    return `${codeText(command.codes.echoes)}, in ${happened.leaks.length} files`;
  },
  ...(Object.fromEntries(
    NODE_HAZARDS.filter((hazard) => hazard !== 'echoes').map((hazard) => [
      hazard,
      async (command: HazardCommand): Promise<string> => {
        const happened = await attacked(command, { hazard });
        expectCode(happened, command.codes[hazard]);
        expectOrderly(happened);
        reached(happened.nodes);
        return codeText(command.codes[hazard]);
      },
    ]),
  ) as { readonly [hazard in 'dies' | 'other-id' | 'answers-twice' | 'huge-numbers']: (command: HazardCommand) => Promise<string> }),
  SIGTERM: (command) => interrupted(command, 'SIGTERM'),
  SIGINT: (command) => interrupted(command, 'SIGINT'),
  SIGKILL: async (command) => {
    const happened = await attacked(command, { act: ({ child }) => void child.kill('SIGKILL') });
    expect(happened.signal).toBe('SIGKILL');
    expectOrderly(happened);
    return `${happened.folders.length} folders left`;
  },
};

async function interrupted(command: HazardCommand, signal: 'SIGTERM' | 'SIGINT'): Promise<string> {
  const happened = await attacked(command, { hazard: 'hangs', act: ({ child }) => void child.kill(signal) });
  expectCode(happened, 130);
  expectOrderly(happened);
  expect(happened.endedMs).toBeLessThan(ENDS_WITHIN_MS);
  return '130';
}

/** A node that Pyx has started on a data directory of its own changes its chain only if another program takes its place. */
const isPossible = ({ starts, passesOn }: HazardCommand, column: Column): boolean =>
  !(starts === true && column === 'flips') && !(passesOn === true && (column === 'flips' || column === 'flips-and-drops'));

/** Makes a test of each cell, of those that are chosen for a command, and one that docs/safety.md shows what they saw. */
export function hazardTests(choose: (command: string, columns: readonly Column[]) => readonly Column[] = (_, columns) => columns): void {
  const seen = new Map<string, Map<string, string>>();
  const chosen = COMMANDS.map((command) => ({
    ...command,
    columns: choose(
      command.name,
      (Object.keys(COLUMNS) as Column[]).filter((column) => isPossible(command, column)),
    ),
  }));
  // Most of each test is waiting for nodes to start and end.
  describe.concurrent.each(chosen)('pyx $name', ({ columns, ...command }) => {
    test.each(columns)('%s', async (column) => {
      const text = await cells[column](command);
      seen.set(command.name, (seen.get(command.name) ?? new Map<string, string>()).set(column, text));
    });
  });
  afterAll(async () => {
    const rows = await shownRows();
    const table = rows.map(({ name, texts }) => {
      const now = (Object.keys(COLUMNS) as Column[]).map((column) => seen.get(name)?.get(column) ?? texts[column] ?? '–');
      return `| ${[`\`pyx ${name}\``, ...now].join(' | ')} |`;
    });
    expect(rows.map(({ line }) => line).join('\n'), 'expected below: the rows of the table in docs/safety.md').toBe(table.join('\n'));
  });
}

interface Row {
  readonly name: string;
  readonly line: string;
  readonly texts: { readonly [column in Column]?: string };
}

/** The rows of docs/safety.md, one for each command; a row that is missing is empty. */
async function shownRows(): Promise<Row[]> {
  const page = await readFile(join(import.meta.dirname, '../../docs/safety.md'), 'utf8');
  const [head, , ...lines] = (/ hazards -->\n([\s\S]*?)\n\S+ end -->/.exec(page)?.[1] ?? '').split('\n');
  expect(head).toBe(`| command | ${Object.values(COLUMNS).join(' | ')} |`);
  return COMMANDS.map(({ name }) => {
    const line = lines.find((text) => text.startsWith(`| \`pyx ${name}\` |`)) ?? '';
    const texts = line
      .split(' | ')
      .slice(1)
      .map((text) => text.replace(/ \|$/, ''));
    return { name, line, texts: Object.fromEntries(Object.keys(COLUMNS).map((column, index) => [column, texts[index]])) };
  });
}

/** A k6 that is missing, or a script in its place. */
const K6 = { 'is missing': undefined, 'fails at once': 'exit 3', 'writes no summary': 'exit 0' } as const;

/** Tests of the engine that is another program. */
export function k6Tests(): void {
  describe.concurrent('pyx load --engine k6', () => {
    const load = COMMANDS.find(({ name }) => name === 'load')!;
    const k6: HazardCommand = {
      ...load,
      name: 'load --engine k6',
      args: async (places) => [...(await load.args(places)), '--engine', 'k6'],
    };
    test.each(Object.entries(K6))('ends with 2 when k6 %s', async (_, script) => {
      await inFolder(async (folder) => {
        const program = join(folder, 'k6');
        if (script !== undefined) {
          await writeFile(program, `#!/bin/sh\ncase "$1" in version) echo 'k6 v0.46.0';; *) ${script};; esac\n`);
          await chmod(program, 0o755);
        }
        const happened = await attacked(k6, { env: { PYX_K6: program } });
        expectCode(happened, 2);
        expectOrderly(happened);
      });
    });
  });
}
