/** The style sheet of what only live pages have, after those of the final page of the command. */
export const liveStyles = `
#sections { display: grid; gap: 18px; grid-template-columns: minmax(0, 1fr); } .slot:empty { display: none; }
.step { display: grid; gap: 4px; margin: 12px 0 0; font-size: 13.5px; } .connection { color: var(--soft); font-size: 13px; } .connection.lost { color: var(--failed); }
.finding { border-top: 1px solid var(--line); padding: 10px 0; } .finding:first-of-type { border-top: 0; padding-top: 0; } .finding h3 { font-size: 15px; margin: 0; overflow-wrap: anywhere; }
.row.suite { grid-template-columns: minmax(110px, 210px) minmax(0, 1fr) 64px 190px; } .rows > .row.suite > :first-child::before { content: none; }
@media (max-width: 700px) { .row.suite { grid-template-columns: minmax(0, 1fr) 64px; } .row.suite > svg { grid-row: 2; grid-column: 1 / -1; } .row.suite > :nth-child(4) { display: none; } }
`;
