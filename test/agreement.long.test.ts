import { test } from 'vitest';
import { needs } from './require.ts';
import { expectAlike } from './support/compared.ts';

test.for(['chain', 'raw'])('coind and litecoind answer 97 % of the calls of a family alike: %s', async (family, ctx) => {
  await needs(ctx, 'litecoind');
  await expectAlike(family);
});
