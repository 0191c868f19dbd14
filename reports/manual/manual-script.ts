import { COPY_SCRIPT } from '../html/copy-script.ts';

/**
 * The script of a manual, a file beside its pages: search, the list of methods beside the page, copying. It has what it searches from
 * `search-index.js`, since a page from disk may not read files. It sets texts and never markup.
 */
export const manualScript = `'use strict';
${COPY_SCRIPT}
const { pages, entries, kinds, methods } = self.pyxManual;
const { root, page: here } = document.querySelector('.frame').dataset;
const byId = (id) => document.getElementById(id);
const element = (name, text, parent) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
};

// An entry: its kind, its name, its text, its page, its anchor.
const input = byId('search');
const list = byId('found');
const status = byId('search-status');
const SHOWN = 40;
const lower = entries.map(([, name, text]) => [name.toLowerCase(), text.toLowerCase()]);
const rank = (index, words) => {
  const [name, text] = lower[index];
  let sum = 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at < 0 && !text.includes(word)) return -1;
    sum += name === word ? 0 : at === 0 ? 1 : at > 0 ? 2 : 6;
  }
  return sum * 100 + entries[index][0] * 8 + Math.min(7, name.length / 8);
};
const search = () => {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
  list.replaceChildren();
  list.hidden = words.length === 0;
  status.textContent = '';
  if (words.length === 0) return;
  const found = entries.map((_, index) => [rank(index, words), index]).filter(([value]) => value >= 0).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  list.hidden = found.length === 0;
  status.textContent = found.length === 0 ? 'Nothing is found.' : found.length > SHOWN ? found.length + ' found; the first ' + SHOWN + ' are listed' : found.length + ' found';
  for (const [, index] of found.slice(0, SHOWN)) {
    const [kind, name, text, page, anchor] = entries[index];
    const link = element('a', undefined, element('li', undefined, list));
    link.href = root + pages[page] + (anchor === '' ? '' : '#' + encodeURIComponent(anchor));
    element('b', name, link);
    element('small', kinds[kind], link);
    if (text !== '') element('span', text.length > 160 ? text.slice(0, 160) + '…' : text, link);
  }
};
const close = () => { list.hidden = true; status.textContent = ''; };
input.addEventListener('input', search);
input.addEventListener('focus', search);
list.addEventListener('click', close);
document.addEventListener('click', (event) => { if (!event.target.closest('.find')) close(); });
byId('find').addEventListener('submit', (event) => { event.preventDefault(); list.querySelector('a')?.click(); });
byId('find').addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'Escape') { input.value = ''; close(); input.focus(); }
  if (event.key === 'ArrowDown' && links.length > 0) { event.preventDefault(); links[Math.min(at + 1, links.length - 1)].focus(); }
  if (event.key === 'ArrowUp' && at >= 0) { event.preventDefault(); (links[at - 1] ?? input).focus(); }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === input) return;
  event.preventDefault();
  input.focus();
});
byId('find').hidden = false;

// The list of methods, with the family of this page open.
const side = byId('side');
for (const [family, members] of methods) {
  const group = element('details', undefined, side);
  element('summary', family, group);
  const items = element('ul', undefined, group);
  for (const [name, page] of members) {
    const link = element('a', name, element('li', undefined, items));
    link.href = root + pages[page];
    if (pages[page] !== here) continue;
    link.setAttribute('aria-current', 'page');
    group.open = true;
  }
}
side.hidden = false;
side.parentElement.classList.add('with');
// Only within the list: the page itself stays where its address says.
const current = side.querySelector('[aria-current]');
if (current) side.scrollTop = current.offsetTop - 120;

for (const button of document.querySelectorAll('.code button')) {
  button.hidden = false;
  copiesFrom(button, button.previousElementSibling);
}
// What a link names may be folded.
const unfold = () => {
  const anchor = decodeURIComponent(location.hash.slice(1));
  const target = anchor === '' ? null : byId(anchor);
  for (let outer = target; outer; outer = outer.parentElement) if (outer.localName === 'details') outer.open = true;
  target?.scrollIntoView();
};
addEventListener('hashchange', unfold);
unfold();
`;

/** The script that has a page shown again once `pyx spec serve` has made it anew. */
export const reloadScript = `'use strict';
const events = new EventSource('/events');
events.addEventListener('made', () => location.reload());
`;
