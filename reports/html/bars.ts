import { escapeHtml } from '../escape.ts';

export interface Part {
  /** A class of the style sheet: a status, or `plain`. */
  readonly name: string;
  readonly value: number;
}

/** A horizontal bar with parts in proportion to `whole`; every part above 0 is visible. */
export function bar(parts: readonly Part[], whole: number, label: string, size: '' | 'tall' = ''): string {
  const scale = whole === 0 ? 0 : 100 / whole;
  const minimumWidth = 0.4;
  let x = 0;
  const pieces = parts
    .filter(({ value }) => value > 0)
    .map(({ name, value }) => {
      const width = Math.min(100 - x, Math.max(minimumWidth, value * scale));
      const piece = `<rect class="${escapeHtml(name)}" x="${x.toFixed(3)}" width="${width.toFixed(3)}" height="1"/>`;
      x += width;
      return piece;
    });
  return `<svg class="bar ${size}" viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(label)}">${pieces.join('')}</svg>`;
}
