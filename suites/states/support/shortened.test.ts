import { array, assert, asyncProperty, nat, subarray } from 'fast-check';
import { expect, test } from 'vitest';
import { shortened } from './shortened.ts';

test('keeps what is necessary, whatever stands around it', () =>
  assert(
    asyncProperty(
      array(nat(20), { minLength: 1, maxLength: 30 }).chain((items) =>
        subarray([...items.keys()], { minLength: 1 }).map((kept) => ({ items, kept })),
      ),
      async ({ items, kept }) => {
        const needed = kept.map((position) => [items[position], position] as const);
        const fails = async (fewer: readonly (readonly [number | undefined, number])[]) =>
          needed.every(([, position]) => fewer.some(([, own]) => own === position)) ? fewer : undefined;
        expect(
          await shortened(
            items.map((item, position) => [item, position] as const),
            fails,
          ),
        ).toEqual(needed);
      },
    ),
  ));

test('drops what follows the failure', async () => {
  const untilThree = async (fewer: readonly number[]) => (fewer.includes(3) ? fewer.slice(0, fewer.indexOf(3) + 1) : undefined);
  expect(await shortened([1, 2, 3, 4, 5], untilThree)).toEqual([3]);
});
