import type { Random } from '../../fixtures/world/random.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method, Source, Variant } from '../../specs/model/types.ts';
import { toPlain } from '../../client/wire-json.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { operators } from './operators/operators.ts';
import { differentCalls, onVariant } from './operators/answers.ts';
import type { AnswerOperator, ArgumentOperator, CallOperator, FieldOperator } from './operators/operator.ts';
import { answerPlaces, type AnswerPlace } from './places/answer-places.ts';
import { argumentPlaces, type ArgumentPlace } from './places/argument-places.ts';
import { changeAll, valuesAt } from './places/steps.ts';
import { ValuePool } from './places/value-pool.ts';
import type { Candidate } from './candidate.ts';
import { outOfScope } from './scope/rules.ts';
import type { ObservedCall, ObservedCalls, PlantedFault } from './types.ts';

/** Without an observation of its own, a fault has nothing to take values from. */
const NONE: readonly ObservedCall[] = [];

/**
 * Every fault that the operators make of the documented methods, in the order of methods and operators. Which faults there
 * are depends on the specification alone; `observed` gives some of them values to use.
 */
export function faultsOf(specification: Specification, observed: ObservedCalls): PlantedFault[] {
  const { spec, documented } = specification;
  const placesOf = new Map(documented.map((method) => [method, argumentPlaces(spec, method)]));
  const pool = new ValuePool([...placesOf.values()].flat(), observed);
  return documented.flatMap((method) => {
    const seen = observed.get(method.id as MethodId) ?? NONE;
    const places = placesOf.get(method) ?? [];
    const make = new MethodFaults(specification, method, { observed: seen, pool, places });
    return [
      ...operators.flatMap((operator) => {
        if (operator.alters === 'argument') return places.filter(operator.fits).flatMap((place) => make.ofArgument(operator, place));
        return operator.alters === 'call' && operator.fits(method, documented) ? [make.ofCall(operator)] : [];
      }),
      ...method.variants.flatMap((variant) => {
        const fields = answerPlaces(spec, method, variant);
        return operators.flatMap((operator) => {
          if (operator.alters === 'field') return fields.filter(operator.fits).map((place) => make.ofField(operator, place));
          return operator.alters === 'answer' && operator.fits(method, variant) ? [make.ofAnswer(operator, variant)] : [];
        });
      }),
    ];
  });
}

/** What the faults of a method are made from. */
interface FaultMaterial {
  readonly observed: readonly ObservedCall[];
  readonly pool: ValuePool;
  readonly places: readonly ArgumentPlace[];
}

/** Makes the faults of one method. */
class MethodFaults {
  readonly #specification: Specification;
  readonly #method: Method;
  readonly #observed: readonly ObservedCall[];
  readonly #pool: ValuePool;
  readonly #places: readonly ArgumentPlace[];

  constructor(specification: Specification, method: Method, { observed, pool, places }: FaultMaterial) {
    this.#specification = specification;
    this.#method = method;
    this.#observed = observed;
    this.#pool = pool;
    this.#places = places;
  }

  ofArgument(operator: ArgumentOperator, place: ArgumentPlace): PlantedFault[] {
    const values = operator.values?.(place) ?? [undefined];
    return values.map((value) => {
      const description = place.steps.length === 0 ? place.param.description : described(place);
      const text = operator.sentence?.(place) ?? `${place.pattern}: ${description ?? `an argument of ${this.#method.id}.`}`;
      return this.#fault(
        { operator, place, value },
        {
          place: `${place.pattern}${value === undefined ? '' : `=${String(value)}`}`,
          covers: operator.covers(place, value),
          text,
          source: place.source,
          make: (random) => operator.make({ place, value, places: this.#places, pool: this.#pool, random }),
        },
      );
    });
  }

  ofCall(operator: CallOperator): PlantedFault {
    const method = this.#method;
    return this.#fault(
      { operator, method },
      {
        place: '',
        covers: operator.covers(method),
        text: operator.sentence(method),
        source: method.source,
        make: () =>
          operator.make({
            method,
            documented: this.#specification.documented,
            observed: this.#observed,
            areLegal: (params) => areLegal(this.#specification, method, params),
          }),
      },
    );
  }

  ofField(operator: FieldOperator, place: AnswerPlace): PlantedFault {
    const where = place.pattern === '' ? 'result' : place.pattern;
    return this.#fault(
      { operator, place },
      {
        place: place.pattern,
        variant: place.variant,
        covers: place.covers,
        text: `${where}: ${described(place) ?? 'documented without a description.'}`,
        source: place.source,
        make: (random) => {
          const turn = random.next() / 2 ** 32;
          return {
            answer: onVariant(place.method, place.variant, (reply) => {
              if (reply.type !== 'result') return undefined;
              const steps = operator.changes === 'holder' ? place.steps.slice(0, -1) : place.steps;
              const all = valuesAt(reply.result, steps);
              let at = 0;
              const result = changeAll(reply.result, steps, (value) =>
                value === undefined ? undefined : operator.change(value, place, { turn, all, at: at++ }),
              );
              return result === undefined ? undefined : { ...reply, result };
            }),
          };
        },
      },
    );
  }

  ofAnswer(operator: AnswerOperator, variant: Variant): PlantedFault {
    const method = this.#method;
    let observed: readonly ObservedCall[] | undefined;
    return this.#fault(
      { operator, method, variant },
      {
        place: '',
        variant,
        covers: [`m:${method.id}`],
        text: method.summary,
        source: method.source,
        make: () => operator.make({ method, variant, observed: (observed ??= differentCalls(method, variant, this.#observed)) }),
      },
    );
  }

  #fault(candidate: Candidate, parts: FaultParts): PlantedFault {
    const { operator } = candidate;
    const { id } = this.#method;
    const { place, variant, covers, text, source, make } = parts;
    const verdict = outOfScope(candidate, this.#specification.spec);
    return {
      id: `${operator.id}/${placeId(operator.alters, id, variant, place)}`,
      operator: operator.id,
      method: id as MethodId,
      place,
      ...(variant && { variant: variant.id }),
      covers,
      sentence: { text, source: `document ${source.document}, ${source.section}` },
      ...(verdict && { outOfScope: verdict }),
      make: (random) => ({ ...make(random), only: id as MethodId }),
    };
  }
}

/** Whether every argument fits its schema, and none is missing or too many. Where none are shown, any may be right. */
function areLegal(specification: Specification, method: Method, params: readonly Wire[]): boolean {
  if (method.unstated.includes('arguments')) return true;
  if (params.length > method.params.length) return false;
  return method.params.every(({ name, required }, index) => {
    const argument = params[index] ?? null;
    if (argument === null) return !required;
    return specification.paramValidator(method, name)?.(toPlain(argument)) !== false;
  });
}

interface FaultParts {
  readonly place: string;
  readonly variant?: Variant;
  readonly covers: readonly string[];
  readonly text: string;
  readonly source: Source;
  readonly make: (random: Random) => ReturnType<PlantedFault['make']>;
}

/** `listunspent.query_options.minimumAmount`, `getblock#verbosity=1:tx[]`, `sendtoaddress` */
function placeId(alters: Candidate['operator']['alters'], method: string, variant: Variant | undefined, place: string): string {
  const whole = variant ? `${method}#${variant.id}` : method;
  if (place === '') return whole;
  return alters === 'argument' ? `${method}.${place}` : `${whole}:${place}`;
}

/** The description of a place, of its own or of its shape. */
function described({
  written,
  forms,
}: {
  readonly written: readonly { readonly description?: string }[];
  readonly forms: readonly { readonly description?: string }[];
}): string | undefined {
  return [...written, ...forms].find(({ description }) => description !== undefined)?.description;
}
