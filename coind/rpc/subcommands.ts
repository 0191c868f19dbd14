import type { CallSpec } from '../../specs/model/call-specs.ts';
import { helpText, signature } from './help-text.ts';
import { RpcCode, RpcError } from './errors.ts';
import type { CallArguments } from './call-arguments.ts';
import { repeatedName, type ReadJson } from './json/json-text.ts';
import { methodSpecs, type MethodSpec } from './method-table.ts';

/** The name of the sub-command among named arguments. */
const COMMAND = 'command';

/** The sub-commands of a method by their word: `count` of `gobject count`. */
export type Subcommands = ReadonlyMap<string, MethodSpec>;

/** The methods that have sub-commands, by name on the wire. */
export function groupSubcommands(specs: Iterable<MethodSpec>): ReadonlyMap<string, Subcommands> {
  const groups = new Map<string, Map<string, MethodSpec>>();
  for (const spec of specs) {
    if (spec.subcommand === undefined) continue;
    const { of, word } = spec.subcommand;
    const group = groups.get(of) ?? new Map<string, MethodSpec>();
    groups.set(of, group.set(word, spec));
  }
  return groups;
}

/** The methods of coind that have sub-commands. */
export const subcommandsOf = groupSubcommands(methodSpecs.values());

/** A call of a sub-command: its specification, and the arguments that follow it. */
export interface SubcommandCall {
  readonly spec: MethodSpec;
  readonly given: CallArguments;
}

/**
 * The sub-command that the first argument names, or the named argument `command`. Throws `RpcError`: -1 with the help if
 * there is none or it is no string, -8 with the list for an unknown one, -32601 for one of the standard that coind lacks.
 */
export function chooseSubcommand(method: string, commands: Subcommands, given: CallArguments): SubcommandCall {
  const [word, rest] = Array.isArray(given)
    ? splitList(given as readonly ReadJson[])
    : splitNamed(given as { readonly [name: string]: ReadJson });
  if (word === undefined || word === null) throw new RpcError(RpcCode.misc, subcommandsHelp(method, commands));
  if (typeof word !== 'string') throw new RpcError(RpcCode.misc, 'JSON value is not a string as expected');
  const spec = commands.get(word);
  if (spec === undefined) throw unknownSubcommand(method, word, commands);
  return { spec, given: rest };
}

function splitList([word, ...rest]: readonly ReadJson[]): readonly [ReadJson | undefined, CallArguments] {
  return [word, rest];
}

function splitNamed(given: { readonly [name: string]: ReadJson }): readonly [ReadJson | undefined, CallArguments] {
  const repeated = repeatedName(given);
  if (repeated !== undefined) throw new RpcError(RpcCode.invalidParameter, `Parameter ${repeated} specified multiple times`);
  const { [COMMAND]: word, ...rest } = given;
  return [word, rest];
}

function unknownSubcommand(method: string, word: string, commands: Subcommands): RpcError {
  return new RpcError(
    RpcCode.invalidParameter,
    `Unknown sub-command ${word} of ${method}. Expected one of: ${[...commands.keys()].join(', ')}.`,
  );
}

/** The name on the wire and the arguments of a call by the id of its method: of `gobject count`, `count` is the first. */
export function wireCall(
  { id, subcommand }: { readonly id: string; readonly subcommand?: CallSpec['subcommand'] },
  given: CallArguments,
): { readonly method: string; readonly given: CallArguments } {
  if (subcommand === undefined) return { method: id, given };
  const { of, word } = subcommand;
  return { method: of, given: Array.isArray(given) ? [word, ...(given as readonly ReadJson[])] : { ...given, [COMMAND]: word } };
}

/** The help of a method with sub-commands: the list, then each. */
export function subcommandsHelp(method: string, commands: Subcommands): string {
  const specs = [...commands.values()];
  return [`${method} "${COMMAND}" ...`, '', 'Sub-commands:', ...specs.map(signature), '', specs.map(helpText).join('\n')].join('\n');
}
