import { expect, test } from 'vitest';
import { quoteIn } from './quote.ts';

const text = `# The service
## Outputs (items of \`listoutputs\`)
\`id:str\`, \`size:num\` (if known).

## Wallet methods
Some remarks on \`size:num\` in general.

| Method | Result |
|---|---|
| \`listoutputs\` | arr |
| \`listoutputs2\` | arr; \`size:num\` |
| \`send\` | str; creates one transaction, \`size:num\` |

## Limits
Nothing more.`.split('\n');

test.each([
  ['the field in the section about the method', { section: 'Wallet methods', method: 'listoutputs', path: '[3].size' }, 3],
  ['the field in a line about the method', { section: 'Wallet methods', method: 'send', path: 'size' }, 12],
  ['else the row of the method', { section: 'Wallet methods', method: 'listoutputs', path: '[0].other' }, 10],
  ['else the beginning of the section', { section: 'Limits', method: 'send' }, 15],
  ['for no method too', { section: 'Limits', method: null }, 15],
] as const)('%s', (_, place, line) => {
  expect(quoteIn(text, place)).toEqual({ line, text: text[line - 1] });
});

test('nothing for a heading that the text does not have', () => {
  expect(quoteIn(text, { section: 'Errors', method: 'nosuch' })).toBeUndefined();
});

test('cuts a long line around the field', () => {
  const long = ['## Results of `get`', `${'`a:str`, '.repeat(60)}\`wanted:num\` (the one)${', `b:str`'.repeat(60)}`];
  const quote = quoteIn(long, { section: 'Methods', method: 'get', path: 'x.wanted' });
  expect(quote?.text).toContain('`wanted:num` (the one)');
  expect(quote?.text.length).toBeLessThan(320);
});
