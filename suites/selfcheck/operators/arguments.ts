import { stringify } from '../../../client/wire-json.ts';
import type { Json } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { changeArgument, withArgument, type ArgumentPlace } from '../places/argument-places.ts';
import { isKeyed, isList } from '../places/forms.ts';
import { otherValue } from '../places/other-value.ts';
import type { Change } from '../places/steps.ts';
import type { SeenCall } from '../types.ts';
import { cutShort } from './lists.ts';
import type { ArgumentContext, ArgumentOperator } from './operator.ts';

/** The documented default of a parameter or of a member of an object; undefined without a literal one. */
function literalDefault({ param, steps, written, forms }: ArgumentPlace): Json | undefined {
  if (steps.length === 0) return param.default;
  return [...written, ...forms].find((form) => form.default !== undefined)?.default;
}

/** A documented default that is not a literal: `unlimited`. */
export function defaultText({ param, steps, written, forms }: ArgumentPlace): string | undefined {
  if (steps.length === 0) return param.defaultText;
  return [...written, ...forms].find((form) => form.defaultText !== undefined)?.defaultText;
}

const setOf = ({ forms }: ArgumentPlace): readonly Json[] => [...new Set(forms.flatMap((form) => form.enum ?? []))];
const hasOneValue = ({ forms }: ArgumentPlace): boolean => forms.every((form) => form.const !== undefined || form.enum?.length === 1);
const isNamed = ({ role, steps }: ArgumentPlace): boolean => role === 'member' || steps.length === 0;
/** The items and the entries of an argument count as the argument itself. */
const given = ({ path }: ArgumentPlace): string[] => [`p:${path.replace(/[.]?\{\}.*$/, '')}:given`];

/** An alteration of every given value of the place. */
const onGiven = ({ place }: ArgumentContext, change: (value: Wire) => Change | undefined): ReturnType<ArgumentOperator['make']> => ({
  forward: (call) => changeArgument(call, place, (value) => (value === undefined ? undefined : change(value))),
});

const leftOut: ArgumentOperator = {
  id: 'request/left-out',
  alters: 'argument',
  summary: 'ignores the argument',
  fits: (place) => isNamed(place) && !place.required,
  covers: given,
  make: (context) => {
    const initial = literalDefault(context.place);
    // Where the default was given, nothing was ignored.
    return onGiven(context, (value) => (initial !== undefined && stringify(initial as Wire) === stringify(value) ? undefined : 'removed'));
  },
};

const defaultChanged: ArgumentOperator = {
  id: 'request/default-changed',
  alters: 'argument',
  summary: 'uses another value where the argument is omitted',
  fits: (place) => isNamed(place) && (literalDefault(place) !== undefined || defaultText(place) !== undefined),
  covers: ({ path }) => [`p:${path}:omitted`],
  sentence: (place) => {
    const initial = literalDefault(place);
    return `${place.pattern} is ${initial === undefined ? (defaultText(place) ?? '') : JSON.stringify(initial)} by default.`;
  },
  make: ({ place, pool, random }) => {
    const initial = literalDefault(place) as Wire | undefined;
    const start = random.next() / 2 ** 32;
    let calls = 0;
    // Which value is the default is not known, so each call uses another value than the one before: 3/8 further on.
    const turn = (): number => (initial === undefined ? (start + ((3 * calls++) % 8) / 8) % 1 : start);
    return {
      forward: (call) =>
        changeArgument(call, place, (value) => {
          const other = value === undefined ? otherValue(place, initial ?? null, pool, turn()) : undefined;
          return other === undefined ? undefined : { value: other };
        }),
    };
  },
};

const replaced: ArgumentOperator = {
  id: 'request/replaced',
  alters: 'argument',
  summary: 'uses another legal value than the given one',
  fits: (place) =>
    setOf(place).length === 0 && place.forms.some((form) => form.type !== 'object' && form.const === undefined && form.type !== 'null'),
  covers: given,
  make: (context) => {
    const turn = context.random.next() / 2 ** 32;
    return onGiven(context, (value) => {
      const other = otherValue(context.place, value, context.pool, turn);
      return other === undefined ? undefined : { value: other };
    });
  },
};

const enumExchanged: ArgumentOperator = {
  id: 'request/enum-exchanged',
  alters: 'argument',
  summary: 'treats one value of a closed set as another one',
  fits: (place) => setOf(place).length > 1,
  values: (place) => setOf(place) as readonly Wire[],
  covers: (place, value) => [`e:${place.path}=${String(value)}`, ...given(place)],
  make: (context) => {
    const set = setOf(context.place) as readonly Wire[];
    const other = set[(set.indexOf(context.value as Wire) + 1) % set.length] as Wire;
    return onGiven(context, (value) => (value === context.value ? { value: other } : undefined));
  },
};

const itemDropped: ArgumentOperator = {
  id: 'request/item-dropped',
  alters: 'argument',
  summary: 'ignores the last item of a list',
  fits: ({ forms }) => forms.some((form) => isList(form) || isKeyed(form)),
  covers: given,
  make: (context) =>
    onGiven(context, (value) => {
      const shorter = cutShort(value);
      return shorter === undefined ? undefined : { value: shorter };
    }),
};

const isMissing = (value: Wire | undefined): boolean => (value ?? null) === null;

/** Number of values that are tried for a missing argument: not every value of the clean run exists on this node. */
const TRIES = 6;

const filledIn: ArgumentOperator = {
  id: 'request/filled-in',
  alters: 'argument',
  summary: 'accepts a call without the required argument',
  fits: (place) => isNamed(place) && place.required,
  // It shows that the argument is demanded. That it has an effect shows too if it has only one value.
  covers: (place) => ['v:notation-required', ...(hasOneValue(place) ? given(place) : [])],
  sentence: ({ pattern }) => `${pattern} is required.`,
  make: ({ place, places, pool }) => ({
    // Where the node refuses every value, the missing argument remains refused.
    instead: async (call, ask) => {
      for (let turn = 0; turn < TRIES; turn++) {
        const filled = withLegalValues(call, place, places, (where) => otherValue(where, null, pool, turn / TRIES));
        const reply = filled && (await ask(filled.id, filled.params, filled.wallet));
        if (reply === undefined || reply.type === 'result') return reply;
      }
      return undefined;
    },
  }),
};

/** The call with values for the place and for the required arguments after it; undefined if another one is the first that is missing. */
function withLegalValues(
  call: SeenCall,
  place: ArgumentPlace,
  places: readonly ArgumentPlace[],
  legal: (place: ArgumentPlace) => Wire | undefined,
): SeenCall | undefined {
  if (place.steps.length > 0) {
    if (isMissing(call.params[place.index])) return undefined;
    return changeArgument(call, place, (value) => {
      const made = value === undefined ? legal(place) : undefined;
      return made === undefined ? undefined : { value: made };
    });
  }
  const missing = places.filter(({ steps, required, index }) => steps.length === 0 && required && isMissing(call.params[index]));
  if (missing[0] !== place) return undefined;
  let { params } = call;
  for (const argument of missing) {
    const made = legal(argument);
    if (made === undefined) return undefined;
    params = withArgument(place.method, params, argument.index, made);
  }
  return { ...call, params };
}

/** Operators on the arguments of a call, nested ones included. */
export const argumentOperators: readonly ArgumentOperator[] = [leftOut, defaultChanged, replaced, enumExchanged, itemDropped, filledIn];
