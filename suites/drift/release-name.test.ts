import { expect, test } from 'vitest';
import { neutralNames } from '../../specs/model/names.ts';
import { releaseName } from './release-name.ts';

const acme = { ...neutralNames, coin: 'acme' };
const process = { kind: 'process', name: 'process:/opt/node/bin/acmed' } as const;
const remote = { kind: 'remote', name: 'http://127.0.0.1:18443' } as const;

test.each([
  ['/LitecoinCore:0.21.2.1/', neutralNames, process, 'LitecoinCore 0.21.2.1', undefined],
  ['/Acme:1.2.0(comment)/', acme, process, 'Acme 1.2.0', undefined],
  ['/Satoshi:4.2.2/', acme, process, 'acme 4.2.2', /calls itself Satoshi, as the whole family does; acme is its brand$/],
  ['/Satoshi:4.2.2/', neutralNames, process, 'acmed 4.2.2', /acmed is its program$/],
  ['/Satoshi:4.2.2/', neutralNames, remote, 'release 4.2.2', /calls itself Satoshi/],
  ['', neutralNames, remote, 'release', /does not name itself$/],
])('the name of %s', (subversion, names, target, name, from) => {
  const found = releaseName(subversion, names, target);
  expect(found.name).toBe(name);
  if (from === undefined) expect(found.from).toBeUndefined();
  else expect(found.from).toMatch(from);
});
