import type { Methods } from '../../../../specs/model/generated/methods.d.ts';
import { helpText, signature } from '../../help-text.ts';
import type { Handlers } from '../../handler.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import { familyHeadings, methodSpecs } from '../../method-table.ts';
import { subcommandsOf, subcommandsHelp } from '../../subcommands.ts';

const MICROSECONDS_PER_MILLISECOND = 1000;

/** A method that always answers that it is unknown (document 1, Deprecated account methods), so help does not list it. */
const UNKNOWN = 'getaddressbyaccount';

/** The answer of `help` for an unknown method. */
export function unknownCommand(name: string): string {
  return `help: unknown command: ${name}`;
}

function helpOf(name: string): string {
  const commands = subcommandsOf.get(name);
  if (commands !== undefined) return subcommandsHelp(name, commands);
  const spec = methodSpecs.get(name);
  return spec === undefined || name === UNKNOWN ? unknownCommand(name) : helpText(spec);
}

function listOfMethods(): string {
  const parts = familyHeadings.flatMap(([family, heading]) => {
    const specs = [...methodSpecs.values()].filter((spec) => spec.family === family && spec.id !== UNKNOWN);
    return specs.length === 0 ? [] : [[`== ${heading} ==`, ...specs.map(signature), ''].join('\n')];
  });
  return parts.join('\n').trimEnd();
}

/** Methods about the node itself. */
export const controlHandlers: Handlers<'help' | 'stop' | 'uptime' | 'getrpcinfo' | 'rpc.discover' | 'setmocktime'> = {
  help: ({ command }) => (command === undefined || command === '' ? listOfMethods() : helpOf(command)),

  stop: (_args, { node }) => {
    node.shutdown('stop was called');
    return 'coind stopping';
  },

  uptime: (_args, { node }) => Math.max(0, node.clock.seconds() - node.startedAt),

  getrpcinfo: (_args, { node, running }) => {
    const now = node.clock.monotonic();
    const duration = (startedAtMs: number): number => Math.round((now - startedAtMs) * MICROSECONDS_PER_MILLISECOND);
    return { active_commands: running().map(({ method, startedAtMs }) => ({ method, duration: duration(startedAtMs) })) };
  },

  'rpc.discover': async () => {
    // Imported on demand: the whole specification is ten times as large as what calls need.
    const [{ default: compiled }, { toOpenRpc }, { neutralNames }] = await Promise.all([
      import('../../../../specs/model/generated/spec.js'),
      import('../../../../specs/model/openrpc.ts'),
      import('../../../../specs/model/names.ts'),
    ]);
    return toOpenRpc(compiled, neutralNames) as Methods['rpc.discover']['result'];
  },

  setmocktime: ({ timestamp }, { node }) => {
    if (timestamp < 0) throw new RpcError(RpcCode.invalidParameter, `Mocktime can not be negative: ${timestamp}.`);
    node.clock.setMock(timestamp);
    return null;
  },
};
