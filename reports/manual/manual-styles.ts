import { baseStyles } from '../html/base-styles.ts';
import { marks, markSigns } from './run-marks.ts';

/** Readers of the screen say the word alone. */
const signStyles = marks
  .map((name) => `.m.${name}::before { content: "${markSigns[name]} "; content: "${markSigns[name]} " / ""; }`)
  .join('\n');

/** The style sheet of a manual, a file beside its pages: that of all pages, and what only a manual has. */
export const manualStyles = `${baseStyles}
html { scroll-padding-top: 64px; } body { line-height: 1.55; }
.skip { position: absolute; left: -9999px; } .skip:focus { left: 12px; top: 8px; z-index: 9; background: var(--card); padding: 6px 12px; border-radius: 6px; }
header.top { position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; align-items: center; gap: 6px 18px; padding: 9px 20px; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; box-shadow: none; }
.top .title { font-weight: 600; color: var(--text); text-decoration: none; } .top .title small { font-weight: 400; color: var(--soft); margin-left: 6px; }
.top nav { display: flex; flex-wrap: wrap; gap: 2px 14px; font-size: 14px; } .top nav a { text-decoration: none; } .top nav a[aria-current] { color: var(--text); font-weight: 600; }
.top .find { position: relative; margin-left: auto; flex: 0 1 320px; }
.find input { width: 100%; font: inherit; font-size: 14px; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 7px; padding: 5px 10px; }
.find ol { position: absolute; right: 0; top: calc(100% + 6px); width: min(560px, calc(100vw - 24px)); max-height: 70vh; overflow: auto; margin: 0; padding: 6px; list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: 9px; box-shadow: 0 8px 28px #0003; }
.find li a { display: block; padding: 5px 9px; border-radius: 6px; color: inherit; text-decoration: none; overflow-wrap: anywhere; } .find li a:hover, .find li a:focus { background: var(--code); }
.find li b { font: 600 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; } .find li small { color: var(--soft); margin-left: 7px; } .find li span { display: block; font-size: 12.5px; color: var(--soft); }
.find p { position: absolute; right: 0; top: calc(100% + 6px); background: var(--card); border: 1px solid var(--line); border-radius: 9px; padding: 8px 12px; font-size: 13px; } .find p:empty { display: none; } .find ol:not([hidden]) ~ p { left: -9999px; right: auto; width: 1px; overflow: hidden; }
.frame { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 1380px; margin: 0 auto; }
.frame.with { grid-template-columns: 240px minmax(0, 1fr); }
.frame main { width: 100%; margin: 0; max-width: none; padding: 20px; }
.side { position: sticky; top: 50px; align-self: start; max-height: calc(100vh - 50px); overflow: auto; padding: 18px 4px 40px 20px; font-size: 13px; }
.side summary { color: var(--soft); padding: 3px 0; } .side ul { list-style: none; margin: 2px 0 8px; padding: 0 0 0 12px; } .side a { display: block; padding: 1.5px 0; color: var(--text); text-decoration: none; overflow-wrap: anywhere; } .side a:hover { text-decoration: underline; } .side a[aria-current] { color: var(--accent); font-weight: 600; }
header.head { border-left: 1px solid var(--line); }
.head > p, .head > pre { margin-top: 7px; } .jumps { font-size: 13.5px; } .crumbs { font-size: 13px; color: var(--soft); } .head h1 { overflow-wrap: anywhere; } .head p { max-width: 76ch; } .head .facts { margin-top: 10px; } section > p, section > ul { max-width: 80ch; }
.chip { display: inline-block; border: 1px solid var(--line); border-radius: 999px; padding: 0 9px; font-size: 12px; color: var(--soft); margin-right: 5px; white-space: nowrap; } .chip.warn { border-color: var(--waived); color: var(--text); }
h2 .count { color: var(--soft); font-weight: 400; font-size: 13px; margin-left: 6px; } h3 { font-size: 15px; margin: 18px 0 6px; overflow-wrap: anywhere; } h3:first-of-type { margin-top: 4px; } .label { font-size: 13px; margin: 12px 0 4px; color: var(--soft); } .label:first-child { margin-top: 0; }
.rows td { padding: 6px 12px 6px 0; } .rows th { padding: 3px 12px 3px 0; } .rows td:first-child { width: 27%; } .rows .mk { width: 1%; white-space: nowrap; } td > p + p { margin-top: 3px; } .rows tr:last-child td { border-bottom: 0; }
.self { color: inherit; text-decoration: none; font: 600 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; } h2 .self, h3 .self { font: inherit; } .self:hover { text-decoration: underline; }
tr:target, h3:target, li:target, .finding:target, .values > :target { background: color-mix(in srgb, var(--accent) 13%, transparent); border-radius: 4px; } section:target { border-color: var(--accent); }
.d1 { padding-left: 16px !important; } .d2 { padding-left: 32px !important; } .d3 { padding-left: 48px !important; } .d4 { padding-left: 64px !important; } .d5 { padding-left: 80px !important; }
.place { font-size: 12.5px; color: var(--soft); } .need { color: var(--failed); font-size: 12px; } .quiet { color: var(--soft); font-size: 12.5px; }
.m { display: inline-block; min-width: 1.2em; text-align: center; font-weight: 600; text-decoration: none; white-space: nowrap; font-size: 12.5px; color: var(--text); border-radius: 4px; padding: 0 5px; margin: 0 2px 2px 0; background: var(--code); border-left: 3px solid var(--untried); } a.m { text-decoration: underline; }
.m.failed { border-color: var(--failed); } .m.unstable { border-color: var(--unstable); } .m.waived { border-color: var(--waived); } .m.judged, .m.passed { border-color: var(--passed); } .m.covered { border-color: var(--observed); } .m.untestable { border-color: var(--inapplicable); } .m.untried { border-color: var(--untried); }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.legend { list-style: none; padding: 0; margin: 8px 0 0; font-size: 13px; display: grid; gap: 3px; grid-template-columns: repeat(auto-fill, minmax(290px, 1fr)); max-width: none; }
.finding { border-left: 3px solid var(--failed); padding: 4px 0 4px 12px; margin: 10px 0; } .finding.waived { border-color: var(--waived); } .finding.unstable { border-color: var(--unstable); } .finding pre { margin-top: 5px; } .finding p { overflow-wrap: anywhere; }
.code { position: relative; margin: 4px 0 8px; } .code pre { padding-right: 62px; } .code button { position: absolute; top: 5px; right: 5px; font: inherit; font-size: 12px; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 5px; padding: 1px 8px; cursor: pointer; }
.method { display: grid; grid-template-columns: minmax(180px, 27%) minmax(0, 1fr) auto; gap: 2px 14px; padding: 5px 0; border-bottom: 1px solid var(--line); font-size: 14px; } .method:last-child { border-bottom: 0; } .method > a { overflow-wrap: anywhere; font: 600 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; text-decoration: none; }
.pager { display: flex; justify-content: space-between; gap: 12px; font-size: 14px; } details.form > summary { font-size: 13px; color: var(--soft); margin: 4px 0; }
.scroll { overflow-x: auto; } footer { padding: 4px 20px 40px; }
.foot { margin-top: 8px; } .values { font-size: 12.5px; } .values > span { margin-right: 12px; white-space: nowrap; } .ran { list-style: none; padding: 0; margin: 7px 0; font-size: 13.5px; }
${signStyles}
@media (max-width: 1020px) { .frame.with { grid-template-columns: minmax(0, 1fr); } .side { display: none; } }
@media (max-width: 700px) {
  header.top { position: static; } html { scroll-padding-top: 8px; } .top .find { flex: 1 1 100%; } .frame main { padding: 14px 10px; } section, header.head { padding: 14px 13px; }
  .rows, .rows tbody, .rows tr, .rows td { display: block; width: auto !important; } .rows thead { display: none; } .rows tr { padding: 7px 0; border-bottom: 1px solid var(--line); } .rows tr:last-child { border-bottom: 0; } .rows td { border: 0; padding: 1px 0; } .rows td:empty { display: none; } .rows td.mk { display: inline-block; }
  .method { grid-template-columns: minmax(0, 1fr); }
}
@media print {
  .skip, .find, .side, .top nav, .jumps, .pager, .code button, footer { display: none !important; } .self, a { color: inherit; text-decoration: none; } header.top { position: static; } .frame.with { grid-template-columns: minmax(0, 1fr); } body { background: none; font-size: 12px; } section, header.head { border: 0; padding: 6px 0; break-inside: auto; } tr, .finding, .code { break-inside: avoid; } pre { max-height: none; } h2, h3 { break-after: avoid; }
}
`;
