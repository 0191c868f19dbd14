import { COPY_SCRIPT } from '../html/copy-script.ts';

/**
 * The script of a matrix: opens methods and cells, searches, filters and sorts, and keeps that in the address. The page has families
 * and methods without it. It sets texts and never markup, so it cannot turn a node's text into markup.
 */
export const matrixScript = `
'use strict';
${COPY_SCRIPT}
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId('matrix-data').textContent);
const findings = new Map(data.findings);
const [search, family, sort, shown] = ['search', 'family', 'sort', 'shown'].map(byId);
const toggles = [...document.querySelectorAll('button[data-only]')];
const bodies = [...document.querySelectorAll('tbody.family')];
const sorted = byId('sorted');
const table = document.querySelector('.matrix');
const width = data.columns.length + 1;
const last = data.columns.length - 1;
const KNOWN = ['passed', 'failed', 'unstable', 'waived', 'observed', 'inapplicable'];
const element = (name, className = '', text = '') => {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  if (text !== '') made.textContent = text;
  return made;
};

// Rows as objects; a method has the row of the table, and those below it while it is open.
const digit = (texts, at, order) => (texts[at] === '-' ? null : order[Number(texts[at])]);
const rowOf = ([id, kind, name, states, changes, age, reason]) => {
  const all = data.columns.map((_, at) => digit(states, at, data.states));
  const known = new Set(all.filter((state) => KNOWN.includes(state)));
  return { id, kind, name, reason, age, states: all, changes: data.columns.map((_, at) => digit(changes, at, data.changes)), differs: known.size > 1 };
};
const lines = [...document.querySelectorAll('tr.method')];
const methods = data.methods.map((method, index) => {
  const own = method.own && rowOf(method.own);
  const rows = method.rows.map(rowOf);
  const all = own ? [own, ...rows] : rows;
  const ages = all.map(({ age }) => age).filter((age) => age >= 0);
  return { name: method.name, family: method.family || 'the whole service', own, rows, all, line: lines[index], home: lines[index].parentElement, age: ages.length === 0 ? Infinity : Math.min(...ages), below: [] };
});
const textOfRow = (row) => (row.text ??= [row.name, row.kind, ...(findings.get(row.id) ?? []).map(({ message, check }) => check + ' ' + message)].join(' ').toLowerCase());
const textOf = (method) => (method.text ??= (method.name + ' ' + method.family + ' ' + method.all.map(textOfRow).join(' ')).toLowerCase());

// What is asked for.
const only = () => toggles.find((button) => button.getAttribute('aria-pressed') === 'true')?.dataset.only ?? '';
const words = () => search.value.toLowerCase().split(/\\s+/).filter(Boolean);
const fitsOnly = (row, wanted) => wanted === '' || (wanted === 'lost' ? row.changes[last] === 'lost' : row.differs);
const fitsText = (text, asked) => asked.every((word) => text.includes(word));
const fitting = (method, asked, wanted) => {
  const byName = fitsText((method.name + ' ' + method.family).toLowerCase(), asked);
  return method.all.filter((row) => fitsOnly(row, wanted) && (byName || fitsText(textOfRow(row), asked)));
};

// Drawing what is below a method.
const cellOf = (row, at) => {
  const cell = element('td', 'c');
  const state = row.states[at];
  if (state === null) { cell.classList.add('none'); return cell; }
  cell.classList.add(state);
  const change = row.changes[at];
  const index = data.states.indexOf(state);
  const opens = (findings.get(row.id) ?? []).some(({ column }) => column === at) || (state === 'inapplicable' && row.reason !== '');
  const text = data.texts[index] + (change === null ? '' : ', ' + change);
  cell.title = text;
  const sign = element('span', '', data.signs[index]);
  sign.setAttribute('aria-hidden', 'true');
  if (change === 'lost' || change === 'gained') sign.append(element('b', change, change === 'lost' ? '▼' : '▲'));
  const content = [sign, element('span', 'sr', text)];
  if (!opens) {
    cell.append(...content);
    return cell;
  }
  const button = element('button', 'show');
  button.type = 'button';
  button.dataset.column = at;
  button.setAttribute('aria-expanded', 'false');
  button.append(...content);
  cell.append(button);
  return cell;
};
const rowLine = (row) => {
  const line = element('tr', 'item');
  line.dataset.row = row.id;
  const head = element('th');
  head.scope = 'row';
  const link = element('a');
  link.href = '#' + new URLSearchParams({ at: row.id });
  link.append(element('code', '', row.name));
  head.append(link);
  if (row.age > 0) head.append(element('small', '', data.ages[row.age]));
  line.append(head, ...data.columns.map((_, at) => cellOf(row, at)));
  return line;
};
const close = (method) => {
  for (const line of method.below) line.remove();
  method.below = [];
  method.isOpen = false;
  method.line.querySelector('.open').setAttribute('aria-expanded', 'false');
  for (const button of method.line.querySelectorAll('.show')) button.setAttribute('aria-expanded', 'false');
};
const open = (method) => {
  const panel = method.line.nextElementSibling?.matches('tr.panel') ? method.line.nextElementSibling : null;
  for (const line of method.below) if (line !== panel) line.remove();
  method.below = panel ? [panel] : [];
  method.isOpen = true;
  method.line.querySelector('.open').setAttribute('aria-expanded', 'true');
  const asked = words();
  const rows = fitting(method, asked, only()).filter((row) => row !== method.own);
  let kind = '';
  const drawn = rows.flatMap((row) => {
    const item = rowLine(row);
    if (row.kind === kind || method.name === row.kind) return [item];
    kind = row.kind;
    const title = element('tr', 'kind');
    const head = element('th', '', kind);
    head.colSpan = width;
    head.scope = 'rowgroup';
    title.append(head);
    return [title, item];
  });
  (panel ?? method.line).after(...drawn);
  method.below.push(...drawn);
};

// Findings of a cell.
const copyButton = (text) => {
  const button = element('button', '', 'copy');
  button.type = 'button';
  copiesFrom(button, text);
  return button;
};
const findingBox = (finding, row, page, isNamed) => {
  const box = element('div', 'finding ' + finding.status);
  const list = element('dl');
  const entry = (label, ...content) => {
    const value = element('dd');
    value.append(...content);
    list.append(element('dt', '', label), value);
  };
  const pre = (text) => { const made = element('pre', '', text); made.tabIndex = 0; return made; };
  if (isNamed && row.kind !== '') entry(row.kind, element('code', '', row.name));
  entry('found', finding.message + (finding.cases > 1 ? ' (' + finding.cases + ' cases)' : ''));
  entry('status', finding.status + (finding.severity ? ', ' + finding.severity : '') + ', ' + finding.check);
  entry('evidence', finding.source.startsWith(finding.evidence + ' ') ? finding.source : finding.evidence + ': ' + finding.source);
  if (finding.path) entry('at', element('code', '', finding.path));
  if (finding.documented) entry('documented', finding.documented);
  if (finding.waiver) entry('accepted', finding.waiver);
  if (finding.request) entry('request', pre(finding.request));
  if (finding.response) entry('response', pre(finding.response));
  if (finding.replay) { const text = pre(finding.replay); entry('replay', text, copyButton(text)); }
  const name = element('code', '', finding.case);
  if (page === null) entry('case', name);
  else {
    const link = element('a');
    link.href = page + '#' + new URLSearchParams({ search: finding.case });
    link.append(name);
    entry('case', link);
  }
  box.append(list);
  return box;
};
const panelOf = (title, rows, at) => {
  const line = element('tr', 'panel');
  const cell = element('td');
  cell.colSpan = width;
  cell.append(element('h3', '', title + ' · ' + data.columns[at].label));
  for (const row of rows) {
    if (row.states[at] === 'inapplicable' && row.reason !== '') cell.append(element('p', 'soft', (rows.length > 1 && row.kind !== '' ? row.name + ': ' : '') + row.reason));
    for (const finding of findings.get(row.id) ?? []) if (finding.column === at) cell.append(findingBox(finding, row, data.columns[at].page, rows.length > 1));
  }
  line.append(cell);
  return line;
};
const methodOf = (line) => methods.find((method) => method.line === line || method.below.includes(line));
const togglePanel = (button) => {
  const line = button.closest('tr');
  const method = methodOf(line);
  const row = method.all.find(({ id }) => id === line.dataset.row);
  const at = Number(button.dataset.column);
  const wasOpen = button.getAttribute('aria-expanded') === 'true';
  for (const other of line.querySelectorAll('.show')) other.setAttribute('aria-expanded', 'false');
  const next = line.nextElementSibling;
  if (next?.matches('tr.panel')) {
    method.below = method.below.filter((known) => known !== next);
    next.remove();
  }
  if (wasOpen) return;
  button.setAttribute('aria-expanded', 'true');
  const isAbsent = method.own?.states[at] === 'inapplicable';
  const rows = row ? [row] : isAbsent ? [method.own] : method.all.filter(({ id }) => (findings.get(id) ?? []).some(({ column }) => column === at));
  const title = row ? method.name + (row.kind === '' || row.kind === method.name ? ', ' : ', ' + row.kind + ' ') + row.name : method.name;
  const panel = panelOf(title, rows, at);
  line.after(panel);
  method.below.push(panel);
};

// Filters, kept in the address with the row that was opened last.
let place = '';
let column = '';
const filter = () => {
  const [asked, wanted] = [words(), only()];
  let count = 0;
  for (const method of methods) {
    const rows = (family.value === '' || method.family === family.value) && (wanted !== '' || fitsText(textOf(method), asked)) ? fitting(method, asked, wanted) : [];
    const fits = rows.length > 0 || (wanted === '' && asked.length > 0 && (family.value === '' || method.family === family.value) && fitsText(textOf(method), asked));
    if (method.isOpen || method.below.length > 0) close(method);
    method.line.hidden = !fits;
    if (fits) count++;
  }
  const byAge = sort.value === 'age';
  sorted.hidden = !byAge;
  if (byAge) sorted.append(...[...methods].sort((a, b) => (a.age === b.age ? 0 : a.age - b.age)).map(({ line }) => line));
  else for (const method of methods) method.home.append(method.line);
  for (const body of bodies) body.hidden = byAge || ![...body.querySelectorAll('tr.method')].some((line) => !line.hidden);
  shown.textContent = count === methods.length ? '' : count + ' of ' + methods.length + ' listed';
};
const keep = () => {
  const state = new URLSearchParams();
  for (const [name, value] of [['search', search.value], ['only', only()], ['family', family.value], ['sort', sort.value], ['at', place], ['column', column]]) if (value !== '') state.set(name, value);
  history.replaceState(null, '', '#' + state);
};
const refilter = () => { place = ''; column = ''; keep(); filter(); };
const showPlace = () => {
  for (const line of document.querySelectorAll('.at')) line.classList.remove('at');
  const method = methods.find(({ all }) => all.some(({ id }) => id === place));
  if (!method) return;
  if (method.line.hidden) {
    search.value = '';
    family.value = '';
    for (const button of toggles) button.setAttribute('aria-pressed', 'false');
    filter();
  }
  if (!method.isOpen) open(method);
  const line = method.below.find(({ dataset }) => dataset.row === place) ?? method.line;
  line.classList.add('at');
  const button = column === '' ? null : line.querySelector('.show[data-column="' + Number(column) + '"]');
  if (button?.getAttribute('aria-expanded') === 'false') togglePanel(button);
  line.scrollIntoView({ block: 'center' });
};
const restore = () => {
  const state = new URLSearchParams(location.hash.slice(1));
  // A link to a row leaves the filters as they are.
  const isLink = [...state.keys()].every((name) => name === 'at' || name === 'column') && state.has('at');
  place = state.get('at') ?? '';
  column = state.get('column') ?? '';
  if (!isLink || methods.every(({ below }) => below.length === 0)) {
    if (!isLink) {
      search.value = state.get('search') ?? '';
      family.value = state.get('family') ?? '';
      sort.value = state.get('sort') ?? '';
      for (const button of toggles) button.setAttribute('aria-pressed', String(button.dataset.only === state.get('only')));
    }
    filter();
  }
  keep();
  showPlace();
};
let waiting;
search.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(refilter, 120); });
for (const select of [family, sort]) select.addEventListener('change', refilter);
const toggle = (button) => {
  const isOn = button.getAttribute('aria-pressed') === 'true';
  for (const other of toggles) other.setAttribute('aria-pressed', String(other === button && !isOn));
  refilter();
};
for (const button of toggles) button.addEventListener('click', () => toggle(button));
table.addEventListener('click', (event) => {
  const button = event.target.closest('button.open, button.show');
  if (!button) return;
  const method = methodOf(button.closest('tr'));
  if (button.matches('.show')) {
    togglePanel(button);
    place = button.getAttribute('aria-expanded') === 'true' ? (button.closest('tr').dataset.row ?? method.own?.id ?? '') : '';
    column = place === '' ? '' : button.dataset.column;
  } else {
    if (method.isOpen) close(method);
    else open(method);
    place = method.isOpen ? (method.own?.id ?? '') : '';
    column = '';
  }
  keep();
});
const step = (by) => {
  const open = [...table.querySelectorAll('tr.method:not([hidden]) .open')].filter((button) => button.checkVisibility());
  const line = document.activeElement?.closest?.('tr');
  const at = open.findIndex((button) => button.closest('tr') === (line && methodOf(line)?.line));
  const next = open[at < 0 ? (by > 0 ? 0 : open.length - 1) : at + by];
  if (next) { next.focus(); next.scrollIntoView({ block: 'nearest' }); }
};
addEventListener('hashchange', restore);
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') {
    search.value = '';
    family.value = '';
    for (const button of toggles) button.setAttribute('aria-pressed', 'false');
    refilter();
  }
  if (event.target.matches?.('input, select')) return;
  if (event.key === '/') { event.preventDefault(); search.focus(); }
  if (event.key === 'j') step(1);
  if (event.key === 'k') step(-1);
  if (event.key === 'd') toggle(toggles[0]);
  if (event.key === 'l') toggle(toggles[1]);
});
byId('tools').hidden = false;
// The head of the table stays below the tools.
const sheet = document.documentElement.style;
const holdHead = () => sheet.setProperty('--under', byId('tools').offsetHeight + 'px');
new ResizeObserver(holdHead).observe(byId('tools'));
restore();
`;
