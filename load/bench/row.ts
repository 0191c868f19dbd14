/** One line of the table of `npm run bench`: a figure beside that of another program, measured in the same run. */
export interface Row {
  /** With the unit. */
  readonly what: string;
  readonly ours: number;
  /** The other program, such as `wrk`. */
  readonly beside: string;
  readonly theirs: number;
  /** Ours to theirs. */
  readonly ratio: number;
  /** What the ratio should be, such as `≤ 1.5`; empty if nothing is expected. */
  readonly aim: string;
  readonly isMet: boolean | undefined;
}

export interface Expected {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  /** Both should be alike: this share of the other figure may lie between them. */
  readonly within?: number | undefined;
}

export function rowOf(
  what: string,
  { ours, beside, theirs }: Pick<Row, 'ours' | 'beside' | 'theirs'>,
  { atLeast, atMost, within }: Expected = {},
): Row {
  const ratio = ours / theirs;
  const [aim, isMet] = judged(ratio, { atLeast, atMost, within });
  return { what, ours, beside, theirs, ratio, aim, isMet };
}

function judged(ratio: number, { atLeast, atMost, within }: Expected): readonly [aim: string, isMet: boolean | undefined] {
  if (atLeast !== undefined) return [`≥ ${atLeast}`, ratio >= atLeast];
  if (atMost !== undefined) return [`≤ ${atMost}`, ratio <= atMost];
  if (within !== undefined) return [`± ${Number((100 * within).toFixed(1))} %`, Math.abs(ratio - 1) <= within];
  return ['', undefined];
}

type Column = 'what' | 'ours' | 'theirs' | 'ratio' | 'aim' | 'verdict';

/** The rows as text, with a heading. */
export function tableOf(rows: readonly Row[]): string {
  const line = ({ what, ours, theirs, ratio, aim, verdict }: { readonly [column in Column]: string }): string =>
    `  ${what.padEnd(60)} ${ours.padStart(10)} ${theirs.padStart(23)} ${ratio.padStart(6)}  ${aim.padEnd(7)} ${verdict}`.trimEnd();
  return [
    line({ what: '', ours: 'ours', theirs: 'beside', ratio: 'ratio', aim: 'aim', verdict: '' }),
    ...rows.map(({ what, ours, beside, theirs, ratio, aim, isMet }) =>
      line({
        what,
        ours: short(ours),
        theirs: `${beside} ${short(theirs)}`,
        ratio: ratio.toFixed(2),
        aim,
        verdict: isMet === undefined ? '' : isMet ? 'met' : 'missed',
      }),
    ),
  ].join('\n');
}

/** Three digits at least. */
function short(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2 });
}
