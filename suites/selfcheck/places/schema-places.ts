import { alternatives } from '../../../specs/model/resolve.ts';
import type { Schema, Source, Spec } from '../../../specs/model/types.ts';
import { offeredParts, walk, type Place } from '../../../specs/model/walk.ts';
import { stepsOf, type Step } from './steps.ts';

/** Whole value, member of an object, column of a text, item of a list, item of a tuple, or entry of an object whose names are data. */
export type Role = 'whole' | 'member' | 'column' | 'item' | 'tuple item' | 'entry';

/** One place of an argument or a result. A place in several branches of a union is one place. */
export interface SchemaPlace {
  /** `tx[].vin[].txid`; empty for the whole. */
  readonly pattern: string;
  readonly steps: readonly Step[];
  readonly role: Role;
  /** Its schema in each branch, as written. */
  readonly written: readonly Schema[];
  /** The same without references and unions. */
  readonly forms: readonly Schema[];
  /** The section that describes the innermost shape around it. */
  readonly source: Source;
  /** Whether every object with this member must have it. */
  readonly required: boolean;
}

/** Every place of a schema, outer places first. */
export function schemaPlaces(spec: Spec, schema: Schema, source: Source): SchemaPlace[] {
  const found = new Map<
    string,
    { readonly steps: readonly Step[]; readonly written: Set<Schema>; readonly source: Source; required: boolean }
  >();
  const add = (
    { pattern, schema: written, column }: Pick<Place, 'pattern' | 'schema' | 'column'>,
    outer: Source,
    required: boolean,
  ): void => {
    const known = found.get(pattern);
    const shape = written.$ref === undefined ? undefined : spec.shapes[written.$ref];
    const named = stepsOf(pattern);
    const steps = column === undefined ? named : [...named.slice(0, -1), { column }];
    if (!known) found.set(pattern, { steps, written: new Set([written]), source: shape?.source ?? outer, required });
    else {
      known.written.add(written);
      known.required &&= required;
    }
  };
  add({ pattern: '', schema }, source, true);
  walk(spec, schema, ({ schema: form, pattern }) => {
    const outer = found.get(pattern)?.source ?? source;
    for (const part of offeredParts({ schema: form, pattern })) {
      const step = stepsOf(part.pattern).at(-1);
      const isRequired = typeof step === 'object' && 'member' in step && form.required?.includes(step.member) === true;
      add(part, outer, isRequired);
    }
  });
  return [...found].map(([pattern, { steps, written, required, source: own }]) => ({
    pattern,
    steps,
    role: roleOf(steps.at(-1)),
    written: [...written],
    forms: [...written].flatMap((schema) => alternatives(spec, schema)),
    source: own,
    required,
  }));
}

function roleOf(step: Step | undefined): Role {
  if (step === undefined) return 'whole';
  if (step === 'items') return 'item';
  if (step === 'entries') return 'entry';
  if ('column' in step) return 'column';
  return 'member' in step ? 'member' : 'tuple item';
}
