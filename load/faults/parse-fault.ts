import { durationMs } from '../duration.ts';
import { FaultPlanError, type PlannedFault } from './types.ts';

const MS_PER_S = 1_000;
/** Nodes do not accept a block that is two hours ahead of their clock, and each block is later than those before it. */
const MAX_SHIFT_MS = 5_400_000;
const EXAMPLES = 'kill:receiver-1@30%, pause:receiver-1@30%-50%, partition:sender-1|rest@20%-60%, restart:receiver-1@50%, clock:+90s@40%';

/** A fault as it is written on the command line. Throws `FaultPlanError` for what is none. */
export function parseFault(text: string): PlannedFault {
  const refuse = (problem: string, remedy = `write it like ${EXAMPLES}`): never => {
    throw new FaultPlanError(`--fault ${text}: ${problem}`, { remedy });
  };
  const match = /^([^:@]+)(?::([^@]*))?(?:@(.*))?$/.exec(text);
  const [, kind = '', what = '', span] = match ?? [];
  if (kind === 'full-disk')
    refuse(
      'the disk of a node cannot be filled: a file system of limited size is mounted by root alone',
      'fill the disk of a node of your own, and name it by --sender or --receiver',
    );
  if (span === undefined) refuse('it has no share of the transactions at which it happens', 'add one, such as @30%');
  const { from, until } = spanOf(span ?? '', refuse);
  const node = what === '' ? undefined : what;
  const onlyOnce = (): void => {
    if (until !== undefined) refuse(`a ${kind} is over at once`, `write @${100 * from}%`);
  };
  switch (kind) {
    case 'kill':
      return { kind, text, from, until, node };
    case 'restart':
      onlyOnce();
      return { kind, text, from, until, node };
    case 'pause':
      if (until === undefined) refuse('a pause has an end', `write @${100 * from}%-${Math.min(100, 100 * from + 20)}%`);
      return { kind, text, from, until, node };
    case 'clock': {
      const [, sign, time = '', name] = /^([+-])([^:]+)(?::(.+))?$/.exec(what) ?? [];
      const ms = durationMs(time);
      if (sign === undefined || ms === undefined || ms % MS_PER_S !== 0 || ms === 0)
        refuse('a clock is set ahead or back by whole seconds', 'write +90s or -90s');
      if ((ms ?? 0) > MAX_SHIFT_MS)
        refuse('nodes whose clocks are so far apart do not accept each other’s blocks', `give at most ${MAX_SHIFT_MS / 60_000}m`);
      return { kind, text, from, until, node: name, shiftS: ((sign === '-' ? -1 : 1) * (ms ?? 0)) / MS_PER_S };
    }
    case 'partition': {
      if (until === undefined) refuse('a partition has an end', `write @${100 * from}%-${Math.min(100, 100 * from + 20)}%`);
      const sides = what.split('|').map((side) => side.split(',').map((name) => name.trim()));
      const [first, second] = sides;
      if (first === undefined || second === undefined || sides.length !== 2 || sides.flat().includes(''))
        return refuse('a partition has two sides of nodes or regions', 'write partition:sender-1,receiver-1|receiver-2, or sender-1|rest');
      return { kind, text, from, until, sides: [first, second] };
    }
    default:
      return refuse(`there is no fault "${kind}"`, 'the faults are kill, pause, partition, restart and clock');
  }
}

function spanOf(span: string, refuse: (problem: string, remedy?: string) => never): { from: number; until: number | undefined } {
  const [, first, second] = /^(\d+(?:\.\d+)?)%(?:-(\d+(?:\.\d+)?)%)?$/.exec(span) ?? [];
  if (first === undefined) return refuse(`"${span}" is no share`, 'write a share such as @30%, or two such as @30%-50%');
  const from = Number(first) / 100;
  const until = second === undefined ? undefined : Number(second) / 100;
  if (from > 1 || (until ?? 0) > 1) return refuse(`${span} is more than all`, 'write shares up to 100%');
  if (until !== undefined && until <= from) return refuse(`it ends at ${second}%, where it has not begun`, 'write the lower share first');
  return { from, until };
}
