/**
 * The style sheet of every page: colours in light and dark, cards, tables, bars. The policy of a page forbids external files,
 * fonts, images and inline styles.
 */
export const baseStyles = `
:root { color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --line: #dfe3e8; --text: #1b1f24; --soft: #5b6470; --code: #f2f4f7; --accent: #2459c4; --shade: 0 1px 2px #0000000d;
  --passed: #3a9d6a; --failed: #cf2f3a; --observed: #4b8fd4; --waived: #d39a1c; --unstable: #c2611f; --skipped: #8d5bc9; --inapplicable: #a7afba; --untried: #e3e6ea; }
@media (prefers-color-scheme: dark) { :root {
  --page: #101317; --card: #181c22; --line: #2b313a; --text: #e5e9ef; --soft: #97a1ae; --code: #12161b; --accent: #7aa7ff; --shade: none;
  --passed: #3f9e6c; --failed: #e5535c; --observed: #4e88c7; --waived: #c9972e; --unstable: #d0783c; --skipped: #9a72d1; --inapplicable: #58616d; --untried: #2a3038; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 20px 64px; display: grid; gap: 18px; grid-template-columns: minmax(0, 1fr); }
section, header { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; box-shadow: var(--shade); }
h1 { font-size: 27px; line-height: 1.2; margin: 0 0 4px; } h2 { font-size: 17px; margin: 0 0 12px; } h2 small { font-weight: 400; color: var(--soft); }
code, pre, .id { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 12.5px; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 6px; margin: 0; padding: 8px 10px; max-height: 320px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--accent); } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; } summary { cursor: pointer; } p { margin: 0; } .soft { color: var(--soft); } .break { overflow-wrap: anywhere; }
header { border-left: 10px solid var(--passed); } header.bad { border-left-color: var(--failed); } header.neutral { border-left-color: var(--waived); } header.open { border-left-color: var(--unstable); }
header .mark { float: right; font-size: 44px; line-height: 1; color: var(--passed); } header.bad .mark { color: var(--failed); } header.neutral .mark { color: var(--waived); } header.open .mark { color: var(--unstable); }
header h1 small { display: block; font-size: 15px; font-weight: 400; color: var(--soft); margin-top: 4px; }
.facts { display: flex; flex-wrap: wrap; gap: 4px 22px; margin: 12px 0 0; padding: 0; list-style: none; font-size: 13.5px; } .facts b { font-weight: 500; color: var(--soft); margin-right: 5px; }
svg.bar { display: block; width: 100%; height: 12px; border-radius: 6px; background: var(--untried); } svg.tall { height: 30px; border-radius: 7px; }
svg .passed { fill: var(--passed); } svg .failed { fill: var(--failed); } svg .observed { fill: var(--observed); } svg .waived { fill: var(--waived); } svg .unstable { fill: var(--unstable); } svg .skipped { fill: var(--skipped); }
svg .inapplicable { fill: var(--inapplicable); } svg .plain { fill: var(--accent); }
table { border-collapse: collapse; width: 100%; font-size: 13px; } th { text-align: left; color: var(--soft); font-weight: 500; } th, td { padding: 3px 8px 3px 0; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
td.num, th.num { text-align: right; } .num { font-variant-numeric: tabular-nums; } .more { margin: 2px 0; font-size: 13px; }
footer { color: var(--soft); font-size: 13px; }
@media print { section, header { break-inside: avoid; box-shadow: none; } }
`;
