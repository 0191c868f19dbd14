import { expect, test } from 'vitest';
import { family, handlers } from './handler-table.ts';
import { accountHandlers } from './handlers/accounts/accounts.ts';
import { networkHandlers } from './handlers/network/network.ts';
import { offeredSpecs } from './method-table.ts';

test('each method of the specification has its handler, and there are no others', () => {
  expect(Object.keys(handlers).sort()).toEqual([...offeredSpecs.keys()].sort());
});

test('one too few or too many does not compile', () => {
  const { ping: _ping, ...lacking } = networkHandlers;
  // @ts-expect-error ping is missing
  family('network', lacking);
  // @ts-expect-error the methods of accounts belong elsewhere
  family('network', { ...networkHandlers, ...accountHandlers });
  // @ts-expect-error no document knows it
  family('network', { ...networkHandlers, pong: () => null });
  // @ts-expect-error it answers what it does not answer
  family('network', { ...networkHandlers, getnettotals: () => 5 });
  // @ts-expect-error it takes what it does not take
  family('network', { ...networkHandlers, setban: ({ subnets }: { readonly subnets: string }) => subnets });
  expect(family('network', networkHandlers)).toBe(networkHandlers);
});
