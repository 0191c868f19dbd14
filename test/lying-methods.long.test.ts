import { expect, test } from 'vitest';
import { drawSeed } from './support/drawn.ts';
import { lies } from './support/lies.ts';
import { casesBeside, lostBy } from './support/try-lie.ts';

const CASES = 250;
/** Cases that coind cannot show, whatever it answers. */
const NOT_APPLICABLE =
  /^(methods\/unloadwallet\/near-miss\/wallet_name:empty|rules\/pruneblockchain\/last-pruned\/without-pruning|rules\/loadwallet\/warning\/damaged) inapplicable/;

test.each(lies.map((lie) => [lie.name, lie] as const))(
  `a wrong answer costs no case that does not use the method: %s (PYX_SEED=${drawSeed})`,
  { timeout: 900_000 },
  async (_, lie) => {
    const cases = casesBeside(lie, CASES, () => true);
    const lost = await lostBy(lie, cases);
    expect(lost.filter((line) => !NOT_APPLICABLE.test(line))).toEqual([]);
  },
);
