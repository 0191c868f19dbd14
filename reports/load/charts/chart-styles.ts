/**
 * The style sheet of charts. Colours are those of Okabe and Ito, which people with any colour vision can distinguish; lines
 * differ in their dashes too.
 */
export const chartStyles = `
:root { --c0: #0072b2; --c1: #d55e00; --c2: #00805f; --c3: #a8487f; --c4: #8a6100; --c5: #2b7fb5; }
@media (prefers-color-scheme: dark) { :root { --c0: #56b4e9; --c1: #f0883e; --c2: #2fc89b; --c3: #e08fbd; --c4: #e6c229; --c5: #a9c7ff; } }
figure.chart { margin: 0; min-width: 0; } .charts { display: grid; gap: 26px 34px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); }
.chart h3 { font-size: 15px; margin: 0; } .chart figcaption p { font-size: 13px; } .chart .axis { font-size: 12px; color: var(--soft); margin: 10px 0 0; } .chart .axis.under { text-align: right; margin: 26px 16px 0; }
.chart .keys { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 6px 0 0; padding: 0; list-style: none; font-size: 13px; } .chart .keys li { display: inline-flex; gap: 7px; align-items: center; }
svg.sample-of { flex: none; overflow: visible; }
svg.plot { display: block; box-sizing: content-box; width: calc(100% - 80px); margin: 8px 16px 0 64px; overflow: visible; }
.plot text { font-size: 12px; fill: var(--soft); font-variant-numeric: tabular-nums; } .plot text.y { text-anchor: end; dominant-baseline: central; } .plot text.x { text-anchor: middle; }
.grid line { stroke: var(--line); shape-rendering: crispEdges; } .grid .tick { stroke: var(--soft); }
svg.lines, svg.point { overflow: visible; } .line { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
.l0 { stroke: var(--c0); } .l1 { stroke: var(--c1); stroke-dasharray: 7 4; } .l2 { stroke: var(--c2); stroke-dasharray: 2 3; } .l3 { stroke: var(--c3); stroke-dasharray: 10 3 2 3; }
.l4 { stroke: var(--c4); stroke-dasharray: 4 2; } .l5 { stroke: var(--c5); stroke-dasharray: 12 5; } .dot-of { stroke-dasharray: none; }
.bars rect { fill: var(--c0); stroke: var(--card); stroke-width: 1; } .bars rect:hover { fill: var(--c1); } .strips rect { fill: transparent; } .strips rect:hover { fill: var(--soft); fill-opacity: 0.14; }
.dot-mark { fill: var(--c0); } .ring-mark { fill: none; stroke: var(--c2); stroke-width: 2; } .cross-mark { fill: none; stroke: var(--c1); stroke-width: 2.5; stroke-linecap: round; }
.interval line { stroke: var(--c0); stroke-width: 3; } .interval circle { fill: var(--c0); } .value-mark { fill: none; stroke: var(--c1); stroke-width: 1.5; } .band { fill: var(--soft); fill-opacity: 0.14; } .pair-line { stroke: var(--soft); }
.limit line { stroke: var(--text); stroke-dasharray: 3 3; } .limit text { fill: var(--text); paint-order: stroke; stroke: var(--card); stroke-width: 4px; } .limit .end { text-anchor: end; } .limit .start { text-anchor: start; }
.values { font-size: 13px; } .values summary { color: var(--soft); } .values .scroll { max-height: 260px; overflow: auto; margin-top: 6px; }
.values table { width: auto; } .values th, .values td { text-align: right; padding: 2px 18px 2px 0; white-space: nowrap; } .values th:first-child, .values td:first-child { text-align: left; }
:root { --h0: #2c7fb8; --h1: #41b6c4; --h2: #a1b96b; --h3: #e7a23c; --h4: #d1483a; }
svg.net { display: block; width: 100%; max-width: 720px; margin: 10px auto 0; } figure.network { grid-column: 1 / -1; } .net text { font-size: 12px; fill: var(--soft); dominant-baseline: central; } .net .net-start { text-anchor: start; } .net .net-end { text-anchor: end; } .net .net-group { text-anchor: middle; font-weight: 600; font-size: 13px; fill: var(--text); }
.net-link { stroke: var(--soft); stroke-opacity: 0.45; stroke-width: 1.5; } .net-link:hover { stroke: var(--c1); stroke-opacity: 1; stroke-width: 3; } .net-node { stroke: var(--card); stroke-width: 1.5; } .net-none { fill: var(--text); }
.h0 { fill: var(--h0); } .h1 { fill: var(--h1); } .h2 { fill: var(--h2); } .h3 { fill: var(--h3); } .h4 { fill: var(--h4); }
.net-link:is(.h0, .h1, .h2, .h3, .h4) { stroke-opacity: 0.75; stroke-width: 2; } .net-link.h0 { stroke: var(--h0); } .net-link.h1 { stroke: var(--h1); } .net-link.h2 { stroke: var(--h2); } .net-link.h3 { stroke: var(--h3); } .net-link.h4 { stroke: var(--h4); } .net-link:hover { stroke-opacity: 1; stroke-width: 4; }
@media (max-width: 700px) { .plot text.wide { display: none; } .net text, .net .net-group { font-size: 16px; } svg.plot { margin-left: 56px; width: calc(100% - 68px); margin-right: 12px; } }
`;
