import type { Case } from '../../../engine/case.ts';
import { announce, unannouncedBurn } from '../../../fixtures/world/ingredients/external-burns.ts';
import type { ExtBurnProof } from '../../../fixtures/world/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { bridgeCalls, canMint, confirmed, mintOf, witnessOf } from '../../support/bridge.ts';
import { rule } from '../rule.ts';

export const coinsetextheadersRules: readonly Case[] = [
  rule({
    effect: ['wallet', 'chain', 'network'],
    rule: 'coinsetextheaders/validate-bridge',
    uses: [...bridgeCalls, 'coinmint'],
    run: async (t) => {
      const burn = await unannouncedBurn(t.world);
      const witness = await witnessOf(t);
      t.ok(!(await canMint(t, { burn, witness })), 'a mint is accepted although no header of its block was set');
      await announce(t.world, burn, t.random.hex(32));
      t.ok(!(await canMint(t, { burn, witness })), 'a mint is accepted whose block has another root in the headers that were set');
      await announce(t.world, burn);
      await confirmed(t, await mintOf(t, { burn, witness }));
    },
  }),
  rule({
    effect: ['wallet', 'chain', 'network'],
    rule: 'coinsetextheaders/validate-bridge',
    case: 'several',
    uses: [...bridgeCalls, 'coinmint'],
    run: async (t) => {
      const burns: ExtBurnProof[] = [];
      while (burns.length < 4) burns.push(await unannouncedBurn(t.world));
      const witness = await witnessOf(t);
      const header = ({ blocknumber, txroot_hex }: ExtBurnProof, root = txroot_hex) => [blocknumber, root] as const;
      // All in one call, and two of them with the root of another block: the first and the last.
      const [first, second, third, last] = burns as [ExtBurnProof, ExtBurnProof, ExtBurnProof, ExtBurnProof];
      const headers = [header(first, t.random.hex(32)), header(second), header(third), header(last, second.txroot_hex)];
      await t.result('coinsetextheaders', { headers });
      for (const burn of [first, last])
        t.ok(!(await canMint(t, { burn, witness })), 'a mint is accepted whose block has another root in the headers that were set');
      for (const burn of [second, third]) await confirmed(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
      await t.result('coinsetextheaders', { headers: [header(last), header(second), header(first)] });
      for (const burn of [first, last]) await confirmed(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
    },
  }),
  rule({
    effect: ['wallet', 'chain', 'network'],
    rule: 'coinsetextheaders/validate-bridge',
    case: 'unreadable',
    uses: [...bridgeCalls, 'coinmint', 'getblockchaininfo'],
    run: async (t) => {
      const burn = await t.world.fresh('extBurn');
      const root = t.random.hex(32);
      const number = burn.blocknumber + 1;
      const unreadable: Wire[][] = [
        [],
        [number],
        [String(number), root],
        ['number', root],
        [null, root],
        [{ number }, root],
        [-1, root],
        [number + 0.5, root],
        [number, null],
        [number, number],
        [number, ''],
        [number, root.slice(1)],
        [number, root.slice(2)],
        [number, `${root}00`],
        [number, 'root'.padEnd(64, 'x')],
        [number, root, root],
      ];
      // Refused or taken: it fails no call, neither this one nor those that show or use the headers.
      const give = async (header: Wire[]): Promise<void> => {
        await t.call('coinsetextheaders', { headers: [header] });
        await t.result('getblockchaininfo');
      };
      for (const header of unreadable) await give(header);
      await confirmed(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
      // A node that takes these may forget the headers of lower blocks.
      for (const beyond of [2 ** 32, Number.MAX_SAFE_INTEGER]) await give([beyond, root]);
    },
  }),
];
