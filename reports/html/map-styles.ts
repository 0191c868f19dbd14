/** The style sheet of the map of methods. */
export const mapStyles = `
#methods h3, .severity { font-size: 14px; margin: 14px 0 6px; font-weight: 600; } #methods h3 small, .severity small { font-weight: 400; color: var(--soft); }
.cells { display: flex; flex-wrap: wrap; gap: 4px; align-items: start; }
details.cell { border-radius: 5px; max-width: 100%; } details.cell > summary { list-style: none; border-radius: 5px; padding: 1px 7px; font: 11.5px/1.7 ui-monospace, Menlo, Consolas, monospace; color: var(--text); overflow-wrap: anywhere; }
details.cell > summary::-webkit-details-marker { display: none; } details.cell > summary:hover, details.cell > summary:focus-visible { outline: 2px solid var(--text); outline-offset: 1px; } details.cell.failed > summary { box-shadow: inset 0 0 0 1px var(--failed); }
details.cell[open] { flex-basis: 100%; border: 1px solid var(--line); } details.cell.faint:not([open]) > summary { background: none; color: var(--soft); box-shadow: inset 0 0 0 1px var(--line); }
.about { padding: 8px 12px; font-size: 13px; display: grid; gap: 6px; } .about ul { columns: 260px; margin: 0; padding: 0; list-style: none; } .about li { overflow-wrap: anywhere; break-inside: avoid; padding-left: 1.4em; text-indent: -1.4em; } .about li code { word-break: break-all; } .about .weak { font-weight: 600; }
mark { background: #ffe08a; color: #1b1f24; border-radius: 2px; outline: 1px solid #b58100; } .copied { display: flex; gap: 8px; align-items: start; } .copied pre { flex: 1; min-width: 0; }
.copy, #more-rows { font: inherit; font-size: 12.5px; color: inherit; background: var(--code); border: 1px solid var(--line); border-radius: 6px; padding: 3px 10px; cursor: pointer; } .copy[hidden], #more-rows[hidden] { display: none; }
.group:target, .group.at { outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 4px; } .scroll.plain { max-height: none; }
.rows + .scroll { margin-top: 16px; }
`;
