/** The style sheet of the page of a load, after those of pages and charts. */
export const loadStyles = `
header p + p { margin-top: 4px; }
.warnings { border-left: 10px solid var(--waived); } .warnings ul { margin: 0; padding-left: 20px; }
.judged { list-style: none; margin: 0; padding: 0; display: grid; gap: 4px; } .judged li { display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: baseline; } .judged .sign { min-width: 92px; font-weight: 600; }
.met { color: color-mix(in srgb, var(--passed) 60%, var(--text)); } .unmet { color: var(--failed); } .judged code { font-size: 13.5px; }
.scroll { overflow-x: auto; } .scroll table.figures { min-width: 560px; } .figures td, .figures th { padding-right: 14px; overflow-wrap: normal; } .figures td.num { white-space: nowrap; } .figures .graph { width: 22%; vertical-align: middle; }
.entry { border-top: 1px solid var(--line); padding: 10px 0; display: grid; gap: 6px; } .entry:first-of-type { border-top: 0; padding-top: 0; } .entry b { font-variant-numeric: tabular-nums; }
h2 + p { margin-bottom: 12px; } section > .charts + *, section > .scroll + .charts, section > .facts + .scroll { margin-top: 18px; }
@media (max-width: 700px) { .figures .graph { display: none; } .scroll table.figures { min-width: 0; font-size: 12px; } .figures td, .figures th { padding-right: 8px; } h1 { font-size: 22px; } .wide-only { display: none; } }
`;
