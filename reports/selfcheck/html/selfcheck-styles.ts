/** The style sheet of the page of a selfcheck, after those of pages and of a trial. */
export const selfcheckStyles = `
.row.operator { grid-template-columns: minmax(120px, 210px) minmax(0, 1fr) 64px 250px; } .rows > .row.operator > :first-child::before { content: none; }
.cells { display: flex; flex-wrap: wrap; gap: 3px; } .cell { border-radius: 4px; font: 11px/20px ui-monospace, Menlo, Consolas, monospace; color: var(--text); text-decoration: none; padding: 0 6px; overflow-wrap: anywhere; } .cell.faint { background: none; color: var(--soft); } .cell:hover, .cell:focus-visible { outline: 2px solid var(--text); outline-offset: 1px; }
.cell.passed { background: color-mix(in srgb, var(--passed) 30%, var(--card)); } .cell.failed { background: color-mix(in srgb, var(--failed) 34%, var(--card)); } .cell.waived { background: color-mix(in srgb, var(--waived) 34%, var(--card)); } .cell.inapplicable { background: color-mix(in srgb, var(--inapplicable) 30%, var(--card)); } .cell.untried { background: var(--untried); }
.cell b { font-weight: 700; } .warnings { border-left: 10px solid var(--failed); } .warnings ul { margin: 4px 0 10px; padding-left: 20px; }
.group .title b.id { font-weight: 600; } .group .badge { max-width: 40%; overflow: hidden; text-overflow: ellipsis; } .rules th:nth-child(1) { width: 200px; } .rules th:nth-child(2), .rules th:nth-child(3) { width: 90px; }
#faults, #missed { scroll-margin-top: 64px; } #faults td.id { overflow-wrap: anywhere; }
@media (max-width: 700px) { .row.operator { grid-template-columns: minmax(0, 1fr) 64px; } .row.operator > svg { grid-row: 2; grid-column: 1 / -1; } .row.operator > :nth-child(4) { display: none; } h1 { font-size: 22px; } .group .badge { display: none; } #faults th:nth-child(3), #faults td:nth-child(3) { display: none; } th:nth-child(1) { width: 92px; } }
`;
