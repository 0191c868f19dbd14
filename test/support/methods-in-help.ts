import { specification } from '../../specs/model/specification.ts';
import type { Method } from '../../specs/model/types.ts';

/** The methods that a list of `help` has: a line begins with the name, and with the word of a subcommand. */
export function methodsInHelp(help: string): Method[] {
  return help
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('=='))
    .map((line) => {
      const [name = '', word = ''] = line.split(' ');
      return specification.find(`${name} ${word}`) ?? specification.method(name);
    });
}
