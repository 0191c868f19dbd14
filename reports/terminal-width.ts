import type { TerminalStream } from './colours.ts';

const DEFAULT_COLUMNS = 80;

/** Columns of a terminal. One of unknown width has none, or says 0. */
export const terminalWidth = ({ columns }: Pick<TerminalStream, 'columns'>): number =>
  columns === undefined || columns === 0 ? DEFAULT_COLUMNS : columns;
