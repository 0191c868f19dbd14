import { expect, test } from 'vitest';
import { family, handlers } from './handler-table.ts';
import { accountHandlers } from './handlers/accounts/accounts.ts';
import { networkHandlers } from './handlers/network/network.ts';
import { methodSpecs } from './method-table.ts';

test('the handlers are exactly the methods of the specification', () => {
  expect(Object.keys(handlers).sort()).toEqual([...methodSpecs.keys()].sort());
});

test('a missing or extra handler does not compile', () => {
  const { ping: _ping, ...lacking } = networkHandlers;
  // @ts-expect-error ping is missing
  family('network', lacking);
  // @ts-expect-error methods of another family
  family('network', { ...networkHandlers, ...accountHandlers });
  // @ts-expect-error not in the specification
  family('network', { ...networkHandlers, pong: () => null });
  // @ts-expect-error wrong type of the result
  family('network', { ...networkHandlers, getnettotals: () => 5 });
  // @ts-expect-error wrong type of an argument
  family('network', { ...networkHandlers, setban: ({ subnets }: { readonly subnets: string }) => subnets });
  expect(family('network', networkHandlers)).toBe(networkHandlers);
});
