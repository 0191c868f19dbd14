/** The style sheet of the page of a trial, after `baseStyles`. */
export const styles = `
.legend { display: flex; flex-wrap: wrap; gap: 6px 10px; margin: 12px 0 0; padding: 0; list-style: none; }
.legend button, .legend span.key { font: inherit; font-size: 13.5px; color: inherit; background: none; border: 1px solid transparent; border-radius: 999px; padding: 1px 10px; display: inline-flex; align-items: center; gap: 7px; }
.legend button { border-color: var(--line); cursor: pointer; } .legend button[aria-pressed=true] { border-color: var(--accent); background: var(--code); font-weight: 600; }
.dot { width: 11px; height: 11px; border-radius: 3px; display: inline-block; flex: none; }
.dot.passed { background: var(--passed); } .dot.failed { background: var(--failed); } .dot.observed { background: var(--observed); }
.dot.waived { background: var(--waived); } .dot.unstable { background: var(--unstable); } .dot.skipped { background: var(--skipped); } .dot.inapplicable { background: var(--inapplicable); }
.dot.untried { background: var(--untried); color: var(--soft); }
section, .group, .cell { scroll-margin-top: 64px; } .reasons { list-style: none; margin: 0; padding: 0 0 0 18px; text-indent: -18px; display: grid; gap: 4px; }
.rows { display: grid; gap: 6px; } .row { display: grid; grid-template-columns: 130px minmax(0, 1fr) 56px 190px; gap: 12px; align-items: center; font-size: 13.5px; } .row .num { text-align: right; }
.row.time { grid-template-columns: minmax(120px, 220px) minmax(0, 1fr) 90px; } .rows + h3 { font-size: 14px; margin: 14px 0 6px; font-weight: 600; }
.rows > .row:not(.time) > :first-child::before { content: "▸ "; visibility: hidden; } .more ul { columns: 260px; margin: 6px 0; padding-left: 18px; } .more li { overflow-wrap: anywhere; } .more .long ul { columns: auto; } .more summary.row { list-style: none; } .more summary.row::-webkit-details-marker { display: none; } .more summary.row > :first-child::before { content: "▸ "; color: var(--soft); } .more[open] > summary.row > :first-child::before { content: "▾ "; } .more > div { padding: 6px 14px; }
.group { border-top: 1px solid var(--line); padding: 10px 0; } .group:first-of-type { border-top: 0; } .group > summary { display: flex; gap: 10px; align-items: baseline; list-style-position: inside; }
.group > summary::before { content: "▸"; color: var(--soft); } .group[open] > summary::before { content: "▾"; } .group > summary::-webkit-details-marker { display: none; } .group > summary { list-style: none; }
.group .count { font-weight: 700; min-width: 46px; text-align: right; font-variant-numeric: tabular-nums; } .group .title { flex: 1; min-width: 0; overflow-wrap: anywhere; } .group .title small { display: block; color: var(--soft); font-size: 13px; }
.badge { font-size: 11.5px; border: 1px solid var(--line); border-radius: 999px; padding: 0 8px; color: var(--soft); white-space: nowrap; } .badge.health, .badge.doubt, .badge.breaking { border-color: var(--failed); color: var(--failed); } .badge.breaking { font-weight: 600; } .badge.minor { border-color: var(--waived); color: var(--text); }
.sample { margin: 10px 0 4px 22px; display: grid; grid-template-columns: 96px minmax(0, 1fr); gap: 6px 12px; font-size: 14px; } .sample > dt { color: var(--soft); font-size: 13px; padding-top: 1px; } .sample > dd { margin: 0; overflow-wrap: anywhere; }
.folded { border-top: 1px solid var(--line); padding-top: 10px; } .another { margin: 4px 0 4px 22px; font-size: 13px; } .sample + .sample { border-top: 1px dashed var(--line); padding-top: 10px; }
.tools { position: sticky; top: 0; z-index: 2; display: flex; gap: 12px; align-items: center; padding: 10px 14px; } .tools[hidden] { display: none; } .tools input { flex: 1; font: inherit; padding: 6px 10px; border: 1px solid var(--line); border-radius: 7px; background: var(--code); color: inherit; }
table { table-layout: fixed; } th:nth-child(1) { width: 118px; } th:nth-child(3) { width: 80px; } tbody tr { content-visibility: auto; contain-intrinsic-size: auto 28px; } td .dot { margin-right: 6px; }
tr[hidden], .group[hidden] { display: none; }
@media (max-width: 700px) { .group > summary { flex-wrap: wrap; } .group .title { flex: 1 1 70%; } .group > summary > .badge:not(.badge ~ .badge) { margin-left: 66px; } .keys-of { display: none; } .row { grid-template-columns: 96px minmax(0, 1fr) 48px; } .row > :nth-child(4) { display: none; } .sample { grid-template-columns: 1fr; margin-left: 0; } .row.time { grid-template-columns: 110px minmax(0, 1fr) 70px; }
#case-table:not([hidden]), #case-table tbody { display: block; } #case-table thead { display: none; } #case-table tbody tr:not([hidden]) { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 8px; padding: 4px 0; border-bottom: 1px solid var(--line); } #case-table td { border: 0; padding: 1px 0; } #case-table td:nth-child(3) { grid-area: 1 / 2; } #case-table td:nth-child(2), #case-table td:nth-child(4) { grid-column: 1 / -1; } }
@media print { .tools { display: none; } }
`;
