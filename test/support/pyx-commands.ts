import { pyx } from './pyx.ts';

/** Commands that have commands of their own. */
const ABOVE = ['spec', 'load'];

async function helpOf(...command: string[]): Promise<string> {
  return (await pyx([...command, '--help'])).stdout;
}

/** The commands that a help lists. */
function commandsIn(help: string): string[] {
  const [, list = ''] = /\nCommands:\n((?: .*\n)+)/.exec(help) ?? [];
  return Array.from(list.matchAll(/^ {2}([a-z]+)/gm), ([, name = '']) => name).filter((name) => name !== 'help');
}

let known: Promise<ReadonlyMap<string, ReadonlySet<string>>> | undefined;

/** The commands of pyx with their options, as its help has them: `run`, `spec check`. */
export function pyxCommands(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  return (known ??= readCommands());
}

async function readCommands(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const below = ABOVE.map(async (command) => commandsIn(await helpOf(command)).map((name) => `${command} ${name}`));
  const commands = [...commandsIn(await helpOf()), ...(await Promise.all(below)).flat()];
  return new Map(
    await Promise.all(
      commands.map(async (command) => {
        const options = (await helpOf(...command.split(' '))).matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm);
        return [command, new Set(Array.from(options, ([, option = '']) => option))] as const;
      }),
    ),
  );
}
