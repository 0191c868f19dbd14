// A plug-in with cases, an ingredient, a report and a kind of target: docs/plugins.md.
//   npx pyx run --plugin plugin.ts --suite house --target nice:/opt/node/bin/coind
import { appendFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { invariant, processTarget, rule, type Ingredient, type Plugin } from 'pyx';

/** Five blocks whose rewards go to one address, made once for all cases of a node that use them. */
const fiveBlocks: Ingredient<readonly string[]> = {
  name: 'house/fiveBlocks',
  build: async (world) => {
    const address = await world.result('getnewaddress');
    return world.result('generatetoaddress', { nblocks: 5, address });
  },
};

export default {
  name: 'house',
  cases: [
    // A relation that our indexer relies on.
    invariant({
      id: 'chain/headers-link',
      text: 'The previous hash of each new block is that of the block before it.',
      methods: ['getblockheader', 'generatetoaddress', 'getnewaddress'],
      effect: ['chain', 'wallet'],
      evidence: 'standard',
      source: 'arithmetic',
      run: async (t) => {
        const hashes = await t.world.use(fiveBlocks);
        t.equal(hashes.length, 5, 'the number of new blocks');
        for (const [index, blockhash] of hashes.entries()) {
          if (index === 0) continue;
          const header = await t.result('getblockheader', { hash: blockhash });
          t.equal(header.previousblockhash, hashes[index - 1], `previousblockhash of block ${index + 1} of 5`);
        }
      },
    }),
    // A sentence of the documents, tried on blocks of our own.
    rule({
      rule: 'getblockheader/hex',
      case: 'new-blocks',
      effect: ['chain', 'wallet'],
      run: async (t) => {
        for (const blockhash of await t.world.use(fiveBlocks)) {
          const header = await t.result('getblockheader', { hash: blockhash, verbose: false });
          t.ok(/^[0-9a-f]{160}$/.test(header), `getblockheader of ${blockhash} returned no header of 80 bytes as hex`);
        }
      },
    }),
  ],
  reports: {
    csv: {
      byDefault: true,
      create: (outDir) => {
        const file = join(outDir, 'cases.csv');
        writeFileSync(file, 'case,status,ms\n');
        return {
          outcome: ({ id, status, durationMs }) => appendFileSync(file, `${id},${status},${durationMs}\n`),
          close: () => undefined,
        };
      },
    },
  },
  targets: [
    {
      form: 'nice:<binary>',
      prefix: 'nice:',
      starts: true,
      open: (binary, { signal }) =>
        processTarget(
          `nice:${binary}`,
          { what: basename(binary), binary: '/usr/bin/nice', args: ['-n', '10', resolve(binary)] },
          { signal },
        ),
    },
  ],
} satisfies Plugin;
