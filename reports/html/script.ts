import { COPY_SCRIPT } from './copy-script.ts';

/**
 * The script of a page with a long list: search and filter, kept in the address, links to findings, copying, keys. The page has
 * everything but the list of cases without it. It sets texts and never markup, so it cannot turn a node's text into markup.
 * @param listed what the list has, and the id of its section; the list itself is `<details id="cases-list">`. Its rows are
 *   in the page, or made from the JSON of `#case-data`, some at a time.
 */
export const listScript = (listed: 'cases' | 'faults'): string => `
'use strict';
${COPY_SCRIPT}
const byId = (id) => document.getElementById(id);
const tools = byId('tools');
const search = byId('search');
const shown = byId('shown');
const list = byId('${listed}-list');
const groups = [...document.querySelectorAll('details.group')];
const buttons = [...document.querySelectorAll('button[data-status]')];
const cells = [...document.querySelectorAll('.cell')];
const texts = new Map();
const textOf = (element) => {
  if (!texts.has(element)) texts.set(element, element.textContent.toLowerCase());
  return texts.get(element);
};

// Rows as { status, text, element or cells }. Those of data are sorted here: the page was written while the run was read.
const data = byId('case-data');
const parsed = data && JSON.parse(data.textContent);
const rows = parsed
  ? parsed.rows.sort((a, b) => a[0] - b[0]).map(([status, id, took, remark]) => {
      const name = parsed.statuses[status];
      return { status: name, text: (name + ' ' + id + ' ' + remark).toLowerCase(), cells: [id, took, remark] };
    })
  : [...document.querySelectorAll('#${listed} tbody tr')].map((element) => ({ status: element.dataset.status, text: textOf(element), element }));
const CHUNK = 200;
const table = byId('case-table');
const more = byId('more-rows');
let fitting = [];
let drawn = 0;
const draw = () => {
  const body = table.tBodies[0];
  for (const row of fitting.slice(drawn, drawn + CHUNK)) {
    const line = body.insertRow();
    line.dataset.status = row.status;
    const first = line.insertCell();
    const dot = document.createElement('i');
    dot.className = 'dot ' + row.status;
    first.append(dot, row.status);
    for (const [index, text] of row.cells.entries()) {
      const cell = line.insertCell();
      cell.className = ['id', 'num', ''][index];
      cell.textContent = text;
    }
  }
  drawn = Math.min(fitting.length, drawn + CHUNK);
  more.hidden = drawn >= fitting.length;
  more.textContent = 'show more (' + (fitting.length - drawn) + ')';
};
const redraw = () => {
  drawn = 0;
  table.tBodies[0].replaceChildren();
  table.hidden = false;
  draw();
};

const pressed = () => buttons.filter((button) => button.getAttribute('aria-pressed') === 'true').map((button) => button.dataset.status);
const filter = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const wanted = pressed();
  const fitsText = (text) => words.every((word) => text.includes(word));
  const fitsStatus = (status) => wanted.length === 0 || wanted.includes(status);
  const isOn = words.length + wanted.length > 0;
  fitting = rows.filter((row) => fitsStatus(row.status) && fitsText(row.text));
  if (parsed) { if (isOn || list.open) redraw(); }
  else {
    const fits = new Set(fitting);
    for (const row of rows) row.element.hidden = !fits.has(row);
  }
  if (isOn) for (const folded of document.querySelectorAll('details.folded')) folded.open = true;
  for (const group of groups) group.hidden = !(fitsStatus(group.dataset.status) && fitsText(textOf(group)));
  for (const cell of cells) {
    const counts = ' ' + (cell.dataset.counts ?? cell.title);
    const fits = (wanted.length === 0 || wanted.some((status) => counts.includes(' ' + status))) && fitsText(cell.dataset.method);
    cell.classList.toggle('faint', isOn && !fits);
  }
  if (isOn) list.open = true;
  shown.textContent = isOn ? fitting.length + ' of ' + rows.length + ' listed ${listed}' : '';
};
if (parsed) {
  list.addEventListener('toggle', () => { if (list.open && drawn === 0) redraw(); });
  more.addEventListener('click', draw);
}

// The address holds the search, the filter and the finding, for bookmarks, links and the back button.
let at = '';
const show = (id) => {
  for (const group of document.querySelectorAll('.at')) group.classList.remove('at');
  const found = id === '' ? null : byId(id);
  if (!found) return;
  for (let outer = found; outer; outer = outer.parentElement) if (outer.localName === 'details') outer.open = true;
  found.hidden = false;
  found.classList.add('at');
  found.scrollIntoView();
};
const keep = () => {
  const state = new URLSearchParams();
  if (search.value !== '') state.set('search', search.value);
  const wanted = pressed();
  if (wanted.length > 0) state.set('status', wanted.join());
  if (at !== '') state.set('at', at);
  history.replaceState(null, '', '#' + state);
  filter();
};
const restore = () => {
  const hash = location.hash.slice(1);
  // A plain link to an element of the page leaves search and filter as they are.
  if (hash !== '' && !hash.includes('=')) {
    at = decodeURIComponent(hash);
    keep();
  } else {
    const state = new URLSearchParams(hash);
    search.value = state.get('search') ?? '';
    at = state.get('at') ?? '';
    const wanted = (state.get('status') ?? '').split(',');
    for (const button of buttons) button.setAttribute('aria-pressed', String(wanted.includes(button.dataset.status)));
    filter();
  }
  show(at);
};
const showList = () => byId('${listed}').scrollIntoView();
let waiting;
search.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(() => { at = ''; keep(); }, 120); });
search.addEventListener('keydown', (event) => { if (event.key === 'Enter') { clearTimeout(waiting); keep(); showList(); } });
for (const button of buttons) {
  button.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
    keep();
  });
}
for (const link of document.querySelectorAll('a[href^="#search="]')) link.addEventListener('click', () => setTimeout(showList));

for (const button of document.querySelectorAll('button.copy')) {
  button.hidden = false;
  copiesFrom(button, button.previousElementSibling);
}

// What a finding is about may be far down in its response.
addEventListener('toggle', ({ target }) => {
  if (!target.open || !target.matches('.group, .another')) return;
  for (const mark of target.querySelectorAll('mark')) {
    const box = mark.closest('pre');
    box.scrollTop += mark.getBoundingClientRect().top - box.getBoundingClientRect().top - 60;
  }
}, true);

const step = (by) => {
  const open = groups.filter((group) => !group.hidden && group.checkVisibility());
  const index = open.findIndex((group) => group.contains(document.activeElement));
  const next = open[index < 0 ? (by > 0 ? 0 : open.length - 1) : index + by];
  if (next) next.querySelector('summary').focus();
};
addEventListener('hashchange', restore);
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') {
    search.value = '';
    at = '';
    for (const button of buttons) button.setAttribute('aria-pressed', 'false');
    keep();
    show('');
  }
  if (document.activeElement === search) return;
  if (event.key === '/') { event.preventDefault(); search.focus(); }
  if (event.key === 'j') step(1);
  if (event.key === 'k') step(-1);
});
tools.hidden = false;
restore();
`;
