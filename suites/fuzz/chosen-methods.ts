import { likely } from '../../specs/model/nearest.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method } from '../../specs/model/types.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { notFuzzed } from './confine.ts';

/** The selection of methods cannot be fuzzed. */
export class FuzzError extends UserError {
  override readonly name = 'FuzzError';
}

export interface ChosenMethods {
  readonly methods: readonly Method[];
  /** Start options that they require. */
  readonly startOptions: readonly string[];
  /** Why others are not called. */
  readonly leftOut: { readonly [method: string]: string };
}

export interface MethodSelection {
  /** Neutral ids; all methods if undefined. */
  readonly methods?: readonly string[] | undefined;
  readonly families?: readonly string[] | undefined;
  /** Methods, and start options, that the target file lists as absent, with the reason. */
  readonly absent: ReadonlyMap<string, string>;
  readonly absentOptions: ReadonlyMap<string, string>;
}

/** The methods to call, documented or not. Throws `FuzzError` for a name that does not exist, and if none is left. */
export function chosenMethods(specification: Specification, selection: MethodSelection): ChosenMethods {
  const { methods: wanted, families, absent, absentOptions } = selection;
  for (const id of wanted ?? []) assertKnown(specification, id);
  const asked = specification.spec.methods.filter(
    ({ id, family, wire }) =>
      (wanted === undefined || wanted.includes(id) || wanted.includes(wire.method)) &&
      (families === undefined || families.includes(family)),
  );
  const leftOut: { [method: string]: string } = {};
  const startOptions = new Set<string>();
  const methods = asked.filter((method) => {
    const option = method.requiresOption ?? method.own?.requiresOption;
    const reason =
      absent.get(method.id) ?? (option === undefined ? undefined : missingOption(absentOptions, option)) ?? notFuzzed(method.id);
    if (reason !== undefined) leftOut[method.id] = reason;
    else if (option !== undefined) startOptions.add(option);
    return reason === undefined;
  });
  assertSome(methods, leftOut);
  return { methods, startOptions: [...startOptions], leftOut };
}

/** Throws `FuzzError` if there is no method. */
export function assertSome(methods: readonly Method[], leftOut: ChosenMethods['leftOut']): void {
  if (methods.length > 0) return;
  const reasons = Object.entries(leftOut).map(([id, reason]) => `${id}: ${reason}`);
  throw new FuzzError('there is no method to call', { remedy: 'select other methods', details: reasons.slice(0, 5) });
}

function missingOption(absentOptions: ReadonlyMap<string, string>, option: string): string | undefined {
  const reason = absentOptions.get(option) ?? absentOptions.get(option.split('=', 1)[0] ?? '');
  return reason === undefined ? undefined : `the target has no ${option}: ${reason}`;
}

function assertKnown({ spec }: Specification, id: string): void {
  const names = spec.methods.flatMap((method) => [method.id, method.wire.method]);
  if (names.includes(id)) return;
  const similar = likely(id, names);
  throw new FuzzError(`there is no method ${id}`, {
    remedy: similar === undefined ? 'pyx run --list prints the methods' : `did you mean ${similar}?`,
  });
}
