import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { ConfiguredMasternode } from '../../../fixtures/world/types.ts';
import { columnsOf } from '../../../specs/model/walk.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { keyOf, listed, listModes, mustBeListed, ofMasternodes, textOf, valueIn, type Listed } from '../../support/masternodes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { differences } from './masternode-columns.ts';
import { compareFiltered, matchOf, partOf } from './masternode-filters.ts';

/** Less than the time between two pings, in nodes of this family: the ones that are started wait for the next, and do not ping. */
const APART_S = 7 * 60;
/** Longer than the time between two pings. */
const PING_AFTER_S = 11 * 60;
const PINGED_WITHIN_MS = 20_000;
/** A mocked clock may go on. */
const SLACK_S = 60;
const ATTEMPTS = 3;

/** No sentence says so, but the words do. */
const ACTIVE = {
  check: 'activeseconds',
  evidence: 'standard',
  source: 'the meaning of the names in document 3: a masternode is active since it was started',
} as const;

/** Masternodes that were started one after the other; the node is the last one, and has pinged since: no two are alike. */
export const startedApartCase: Case = rule({
  ...ofMasternodes,
  ownNode: true,
  rule: [
    'masternodelist/full-columns',
    'masternodelist/info-columns',
    'masternodelist/filter-full',
    'masternodelist/filter-info',
    'masternodelist/filter-json',
    'masternodelist/filter-status',
    'masternodelist/default-filter',
  ],
  case: 'started-apart',
  effect: ['network', 'secret'],
  uses: ['masternode initialize', 'masternode list-conf'],
  run: (t) =>
    withMockTime(t, async (at) => {
      const { configured, own } = await t.world.use('masternodes');
      // No node operates them. In either order, so that the list's own order is not that of the times.
      const others = configured.filter((other) => other !== own);
      const silent = t.random.pick([others, [...others].reverse()]);
      const firstS = Math.floor(Date.now() / 1000);
      const startedS = new Map<ConfiguredMasternode, number>();
      for (const [i, masternode] of [...silent, own].entries()) {
        await at(firstS + i * APART_S);
        startedS.set(masternode, firstS + i * APART_S);
        await t.result('masternode initialize', { name: masternode.name });
        await mustBeListed(t, masternode, 'masternode initialize');
      }
      const lastS = startedS.get(own)!;
      await at(lastS + PING_AFTER_S);
      const seenS = async (masternode: ConfiguredMasternode): Promise<number> => {
        const list = await listed(t, 'lastseen');
        return Number(textOf(list[keyOf(t, list, masternode)] as Wire));
      };
      const hasPinged = await holdsWithin(t, PINGED_WITHIN_MS, async () => (await seenS(own)) > lastS);
      if (!hasPinged) t.inapplicable(`the masternode does not ping within ${PING_AFTER_S} s of its clock`);
      for (const masternode of silent) {
        const sinceS = (await seenS(masternode)) - startedS.get(masternode)!;
        // It is seen when it is started, and not again.
        t.ok(sinceS >= 0 && sinceS < APART_S, `${masternode.name} was last seen ${sinceS} s after it was started, and sends no pings`, {
          check: 'lastseen',
        });
      }
      for (const [masternode, atS] of startedS) {
        const activeS = Number(await valueIn(t, 'activeseconds', masternode));
        const agoS = lastS + PING_AFTER_S - atS;
        const message = `${masternode.name} is active for ${activeS} s, and was started ${agoS} s ago`;
        t.ok(activeS >= 0 && activeS <= agoS + SLACK_S, message, ACTIVE);
        if (masternode === own) t.ok(activeS > 0, `${message}; it has pinged since`, ACTIVE);
      }
      await compareColumns(t);
      await compareConf(t, configured);
      for (const mode of listModes) {
        const values = Object.values(await listed(t, mode)).flatMap(textsIn);
        for (const value of new Set(values)) {
          await compareFiltered(t, mode, matchOf(mode), value);
          if (value.length > 1) await compareFiltered(t, mode, matchOf(mode), partOf(t, value));
        }
      }
    }),
});

/** The texts and numbers of a value, as texts: of an object those of its members. */
function textsIn(value: Wire): string[] {
  return value !== null && typeof value === 'object' ? Object.values(value as Listed).flatMap(textsIn) : [textOf(value)];
}

/** Judges the columns by the modes that show one of them, and pingretries, which none shows alone, by one another. */
async function compareColumns(t: Trial): Promise<void> {
  const all = async (): Promise<string[]> => [
    ...(await differences(t, 'full')),
    ...(await differences(t, 'info')),
    ...(await retryDifferences(t)),
  ];
  let found = await all();
  for (let attempt = 1; attempt < ATTEMPTS && found.length > 0; attempt++) found = await all();
  for (const difference of found) t.ok(false, difference, { check: 'column' });
}

/** pingretries is the last column of both modes, and a member of the JSON where that has it. */
async function retryDifferences(t: Trial): Promise<string[]> {
  const [full, info, json] = [await listed(t, 'full'), await listed(t, 'info'), await listed(t, 'json')];
  return Object.entries(full).flatMap(([outpoint, value]) => {
    const retries = columnsOf(textOf(value)).at(-1);
    const inInfo = columnsOf(textOf(info[outpoint] ?? '')).at(-1);
    const member = ((json[outpoint] ?? {}) as Listed)['pingretries'];
    return [
      ...(inInfo === retries ? [] : [`pingretries in masternodelist info is ${inInfo}, in mode full ${retries}`]),
      ...(member === undefined || textOf(member) === retries
        ? []
        : [`pingretries in masternodelist json is ${textOf(member)}, in mode full ${retries}`]),
    ];
  });
}

/** Judges the status of each masternode that `masternode list-conf` shows, where it shows one as a member of this name. */
async function compareConf(t: Trial, configured: readonly ConfiguredMasternode[]): Promise<void> {
  const conf = (await t.result('masternode list-conf')) as Wire;
  const statuses = await listed(t, 'status');
  for (const masternode of configured) {
    const entry = entryOf(conf, masternode.txid)?.['status'];
    if (typeof entry !== 'string') return;
    t.equal(entry, textOf(statuses[keyOf(t, statuses, masternode)] as Wire), `the status of ${masternode.name} in masternode list-conf`, {
      check: 'status',
    });
  }
}

/** The entry of a collateral in the answer of `masternode list-conf`, whose form the documents do not show. */
function entryOf(conf: Wire, txid: string): Listed | undefined {
  if (conf === null || typeof conf !== 'object') return undefined;
  return Object.values(conf as Listed).find(
    (entry): entry is Wire & Listed => entry !== null && typeof entry === 'object' && Object.values(entry as Listed).includes(txid),
  ) as Listed | undefined;
}
