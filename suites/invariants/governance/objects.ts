import { stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { newProposalHex, submission } from '../../../fixtures/world/ingredients/proposals.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { differing, listed, makesProposal, names, type ListFilter } from '../../support/proposals.ts';
import { invariant } from '../invariant.ts';
import { byHash, mustCount, mustRead, numbersIn } from './listed-objects.ts';

const submitting = {
  effect: ['wallet', 'chain', 'network'],
  evidence: 'document',
  source: 'document 3, Governance',
} as const;
const filters = ['valid', 'funding', 'delete', 'endorsed'] as const satisfies readonly ListFilter[];

/** What `gobject list all` and `gobject count` say, as text. */
const overview = async (t: Trial): Promise<string> => stringify([await listed(t, 'all'), await t.result('gobject count')]);

export const governanceObjectInvariants: readonly Case[] = [
  invariant({
    ...submitting,
    id: 'governance-objects/subsets',
    text: 'Every filter of gobject list lists a part of what all lists, with the same entries.',
    methods: ['gobject list', ...makesProposal],
    run: async (t) => {
      await t.world.fresh('proposal');
      const all = byHash(t, await listed(t, 'all'));
      const parts: (readonly [(typeof filters)[number], string, Wire])[] = [];
      for (const filter of filters) for (const [hash, entry] of byHash(t, await listed(t, filter))) parts.push([filter, hash, entry]);
      t.each(parts, 'object with a filter', ([filter, hash, entry]) =>
        t.equal(
          stringify(entry),
          stringify(all.get(hash) ?? null),
          `the entry of ${hash} in the list ${filter}, compared with that in all`,
          { check: filter },
        ),
      );
    },
  }),
  invariant({
    ...submitting,
    id: 'governance-objects/differences',
    text: 'gobject diff lists a part of what gobject list lists.',
    methods: ['gobject diff', 'gobject list', ...makesProposal],
    run: async (t) => {
      const { hash: own } = await t.world.fresh('proposal');
      const differences = byHash(t, await differing(t, 'all'));
      const all = byHash(t, await listed(t, 'all'));
      t.ok(differences.has(own), 'gobject diff all does not have a new proposal', { check: 'new' });
      for (const hash of differences.keys()) t.ok(all.has(hash), `gobject diff all has ${hash}, which gobject list all does not have`);
    },
  }),
  invariant({
    ...submitting,
    id: 'governance-objects/read',
    text: 'Every object that gobject list lists can be read, with the same values.',
    methods: ['gobject get', 'gobject list', 'gobject getvotes', 'gobject getcurrentvotes', ...makesProposal],
    run: async (t) => {
      await t.world.use('proposal');
      const all = byHash(t, await listed(t, 'all'));
      if (all.size === 0) t.sawNothing('object');
      await mustRead(t, all);
    },
  }),
  invariant({
    ...submitting,
    id: 'governance-objects/counted',
    text: 'gobject count counts the objects that gobject list lists.',
    methods: ['gobject count', 'gobject list', ...makesProposal],
    run: async (t) => {
      await t.world.fresh('proposal');
      const all = byHash(t, await listed(t, 'all'));
      t.ok(all.size > 0, 'gobject list all lists no object, although one was submitted', { check: 'presence' });
      await mustCount(t, all);
    },
  }),
  invariant({
    ...submitting,
    id: 'governance-objects/count-formats',
    text: 'Both formats of gobject count show the same counts.',
    methods: ['gobject count', ...makesProposal],
    run: async (t) => {
      await t.world.fresh('proposal');
      const json = await t.result('gobject count', { format: 'json' });
      const all = await t.result('gobject count', { format: 'all' });
      const shown = numbersIn(all);
      // A count of nothing need not be named.
      const counts = [...new Set(numbersIn(json))].filter((number) => number !== 0);
      t.each(counts, 'count above 0', (number) =>
        t.ok(shown.includes(number), `gobject count all shows ${stringify(all)}, without the ${number} of the format json`),
      );
    },
  }),
  invariant({
    ...submitting,
    id: 'governance-objects/refused',
    text: 'A refused object changes neither the list nor the counts.',
    methods: ['gobject submit', 'gobject list', 'gobject count', 'gobject prepare', 'gobject check'],
    run: async (t) => {
      const prepared = await t.world.fresh('preparedProposal');
      const before = await overview(t);
      const wrong = { ...prepared, feeTxid: t.random.hex(32) };
      await t.refused('gobject submit', submission(wrong), 'the fee transaction does not exist');
      await t.refused('gobject submit', submission({ ...prepared, time: prepared.time - 1 }), 'gobject prepare was given another time');
      t.equal(await overview(t), before, 'gobject list all and gobject count after refused submissions');
    },
  }),
  invariant({
    ...submitting,
    id: 'governance-objects/validated-only',
    text: 'gobject check and gobject deserialize change neither the list nor the counts.',
    methods: ['gobject check', 'gobject deserialize', 'gobject list', 'gobject count', 'gobject prepare', 'gobject submit'],
    run: async (t) => {
      await t.world.use('proposal');
      const hex = await newProposalHex(t.world);
      const before = await overview(t);
      await t.result('gobject check', { hex });
      await t.result('gobject deserialize', { 'data-hex': hex });
      t.equal(await overview(t), before, 'gobject list all and gobject count after data was validated');
    },
  }),
  invariant({
    ...submitting,
    id: 'governance-objects/submitted-only',
    text: 'A prepared proposal is an object once it was submitted, and not before.',
    methods: ['gobject prepare', 'gobject list', 'gobject count', 'gobject submit', 'gobject check'],
    run: async (t) => {
      const before = byHash(t, await listed(t, 'all')).size;
      const prepared = await t.world.fresh('preparedProposal');
      t.equal(byHash(t, await listed(t, 'all')).size, before, 'the number of objects after a proposal was prepared');
      const hash = await t.result('gobject submit', submission(prepared));
      t.equal(byHash(t, await listed(t, 'all')).size, before + 1, 'the number of objects after it was submitted');
      if (typeof hash === 'string') t.ok(names(await listed(t, 'all'), { ...prepared, hash }), 'gobject list all does not have it');
    },
  }),
];
