/** Lines around a change that are shown. */
const CONTEXT = 3;

type Line = readonly [mark: ' ' | '-' | '+', text: string];

/** The difference between two texts as a patch: only what changed, with some lines around. Empty if they are equal. */
export function lineDiff(file: string, before: string, after: string): string {
  const lines = aligned(linesOf(before), linesOf(after));
  const changed = lines.flatMap(([mark], index) => (mark === ' ' ? [] : [index]));
  if (changed.length === 0) return '';
  const shown = new Set(changed.flatMap((at) => Array.from({ length: 2 * CONTEXT + 1 }, (_, offset) => at - CONTEXT + offset)));
  const hunks: string[] = [];
  let [old, fresh] = [1, 1];
  let hunk: { readonly head: readonly [number, number]; readonly lines: Line[] } | undefined;
  const close = (): void => {
    if (!hunk) return;
    const count = (mark: '-' | '+'): number => hunk?.lines.filter(([own]) => own === ' ' || own === mark).length ?? 0;
    hunks.push(`@@ -${hunk.head[0]},${count('-')} +${hunk.head[1]},${count('+')} @@`, ...hunk.lines.map((line) => line.join('')));
    hunk = undefined;
  };
  for (const [index, line] of lines.entries()) {
    if (shown.has(index)) (hunk ??= { head: [old, fresh], lines: [] }).lines.push(line);
    else close();
    if (line[0] !== '+') old++;
    if (line[0] !== '-') fresh++;
  }
  close();
  return [`--- ${file}`, `+++ ${file}`, ...hunks].join('\n');
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Both texts in one list, by their longest common subsequence. */
function aligned(before: readonly string[], after: readonly string[]): Line[] {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same++;
  let end = 0;
  while (end < before.length - same && end < after.length - same && before.at(-1 - end) === after.at(-1 - end)) end++;
  const [a, b] = [before.slice(same, before.length - end), after.slice(same, after.length - end)];
  const unchanged = (lines: readonly string[]): Line[] => lines.map((line) => [' ', line]);
  return [...unchanged(before.slice(0, same)), ...subsequence(a, b), ...unchanged(before.slice(before.length - end))];
}

function subsequence(a: readonly string[], b: readonly string[]): Line[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) lengths[i]![j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push([' ', a[i] as string]);
      i++;
      j++;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) lines.push(['-', a[i++] as string]);
    else lines.push(['+', b[j++] as string]);
  }
  return lines;
}
