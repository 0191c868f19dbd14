import { Random } from '../../fixtures/world/random.ts';

/**
 * The items in random order by the seed, one of each group in turn for as long as it has any: whoever stops early has seen of each
 * group a random part of the same size, or all of it. `turn`: how many of its group came before.
 */
export function* inRandomTurns<Item>(
  items: Iterable<Item>,
  groupOf: (item: Item) => string,
  seed: string,
): Generator<{ readonly turn: number; readonly item: Item }> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group) group.push(item);
    else groups.set(groupOf(item), [item]);
  }
  const random = new Random(`${seed}/turns`);
  let left = [...groups.values()];
  for (let turn = 0; left.length > 0; turn++) {
    for (const group of left) {
      // The next card of a shuffled pack, which is shuffled only as far as it is dealt.
      const drawn = random.integer(turn, group.length - 1);
      [group[turn], group[drawn]] = [group[drawn] as Item, group[turn] as Item];
      yield { turn, item: group[turn] as Item };
    }
    left = left.filter((group) => group.length > turn + 1);
  }
}
