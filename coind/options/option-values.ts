import { OptionError } from './option-error.ts';
import type { OptionTexts } from './option-texts.ts';
import { optionReaders, type OptionTypeValues } from './option-types.ts';
import { optionRows, type KnownRow, type OptionRow } from './table.ts';

type Single<R extends KnownRow> = R extends { readonly choices: readonly (infer Choice)[] } ? Choice : OptionTypeValues[R['type']];
type ValueOf<R extends KnownRow> = R extends { readonly list: true }
  ? readonly Single<R>[]
  : R extends { readonly default: unknown }
    ? Single<R>
    : Single<R> | undefined;

/** The value of each option by its name, with the type of its row. */
export type OptionValues = { readonly [R in Exclude<KnownRow, { readonly noEffect: string }> as R['name']]: ValueOf<R> };

/** The values of all options, read from the given texts, else the defaults. Throws `OptionError` for an invalid text. */
export function readOptionValues(given: OptionTexts): OptionValues {
  const effective = [...optionRows.values()].filter(({ noEffect }) => noEffect === undefined);
  return Object.fromEntries(effective.map((row) => [row.name, valueOf(row, given.get(row.name))])) as unknown as OptionValues;
}

/** @param texts the last takes precedence */
function valueOf(row: OptionRow, texts: readonly string[] | undefined): unknown {
  if (texts === undefined) return row.default ?? (row.list ? [] : undefined);
  return row.list ? texts.map((text) => readText(row, text)) : readText(row, texts.at(-1) ?? '');
}

function readText({ name, type, choices }: OptionRow, text: string): unknown {
  if (choices !== undefined && !choices.includes(text)) throw new OptionError(`-${name}=${text}: write one of ${choices.join(', ')}`);
  return optionReaders[type](text, name);
}
