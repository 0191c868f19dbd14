import { same } from '../compare/change.ts';
import { buildAjv } from './compile.ts';
import { hasChain } from './has-chain.ts';
import { markIdentifiers } from './identifiers.ts';
import type { ReadStandard } from './read-standard.ts';
import { Specification, type Compiled, type Validator } from './spec.ts';
import type { Method } from './types.ts';

/**
 * A standard of a user as the specification of a trial. The methods of the standard that comes with Pyx are added
 * as methods beyond the documents, unless the other standard describes them: the world is made with them if the node has
 * them, and they are neither counted nor judged. A service without a chain gets none. No value is invented for what identifies
 * something (`markIdentifiers`). Throws `SchemaError` for what is no schema;
 * the validator of one that cannot be compiled throws when it is first used.
 */
export function ownStandard(
  { spec: given, branded, kind }: Pick<Compiled, 'spec' | 'branded'> & Partial<Pick<ReadStandard, 'kind'>>,
  known: Specification,
): Specification {
  // For methods that are just as in Pyx's own standard, its code knows the values.
  const isKnown = (method: Method): boolean => same(method, known.find(method.id));
  const spec = markIdentifiers(given, { illustrative: kind === 'openrpc' }, isKnown);
  const own = new Set(spec.methods.map(({ id }) => id));
  const beside = hasChain(spec) ? known.spec.methods.filter(({ id }) => !own.has(id)).map(asHelper) : [];
  const whole = { ...spec, methods: [...spec.methods, ...beside], shapes: { ...known.spec.shapes, ...spec.shapes } };
  const { ajv, refs } = buildAjv(whole);
  const validators: Record<string, Validator> = {};
  // Most schemas of a large standard are never needed in one run, and compiling takes long.
  for (const [name, id] of Object.entries(refs)) Object.defineProperty(validators, name, { get: () => ajv.getSchema(id) });
  const names = Object.fromEntries(Object.entries(refs).map(([name, id]) => [id, name]));
  return new Specification(
    { spec: whole, branded: [...new Set([...branded, ...known.branded])], validators: names },
    validators,
    beside.map(({ id }) => id),
  );
}

/** Its results are not judged: shapes of the other standard may have the names of those that they refer to. */
function asHelper(method: Method): Method {
  return { ...method, variants: method.variants.map((variant) => ({ ...variant, result: null })), rules: [], beyond: true };
}
