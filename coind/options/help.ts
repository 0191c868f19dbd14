import { optionGroups, type OptionRow } from './table.ts';

const OPTION_WIDTH = 34;

/** Start options in words. Ends with a newline. */
export function optionsHelp(): string {
  const lines = optionGroups.flatMap(([heading, rows]) => ['', `${heading}:`, ...rows.flatMap(lineOf)]);
  return ['Usage: coind [options]', '', 'A regtest node. Options may also stand in <datadir>/coin.conf, as name=value.', ...lines, ''].join('\n');
}

function lineOf({ name, value = '', text, noEffect }: OptionRow): string[] {
  const shown = text ?? noEffect;
  return shown === undefined ? [] : [`  ${`-${name}${value}`.padEnd(OPTION_WIDTH)} ${shown}`];
}
