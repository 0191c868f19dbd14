import { describe, expect, it } from 'vitest';
import { hasBrand, neutralNames, parseNames, render } from './names.ts';

const acme = { coin: 'acme', ext: 'foo', extclient: 'bar' };

describe('render', () => {
  it('replaces tokens, and no text that only looks like a brand', () => {
    expect(render('{coin}set{ext}status', acme)).toBe('acmesetfoostatus');
    expect(render('{extclient}_sync_status', acme)).toBe('bar_sync_status');
    expect(render('coinbase external {coins} {Coin} {}', acme)).toBe('coinbase external {coins} {Coin} {}');
  });

  it('renders neutral words for neutral names', () => {
    expect(render('{coin}start{extclient}', neutralNames)).toBe('coinstartextclient');
  });

  it('does not render tokens within a name', () => {
    expect(render('{coin}', { ...acme, coin: '{ext}' })).toBe('{ext}');
  });
});

describe('hasBrand', () => {
  it('finds only tokens, also in repeated calls', () => {
    expect([hasBrand('{coin}burn'), hasBrand('{coin}burn'), hasBrand('a {ext} b')]).toEqual([true, true, true]);
    expect([hasBrand('coinburn'), hasBrand('{coins}'), hasBrand('')]).toEqual([false, false, false]);
  });
});

describe('parseNames', () => {
  it('reads names, and leaves the others neutral', () => {
    expect(parseNames('coin=acme, ext = foo,extclient=bar')).toEqual(acme);
    expect(parseNames('ext=foo2')).toEqual({ ...neutralNames, ext: 'foo2' });
  });

  it('accepts neutral names', () => {
    parseNames('coin=acme');
    expect(neutralNames.coin).toBe('coin');
  });

  it.each([
    '',
    'coin',
    'coin=',
    'coin=Acme',
    'coin=2x',
    'coin=a-b',
    'brand=acme',
    'toString=x',
    '__proto__=x',
    'coin=a=b',
    'coin=acme,',
    '=acme',
  ])('refuses "%s"', (text) => {
    expect(() => parseNames(text)).toThrow(/^--names: ".*" is not of the form coin=acme, ext=foo or extclient=bar$/);
  });
});
