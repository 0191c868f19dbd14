import { escapeHtml } from '../escape.ts';

/** A figure with its name. */
export interface Tile {
  readonly value: string;
  readonly name: string;
  readonly isBad?: boolean;
}

/** The main figures of a page, side by side. */
export function tiles(figures: readonly Tile[]): string {
  const tile = ({ value, name, isBad }: Tile): string =>
    `<li${isBad === true ? ' class="bad"' : ''}><b>${escapeHtml(value)}</b><span>${escapeHtml(name)}</span></li>`;
  return `<ul class="tiles">${figures.map(tile).join('')}</ul>`;
}

export const tileStyles = `
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(128px, 1fr)); gap: 10px; margin: 16px 0 0; padding: 0; list-style: none; }
.tiles li { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; } .tiles b { display: block; font-size: 21px; line-height: 1.3; font-variant-numeric: tabular-nums; } .tiles span { color: var(--soft); font-size: 13px; }
.tiles .bad b { color: var(--failed); }
@media (max-width: 700px) { .tiles { grid-template-columns: repeat(auto-fit, minmax(96px, 1fr)); } .tiles b { font-size: 18px; } }
`;
