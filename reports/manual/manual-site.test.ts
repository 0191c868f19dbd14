import { expect, test } from 'vitest';
import { methodOf, paramOf, shapeOf, somewhere, specOf, variantOf } from '../../specs/model/testing/small-spec.ts';
import { specification } from '../../specs/model/specification.ts';
import { parseNames } from '../../specs/model/names.ts';
import { hostile } from '../testing/sample-journal.ts';
import type { Manual } from './manual.ts';
import { manualSite } from './manual-site.ts';
import { manualFor, runOf } from './testing/sample-manual.ts';

const pagesOf = (site: ReadonlyMap<string, string>): [string, string][] => [...site].filter(([path]) => path.endsWith('.html'));
const idsOf = (page: string): string[] => Array.from(page.matchAll(/ id="([^"]*)"/g), ([, id = '']) => unescaped(id));
const unescaped = (text: string): string =>
  text.replace(
    /&(?:amp|lt|gt|quot|#39);/g,
    (entity) => ({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" })[entity] ?? entity,
  );

/** Links that lead nowhere, and names that a page has twice. */
function brokenIn(site: ReadonlyMap<string, string>): string[] {
  const ids = new Map(pagesOf(site).map(([path, page]) => [path, idsOf(page)]));
  return pagesOf(site).flatMap(([path, page]) => {
    const own = ids.get(path) ?? [];
    const twice = own.filter((id, index) => own.indexOf(id) !== index).map((id) => `${path} has two #${id}`);
    const dead = Array.from(page.matchAll(/ (?:href|src)="([^"]*)"/g), ([, address = '']) => unescaped(address)).flatMap((address) => {
      if (address.startsWith('data:')) return [];
      const { pathname, hash } = new URL(address, `http://manual/${path}`);
      const file = pathname.slice(1);
      if (!site.has(file)) return [`${path}: ${address}`];
      const anchor = decodeURIComponent(hash.slice(1));
      return anchor === '' || ids.get(file)?.includes(anchor) === true ? [] : [`${path}: ${address}`];
    });
    return [...twice, ...dead];
  });
}

test('of the standard that comes with Pyx: each link leads to something, and no page has a name twice', () => {
  const site = manualSite(manualFor(specification.spec, { runs: [runOf(), runOf()] }));
  expect(pagesOf(site).length).toBeGreaterThan(170);
  expect(brokenIn(site)).toEqual([]);
});

test('each rule, argument, field, value and row has a page with its id of coverage', () => {
  const { documented, spec } = specification;
  const site = manualSite(manualFor(spec, { runs: [runOf()] }));
  const all = new Set(pagesOf(site).flatMap(([, page]) => idsOf(page)));
  const wanted = [
    ...documented.flatMap(({ id, rules, params }) => [
      ...rules.map((rule) => `r:${rule.id}`),
      ...params.map(({ name }) => `p:${id}.${name}`),
    ]),
    ...spec.limits.map(({ id }) => `l:${id}`),
    ...spec.states.map(({ id }) => `s:${id}`),
    'f:getblock#verbosity=1:tx[]',
    'f:getblock#verbosity=2:tx[].vin[].txid',
    'e:getblock.verbosity=1',
    'p:fundrawtransaction.options.feeRate',
  ].map((id) => id.replace(/\s+/g, '_'));
  expect(wanted.filter((id) => !all.has(id))).toEqual([]);
});

/** A standard, examples and a run whose every text tries to break out of the page. */
function hostileManual(): Manual {
  const method = methodOf('evil', {
    summary: hostile,
    deprecated: hostile,
    params: [
      paramOf(
        'a',
        { type: 'string', pattern: hostile, enum: [hostile] },
        { description: hostile, default: hostile, onInvalid: 'refuse', onInvalidText: hostile, reading: hostile },
      ),
    ],
    variants: [
      variantOf('default', {
        type: 'object',
        properties: { [hostile]: { $ref: 'Evil', description: hostile, unit: hostile, presence: { when: { state: hostile } } } },
      }),
    ],
    rules: [{ id: 'evil/rule', text: hostile, source: { document: 1, section: hostile }, untestable: hostile }],
    conflicts: [{ text: hostile, source: somewhere, parts: [] }],
    errors: [{ code: -1, message: hostile }],
    examples: [{ name: 'one', text: hostile, params: [hostile], result: hostile }],
    unstated: [hostile],
    requiresOption: hostile,
  });
  const spec = specOf({
    methods: [method],
    shapes: [{ ...shapeOf('Evil', { type: 'string', pattern: hostile }), summary: hostile }],
    limits: [{ id: 'l', limit: hostile, value: hostile, appliesTo: ['evil'], source: somewhere }],
    errors: [{ id: 'x', text: hostile, methods: ['evil'], source: somewhere }],
    states: [{ id: 's', state: hostile, trigger: hostile, next: hostile, methods: ['evil'], source: somewhere }],
    statuses: [{ id: 't', field: 'evil.status', values: [{ value: hostile, meaning: hostile }], source: somewhere }],
    envelope: [{ id: 'v', text: hostile, source: somewhere }],
  });
  const examples = {
    node: hostile,
    seed: 1,
    methods: new Map([
      [
        'evil',
        {
          answered: [
            {
              variant: 'default',
              request: { method: 'evil', params: [hostile], wallet: 'w' },
              answer: { result: { [hostile]: hostile } },
            },
          ],
        },
      ],
    ]),
  };
  const finding = {
    look: 'failed',
    method: 'evil',
    about: ['m:evil', 'r:evil/rule'],
    message: hostile,
    source: hostile,
    waiver: hostile,
    case: hostile,
    cases: 2,
    replay: hostile,
  } as const;
  const universe = { ...runOf().universe, untestable: { 'p:evil.a:given': hostile } };
  return manualFor(
    { ...spec, edition: { title: hostile, edition: hostile } },
    { examples, runs: [runOf({ name: hostile, folder: hostile, universe, findings: [finding] })] },
  );
}

test('no text of a standard, a node or a run becomes markup or script', () => {
  for (const [path, page] of pagesOf(manualSite(hostileManual()))) {
    expect(page.match(/<script/g)?.length, path).toBe(2);
    for (const markup of ['<img', '<b>"', '<details>\n# ', "onmouseover='", '\u001b', '\u202e'])
      expect(page, `${path}: ${markup}`).not.toContain(markup);
    expect(page, path).not.toMatch(/ on[a-z]+="|style="/);
  }
});

test('pages have the names of a node, and the addresses and ids of the standard', () => {
  const manual = manualFor(specification.spec, { names: parseNames('coin=acme,ext=foo,extclient=bar') });
  const page = manualSite(manual).get('methods/coinmint.html') ?? '';
  expect(page).toContain('<h1>acmemint</h1>');
  expect(page).toContain('id="r:coinmint/');
});

test('a method of any name has a page of its own', () => {
  const names = ['a b', 'a/b', 'a-b?', 'ä', '..', 'tasks.add', 'A*'];
  const site = manualSite(manualFor(specOf({ methods: names.map((name) => methodOf(name)) })));
  expect(brokenIn(site)).toEqual([]);
  expect([...site.keys()].filter((path) => path.startsWith('methods/'))).toHaveLength(names.length);
  expect([...site.keys()].filter((path) => !/^(?:methods\/)?[\w.~!'()-]+$/.test(path))).toEqual([]);
});

test('only a page that is served connects to where it came from', () => {
  const manual = manualFor(specOf({ methods: [methodOf('m')] }));
  const [still, served] = [manualSite(manual), manualSite(manual, { isServed: true })];
  expect(still.get('index.html')).not.toContain('connect-src');
  expect(still.has('reload.js')).toBe(false);
  expect(served.get('index.html')).toContain('connect-src &#39;self&#39;');
  expect(served.has('reload.js')).toBe(true);
});
