import { formatSat } from '../primitives/amount.ts';
import { optionGroups, type OptionRow } from './table.ts';

const OPTION_WIDTH = 34;

/** The help text of the start options. Ends with a newline. */
export function optionsHelp(): string {
  const lines = optionGroups.flatMap(([heading, rows]) => ['', `${heading}:`, ...rows.map(lineOf)]);
  return ['Usage: coind [options]', '', 'A regtest node. Options may also stand in <datadir>/coin.conf, as name=value.', ...lines, ''].join(
    '\n',
  );
}

function lineOf(row: OptionRow): string {
  const { name, value, list } = row;
  // The help of a flag that is on by default describes the effect of turning it off.
  const off = row.default === true ? '=0' : '';
  const several = list ? '; may be given several times' : '';
  return `  ${`-${name}${value === undefined ? off : `=${value}`}`.padEnd(OPTION_WIDTH)} ${row.help ?? row.noEffect ?? ''}${several}${defaultText(row)}`;
}

function defaultText(row: OptionRow): string {
  if (row.type === 'flag' || row.default === undefined) return '';
  const text = [row.default]
    .flat()
    .map((value) => (row.type === 'amount' ? formatSat(value as bigint) : String(value)))
    .join(', ');
  return text === '' ? '' : ` (default: ${text})`;
}
