import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { fundToken } from '../../../fixtures/world/ingredients/tokens.ts';
import { amountSat } from '../../support/amounts.ts';
import { confirmedToken, newToken, tokenArguments, tokenCall, type TokenArguments } from '../../support/tokens.ts';
import { holdsText, mustShowFields, smallest, whole } from '../../support/token-fields.ts';
import { invariant } from '../invariant.ts';

const created = {
  effect: ['wallet', 'chain'],
  methods: ['assetinfo', 'assetnew'],
  evidence: 'document',
  source: 'document 3, Platform token (result of `assetinfo`)',
  judges: ['r:assetinfo/fields', 'r:assetinfo/public-value'],
} as const;

/** A supply has 64 bits: so many digits of smallest units fit with every precision, and a double does not hold them. */
const DIGITS = 18;
/** The last one begins with a byte order mark, which readers of texts leave out. */
const OTHER_CHARACTERS = ['ab3', 'a B', '9', 'É', 'ß-ü_ö.é!', '{"\\"}', '日本語日本語日本', '\ufeffAB'] as const;
const NINE_CHARACTERS = ['ABCDEFGHI', 'abcdefgh9', 'ÄÖÜäöüßéè'] as const;
const DESCRIPTIONS = [
  '',
  'with "quotes" and \'others\'',
  'back\\slash \\n \\u0041 \\"',
  'two\nlines\tand a tab\u0001',
  'Größe 日本語 🙂 \u2028',
  '{"desc":"nested"}',
  '<b>&amp;</b>',
] as const;

/** A supply with as many digits as fit, of which the last ones are not 0. */
function longSupply(t: Trial, precision: number): string {
  const digits = Array.from({ length: DIGITS }, () => t.random.integer(1, 9)).join('');
  const point = DIGITS - precision;
  return precision === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

const precisions = (t: Trial): readonly number[] => [0, t.random.integer(1, 7), 8];

export const assetFieldInvariants: readonly Case[] = [
  invariant({
    ...created,
    methods: ['assetinfo', 'assetnew', 'getaddressinfo'],
    id: 'asset-fields/each-its-own',
    text: 'Tokens that differ in every field are each shown with what their own assetnew was given.',
    run: async (t) => {
      const symbols = [t.random.word(1).toUpperCase(), t.random.word(8).toUpperCase(), t.random.word(4).toUpperCase()];
      const given = precisions(t).map((precision, at): TokenArguments & { readonly precision: number } => ({
        funding_amount: '1',
        symbol: symbols[at]!,
        description: `the ${at}. of "${t.random.word(6)}"`,
        contract: at === 1 ? '' : t.random.hex(20),
        precision,
        max_supply: longSupply(t, precision),
        updatecapability_flags: t.random.integer(1, 126),
      }));
      const made = [];
      for (const fields of given) made.push({ fields, ...(await newToken(t, fields)) });
      await t.world.mine(1);
      const addresses = new Set<string>();
      for (const { fields, asset_guid: guid, txid } of made) {
        const info = await mustShowFields(t, guid, fields);
        t.equal([info.asset_guid, info.txid], [guid, txid], 'number and txid of the token');
        t.ok(amountSat(t, info.total_supply, 'total_supply') === 0n, 'total_supply of a token is not 0, although nothing was minted', {
          path: 'total_supply',
        });
        const { ismine } = await t.result('getaddressinfo', { address: info.address });
        t.equal(ismine, true, 'whether the address of the token, whose output the wallet funded, is of the wallet', { path: 'address' });
        addresses.add(info.address);
      }
      t.equal(addresses.size, made.length, 'number of addresses that own the tokens, each funded by its own assetnew');
    },
  }),
  invariant({
    ...created,
    methods: ['assetnew', 'assetinfo'],
    id: 'asset-fields/symbols',
    text: 'A symbol of 1 to 8 characters that is accepted is shown as it was given; one of 9 is refused.',
    run: async (t) => {
      for (const symbol of NINE_CHARACTERS) {
        await fundToken(t.world);
        await t.refused('assetnew', tokenCall(t, { symbol }), `the symbol ${symbol} has 9 characters, and 8 are the maximum`);
      }
      for (const symbol of OTHER_CHARACTERS) {
        await fundToken(t.world);
        const answer = await t.answer('assetnew', tokenArguments(t, { symbol }));
        // The documents state how many characters a symbol has, and not which: a release may refuse some.
        if (!answer.ok) continue;
        await t.world.mine(1);
        const info = await t.result('assetinfo', { asset_guid: answer.result.asset_guid });
        t.equal(info.symbol, symbol, 'the symbol of the token', { path: 'symbol' });
      }
    },
  }),
  invariant({
    ...created,
    id: 'asset-fields/descriptions',
    text: 'public_value is JSON text that holds the description, whichever characters it has.',
    run: async (t) => {
      const made = [];
      for (const text of [...DESCRIPTIONS, `long ${t.random.word(300)}`]) {
        const { asset_guid: guid } = await newToken(t, { description: text });
        made.push({ guid, text });
      }
      await t.world.mine(1);
      for (const { guid, text } of made) {
        const { public_value: value } = await t.result('assetinfo', { asset_guid: guid });
        t.ok(holdsText(value, text), `public_value is ${value}, expected JSON text that holds ${JSON.stringify(text)}`, {
          path: 'public_value',
        });
      }
    },
  }),
  invariant({
    ...created,
    id: 'asset-fields/contracts',
    text: 'A contract is shown with one leading 0x; given with it, it is refused or shown as without it.',
    judges: ['r:assetinfo/contract-prefix', 'r:assetnew/contract-without-prefix'],
    run: async (t) => {
      const lower = `00${t.random.hex(18)}0f`;
      const given = [lower, lower.toUpperCase(), `0x${lower}`];
      for (const contract of given) {
        await fundToken(t.world);
        const answer = await t.answer('assetnew', tokenArguments(t, { contract }));
        if (contract.startsWith('0x') && !answer.ok) continue;
        t.ok(answer.ok, `assetnew refuses the contract ${contract}, 20 bytes in hex`, { check: 'refused' });
        if (!answer.ok) continue;
        await t.world.mine(1);
        const info = await t.result('assetinfo', { asset_guid: answer.result.asset_guid });
        t.equal(info.contract.toLowerCase(), `0x${lower}`, `the contract of a token created with ${contract}`, { path: 'contract' });
      }
    },
  }),
  invariant({
    ...created,
    id: 'asset-fields/smallest-units',
    text: 'Of every precision, a token is minted by its smallest unit, up to max_supply, and shown without rounding.',
    methods: ['assetsend', 'assetnew', 'assetinfo'],
    judges: ['r:assetinfo/fields', 'r:assetnew/max-supply-by-precision'],
    run: async (t) => {
      for (const precision of precisions(t)) {
        const max = BigInt(`9${t.random.integer(10_000_000, 99_999_999)}${t.random.integer(10_000_000, 99_999_999)}`);
        const { asset_guid: guid } = await confirmedToken(t, { precision, max_supply: whole(max, precision) });
        const { address } = await ownAddress(t.world, 'bech32');
        const send = (units: bigint) => ({ asset_guid: guid, address, amount: whole(units, precision) });
        let total = 0n;
        for (const units of [1n, 2n, max - 4n, 1n]) {
          await t.result('assetsend', send(units));
          await t.world.mine(1);
          total += units;
          const info = await t.result('assetinfo', { asset_guid: guid });
          for (const [path, expected] of [
            ['total_supply', total],
            ['max_supply', max],
          ] as const)
            t.ok(
              amountSat(t, info[path], path) === smallest(expected, precision),
              `${path} of a token with precision ${precision} is not ${whole(expected, precision)}`,
              { path },
            );
        }
        await t.refused('assetsend', send(1n), `all of max_supply is minted, with precision ${precision}`);
      }
    },
  }),
  invariant({
    ...created,
    id: 'asset-fields/supply-in-64-bits',
    text: 'The largest max_supply is that of 64 bits, divided by the precision.',
    methods: ['assetnew', 'assetinfo'],
    source: 'document 3, Platform tokens',
    judges: ['r:assetnew/max-supply-by-precision'],
    run: async (t) => {
      for (const precision of precisions(t)) {
        await fundToken(t.world);
        const [above, below] = [20_000_000_000_000_000_000n, 900_000_000_000_000_000n];
        const call = tokenCall(t, { precision, max_supply: whole(above, precision) });
        await t.refused('assetnew', call, `with precision ${precision} the supply does not fit in 64 bits`);
        for (const units of [below, 1n]) {
          const fields = { precision, max_supply: whole(units, precision) };
          const { asset_guid: guid } = await confirmedToken(t, fields);
          await mustShowFields(t, guid, fields);
        }
      }
    },
  }),
];
