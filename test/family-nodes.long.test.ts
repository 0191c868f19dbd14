import { expect, test } from 'vitest';
import { familyNodes } from './support/family-nodes.ts';
import { everyCase, tryFamily } from './support/try-family.ts';

test.each(familyNodes.map((node) => [node.name, node] as const))(
  'a whole trial finds what is wrong, and nothing else: %s',
  { timeout: 1_800_000 },
  async (_, node) => {
    const { found, beside } = await tryFamily(node, everyCase, 2);
    expect(beside).toEqual([]);
    expect(found.length > 0).toBe(node.planted.length > 0);
  },
);
