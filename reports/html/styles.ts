/** The style sheet of `index.html`. The page's policy forbids external files, fonts, images and inline styles. */
export const styles = `
:root { color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --line: #dfe3e8; --text: #1b1f24; --soft: #5b6470; --code: #f2f4f7; --accent: #2459c4; --shade: 0 1px 2px #0000000d;
  --passed: #3a9d6a; --failed: #cf2f3a; --observed: #4b8fd4; --waived: #d39a1c; --skipped: #8d5bc9; --inapplicable: #a7afba; --untried: #e3e6ea; }
@media (prefers-color-scheme: dark) { :root {
  --page: #101317; --card: #181c22; --line: #2b313a; --text: #e5e9ef; --soft: #97a1ae; --code: #12161b; --accent: #7aa7ff; --shade: none;
  --passed: #3f9e6c; --failed: #e5535c; --observed: #4e88c7; --waived: #c9972e; --skipped: #9a72d1; --inapplicable: #58616d; --untried: #2a3038; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 20px 64px; display: grid; gap: 18px; grid-template-columns: minmax(0, 1fr); }
section, header { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; box-shadow: var(--shade); }
h1 { font-size: 27px; line-height: 1.2; margin: 0 0 4px; } h2 { font-size: 17px; margin: 0 0 12px; } h2 small { font-weight: 400; color: var(--soft); }
code, pre, .id { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 12.5px; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 6px; margin: 0; padding: 8px 10px; max-height: 320px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--accent); } summary { cursor: pointer; } p { margin: 0; } .soft { color: var(--soft); } .break { overflow-wrap: anywhere; }
header { border-left: 10px solid var(--passed); } header.bad { border-left-color: var(--failed); } header.neutral { border-left-color: var(--waived); }
header .mark { float: right; font-size: 44px; line-height: 1; color: var(--passed); } header.bad .mark { color: var(--failed); } header.neutral .mark { color: var(--waived); }
.facts { display: flex; flex-wrap: wrap; gap: 4px 22px; margin: 12px 0 0; padding: 0; list-style: none; font-size: 13.5px; } .facts b { font-weight: 500; color: var(--soft); margin-right: 5px; }
svg.bar { display: block; width: 100%; height: 12px; border-radius: 6px; background: var(--untried); } svg.tall { height: 30px; border-radius: 7px; }
svg .passed { fill: var(--passed); } svg .failed { fill: var(--failed); } svg .observed { fill: var(--observed); } svg .waived { fill: var(--waived); } svg .skipped { fill: var(--skipped); }
svg .inapplicable { fill: var(--inapplicable); } svg .plain { fill: var(--accent); }
.legend { display: flex; flex-wrap: wrap; gap: 6px 10px; margin: 12px 0 0; padding: 0; list-style: none; }
.legend button, .legend span.key { font: inherit; font-size: 13.5px; color: inherit; background: none; border: 1px solid transparent; border-radius: 999px; padding: 1px 10px; display: inline-flex; align-items: center; gap: 7px; }
.legend button { border-color: var(--line); cursor: pointer; } .legend button[aria-pressed=true] { border-color: var(--accent); background: var(--code); font-weight: 600; }
.dot { width: 11px; height: 11px; border-radius: 3px; display: inline-block; flex: none; }
.dot.passed, .cell.passed { background: var(--passed); } .dot.failed, .cell.failed { background: var(--failed); } .dot.observed, .cell.observed { background: var(--observed); }
.dot.waived, .cell.waived { background: var(--waived); } .dot.skipped, .cell.skipped { background: var(--skipped); } .dot.inapplicable, .cell.inapplicable { background: var(--inapplicable); }
.dot.untried, .cell.untried { background: var(--untried); color: var(--soft); }
.strip { display: grid; grid-template-columns: 104px minmax(0, 1fr); gap: 6px 10px; align-items: start; } .strip > span { color: var(--soft); font-size: 13.5px; line-height: 20px; }
.cells { display: flex; flex-wrap: wrap; gap: 3px; }
.cell { min-width: 20px; height: 20px; border-radius: 4px; color: #fff; font: 11px/20px ui-monospace, Menlo, Consolas, monospace; text-align: center; text-decoration: none; padding: 0 3px; white-space: nowrap; }
.cell { padding: 0 6px; } .cell.faint { opacity: 0.18; } #cases, #failed { scroll-margin-top: 64px; } .cell:hover, .cell:focus-visible { outline: 2px solid var(--text); outline-offset: 1px; }
.rows { display: grid; gap: 6px; } .row { display: grid; grid-template-columns: 130px minmax(0, 1fr) 56px 190px; gap: 12px; align-items: center; font-size: 13.5px; } .row .num { text-align: right; }
.row.time { grid-template-columns: minmax(120px, 220px) minmax(0, 1fr) 90px; } .num { font-variant-numeric: tabular-nums; }
.more { margin: 2px 0; font-size: 13px; } .rows > .row:not(.time) > :first-child::before { content: "▸ "; visibility: hidden; } .more ul { columns: 260px; margin: 6px 0; padding-left: 18px; } .more li { overflow-wrap: anywhere; } .more .long ul { columns: auto; } .more summary.row { list-style: none; } .more summary.row::-webkit-details-marker { display: none; } .more summary.row > :first-child::before { content: "▸ "; color: var(--soft); } .more[open] > summary.row > :first-child::before { content: "▾ "; } .more > div { padding: 6px 14px; }
.group { border-top: 1px solid var(--line); padding: 10px 0; } .group:first-of-type { border-top: 0; } .group > summary { display: flex; gap: 10px; align-items: baseline; list-style-position: inside; }
.group > summary::before { content: "▸"; color: var(--soft); } .group[open] > summary::before { content: "▾"; } .group > summary::-webkit-details-marker { display: none; } .group > summary { list-style: none; }
.group .count { font-weight: 700; min-width: 38px; text-align: right; font-variant-numeric: tabular-nums; } .group .title { flex: 1; min-width: 0; overflow-wrap: anywhere; } .group .title small { display: block; color: var(--soft); font-size: 13px; }
.badge { font-size: 11.5px; border: 1px solid var(--line); border-radius: 999px; padding: 0 8px; color: var(--soft); white-space: nowrap; } .badge.health, .badge.doubt { border-color: var(--failed); color: var(--failed); }
.sample { margin: 10px 0 4px 22px; display: grid; grid-template-columns: 96px minmax(0, 1fr); gap: 6px 12px; font-size: 14px; } .sample > dt { color: var(--soft); font-size: 13px; padding-top: 1px; } .sample > dd { margin: 0; overflow-wrap: anywhere; }
.folded { border-top: 1px solid var(--line); padding-top: 10px; } .another { margin: 4px 0 4px 22px; font-size: 13px; } .sample + .sample { border-top: 1px dashed var(--line); padding-top: 10px; }
.tools { position: sticky; top: 0; z-index: 2; display: flex; gap: 12px; align-items: center; padding: 10px 14px; } .tools[hidden] { display: none; } .tools input { flex: 1; font: inherit; padding: 6px 10px; border: 1px solid var(--line); border-radius: 7px; background: var(--code); color: inherit; }
table { border-collapse: collapse; width: 100%; font-size: 13px; table-layout: fixed; } th { text-align: left; color: var(--soft); font-weight: 500; } th, td { padding: 3px 8px 3px 0; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th:nth-child(1) { width: 118px; } th:nth-child(3) { width: 80px; } td.num, th.num { text-align: right; } tbody tr { content-visibility: auto; contain-intrinsic-size: auto 28px; } td .dot { margin-right: 6px; }
tr[hidden], .group[hidden] { display: none; }
footer { color: var(--soft); font-size: 13px; }
@media (max-width: 700px) { .row { grid-template-columns: 96px minmax(0, 1fr) 48px; } .row > :nth-child(4) { display: none; } .strip { grid-template-columns: 1fr; } .sample { grid-template-columns: 1fr; margin-left: 0; } .row.time { grid-template-columns: 110px minmax(0, 1fr) 70px; } }
@media print { .tools { display: none; } section, header { break-inside: avoid; box-shadow: none; } }
`;
