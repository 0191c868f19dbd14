import { expect, test } from 'vitest';
import { pageHeader } from './page-header.ts';

test.each([
  ['good', '✓'],
  ['neutral', '○'],
  ['bad', '✗'],
] as const)('shows %s by colour and sign', (look, mark) => {
  const html = pageHeader({ look, title: 'Verdict', body: '', facts: [] });
  expect(html).toContain(`<header class="${look}"><span class="mark" aria-hidden="true">${mark}</span>`);
});

test('escapes title, note and values of facts', () => {
  const html = pageHeader({ look: 'good', title: '<i>', note: '<u>', body: '<p>as it is</p>', facts: [['node', '<s>']] });
  expect(html).toContain('<h1>&lt;i&gt;<small>&lt;u&gt;</small></h1>');
  expect(html).toContain('<p>as it is</p>');
  expect(html).toContain('<b>node</b>&lt;s&gt;');
});
