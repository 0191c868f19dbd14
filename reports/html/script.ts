/**
 * The script of a page with a long list: only search and filter, with the search kept in the address. The page is complete
 * without it. It compares and hides elements and creates none, so it cannot turn a node's text into markup.
 * @param listed what the list has, and the id of its section; the list itself is `<details id="cases-list">`
 */
export const listScript = (listed: 'cases' | 'faults'): string => `
'use strict';
const tools = document.getElementById('tools');
const search = document.getElementById('search');
const shown = document.getElementById('shown');
const rows = [...document.querySelectorAll('#${listed} tbody tr')];
const groups = [...document.querySelectorAll('details.group')];
const buttons = [...document.querySelectorAll('button[data-status]')];
const texts = new Map();
const textOf = (element) => {
  if (!texts.has(element)) texts.set(element, element.textContent.toLowerCase());
  return texts.get(element);
};
const cells = [...document.querySelectorAll('a.cell')];
const filter = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const wanted = buttons.filter((button) => button.getAttribute('aria-pressed') === 'true').map((button) => button.dataset.status);
  const fits = (element) => words.every((word) => textOf(element).includes(word));
  const isOn = words.length + wanted.length > 0;
  let count = 0;
  for (const row of rows) {
    row.hidden = !((wanted.length === 0 || wanted.includes(row.dataset.status)) && fits(row));
    if (!row.hidden) count++;
  }
  if (isOn) for (const folded of document.querySelectorAll('details.folded')) folded.open = true;
  for (const group of groups) group.hidden = !((wanted.length === 0 || wanted.includes(group.dataset.status)) && fits(group));
  for (const cell of cells) cell.classList.toggle('faint', isOn && !((wanted.length === 0 || wanted.some((status) => cell.title.includes(' ' + status))) && fits(cell)));
  if (isOn) document.getElementById('${listed}-list').open = true;
  shown.textContent = isOn ? count + ' of ' + rows.length + ' listed ${listed}' : '';
};
// The address holds the search, for bookmarks, links and the back button.
const keep = () => {
  const state = new URLSearchParams();
  if (search.value !== '') state.set('search', search.value);
  const wanted = buttons.filter((button) => button.getAttribute('aria-pressed') === 'true').map((button) => button.dataset.status);
  if (wanted.length > 0) state.set('status', wanted.join());
  history.replaceState(null, '', '#' + state);
  filter();
};
const restore = () => {
  const state = new URLSearchParams(location.hash.slice(1));
  search.value = state.get('search') ?? '';
  const wanted = (state.get('status') ?? '').split(',');
  for (const button of buttons) button.setAttribute('aria-pressed', String(wanted.includes(button.dataset.status)));
  filter();
};
const showList = () => document.getElementById('${listed}').scrollIntoView();
let waiting;
search.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(keep, 120); });
search.addEventListener('keydown', (event) => { if (event.key === 'Enter') { clearTimeout(waiting); keep(); showList(); } });
for (const button of buttons) {
  button.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
    keep();
  });
}
for (const cell of cells) {
  cell.addEventListener('click', (event) => { event.preventDefault(); search.value = cell.dataset.method; keep(); showList(); });
}
addEventListener('hashchange', restore);
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
  if (event.key === 'Escape') { search.value = ''; for (const button of buttons) button.setAttribute('aria-pressed', 'false'); keep(); }
});
restore();
tools.hidden = false;
`;
