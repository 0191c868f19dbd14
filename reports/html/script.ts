/**
 * The page's own script: searching and filtering, nothing else. The page says all it has to say without it. It only
 * compares and hides what is there and makes no elements, so it adds no way for a node's text to become anything else.
 */
export const script = `
'use strict';
const tools = document.getElementById('tools');
const search = document.getElementById('search');
const shown = document.getElementById('shown');
const rows = [...document.querySelectorAll('#cases tbody tr')];
const groups = [...document.querySelectorAll('details.group')];
const buttons = [...document.querySelectorAll('button[data-status]')];
const texts = new Map();
const textOf = (element) => {
  if (!texts.has(element)) texts.set(element, element.textContent.toLowerCase());
  return texts.get(element);
};
const filter = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const wanted = buttons.filter((button) => button.getAttribute('aria-pressed') === 'true').map((button) => button.dataset.status);
  const fits = (element) => words.every((word) => textOf(element).includes(word));
  let count = 0;
  for (const row of rows) {
    row.hidden = !((wanted.length === 0 || wanted.includes(row.dataset.status)) && fits(row));
    if (!row.hidden) count++;
  }
  if (words.length + wanted.length > 0) for (const folded of document.querySelectorAll('details.folded')) folded.open = true;
  for (const group of groups) group.hidden = !((wanted.length === 0 || wanted.includes(group.dataset.status)) && fits(group));
  shown.textContent = words.length + wanted.length === 0 ? '' : count + ' of ' + rows.length + ' listed cases';
};
const openCases = () => { document.getElementById('case-list').open = true; };
let waiting;
search.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
for (const button of buttons) {
  button.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
    openCases();
    filter();
  });
}
for (const cell of document.querySelectorAll('a.cell')) {
  cell.addEventListener('click', () => { search.value = cell.dataset.method; openCases(); filter(); });
}
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
  if (event.key === 'Escape') { search.value = ''; for (const button of buttons) button.setAttribute('aria-pressed', 'false'); filter(); }
});
tools.hidden = false;
`;
