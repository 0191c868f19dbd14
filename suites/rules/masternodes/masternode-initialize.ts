import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { ConfiguredMasternode } from '../../../fixtures/world/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { configure, hasFailure } from '../../support/masternode-conf.ts';
import { broadcastIn, isListed, missingOf, mustBeListed, namesOf, ofMasternodes, valueIn } from '../../support/masternodes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { callsTo } from '../../support/other-node.ts';
import { hasContent } from '../../support/present.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { oddCollateralsCase } from '../support/odd-collaterals.ts';

/** A node may check an announcement after it has answered. */
const SHOWN_WITHIN_MS = 5_000;
/** Nodes of this family refuse to start a masternode again within minutes. */
const LATER_S = 600;
const KNOWN_WITHIN_MS = 10_000;
/** Nothing listens at these ports. */
const PORTS = { min: 40_000, max: 49_999 } as const;

/** Starts a masternode at another address than before, and checks that it is listed there. @param setClock once it is configured */
async function startElsewhere(t: Trial, name: string, setClock: () => Promise<void>): Promise<ConfiguredMasternode> {
  const { configured, own } = await t.world.use('masternodes');
  const address = `127.0.0.1:${t.random.integer(PORTS.min, PORTS.max)}`;
  const changed = configured.map((masternode) => (masternode.name === name ? { ...masternode, address } : masternode));
  await configure(t, own, changed);
  await setClock();
  const said = await t.result('masternode initialize', { name });
  t.ok(!hasFailure(said as Wire), `masternode initialize ${name} fails after its address in masternode.conf was changed`, {
    check: 'started',
  });
  const masternode = changed.find((other) => other.name === name)!;
  await holdsWithin(t, SHOWN_WITHIN_MS, async () => (await isListed(t, masternode)) && (await valueIn(t, 'addr', masternode)) === address);
  t.equal(await valueIn(t, 'addr', masternode), address, `the address of ${name} after it was started at that of masternode.conf`);
  return masternode;
}

export const masternodeInitializeRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    ownNode: true,
    effect: ['network'],
    uses: ['masternodelist', 'masternode start-missing', 'masternode status', 'masternodebroadcast create-name'],
    rule: ['masternode-initialize/one-by-name', 'masternode-start-missing/by-mode'],
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      const first = t.random.pick(configured);
      const others = configured.filter((other) => other !== first);
      const before = await t.call('masternode status');
      t.ok(!before.ok || hasContent(before.result), 'masternode status returns nothing of a masternode that is not started', {
        check: 'presence',
      });
      // masternode.conf has no such name: how the node says so is not stated.
      const unknown = t.random.word(12);
      for (const method of ['masternode initialize', 'masternodebroadcast create-name']) await t.call(method, { name: unknown });
      await t.result('masternode initialize', { name: first.name });
      await mustBeListed(t, first, `masternode initialize ${first.name}`);
      for (const other of others) {
        t.ok(!(await isListed(t, other)), `masternode initialize ${first.name} started ${other.name}`, { check: 'only-one' });
      }
      await t.result('masternode start-missing');
      for (const other of others) await mustBeListed(t, other, 'masternode start-missing');
    },
  }),
  rule({
    ...ofMasternodes,
    ownNode: true,
    effect: ['network'],
    uses: ['masternodelist'],
    rule: 'masternode-initialize/one-by-name',
    case: 'each',
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      const left = [...configured];
      while (left.length > 0) {
        const next = t.random.pick(left);
        left.splice(left.indexOf(next), 1);
        await t.result('masternode initialize', { name: next.name });
        t.equal(
          namesOf(await missingOf(t, configured)),
          namesOf(left),
          `the masternodes that are not listed after initialize ${next.name}`,
        );
      }
    },
  }),
  rule({
    ...ofMasternodes,
    ownNode: true,
    effect: ['network', 'secret', 'process'],
    uses: ['masternodelist', 'masternode list-conf'],
    rule: ['masternode-initialize/one-by-name', 'masternode-list-conf/configured'],
    case: 'at-another-address',
    run: (t) =>
      withMockTime(t, async (at) => {
        const { configured } = await t.world.use('masternodes');
        const { name } = t.random.pick(configured);
        const nowS = Math.floor(Date.now() / 1000);
        for (const timeS of [nowS, nowS + LATER_S]) await startElsewhere(t, name, () => at(timeS));
      }),
  }),
  rule({
    ...ofMasternodes,
    ownNode: true,
    effect: ['network', 'chain', 'secret', 'process'],
    uses: ['masternodelist', 'masternode list-conf', 'setnetworkactive', 'getbestblockhash'],
    rule: 'masternode-initialize/one-by-name',
    case: 'known-at-another-address',
    run: (t) =>
      withMockTime(t, async (at) => {
        const { configured } = await t.world.use('masternodes');
        const { name } = t.random.pick(configured);
        const { node } = await t.world.use('peer');
        const peer = callsTo(t, node);
        const nowS = Math.floor(Date.now() / 1000);
        const first = await startElsewhere(t, name, () => at(nowS));
        const knows = async ({ address }: ConfiguredMasternode): Promise<boolean> =>
          stringify((await peer('masternodelist', { mode: 'addr' })) as Wire).includes(address);
        await t.world.use('peer'); // connects again, where the node was started again
        if (!(await holdsWithin(t, KNOWN_WITHIN_MS, () => knows(first))))
          t.inapplicable(`a peer does not list the started masternode within ${KNOWN_WITHIN_MS / 1000} s`);
        await t.result('setnetworkactive', { state: false });
        let second: ConfiguredMasternode;
        try {
          second = await startElsewhere(t, name, () => at(nowS + LATER_S));
        } finally {
          await t.world.result('setnetworkactive', { state: true });
        }
        await t.world.use('peer');
        // Each tells the other what it knows of the masternode.
        await holdsWithin(t, KNOWN_WITHIN_MS, () => knows(second));
        t.equal(
          await valueIn(t, 'addr', second),
          second.address,
          `the address of ${name} after it was started at that of masternode.conf, and a peer came that knew it at the one before`,
        );
      }),
  }),
  rule({
    ...ofMasternodes,
    ownNode: true,
    effect: ['network', 'process'],
    rule: [
      'masternode-initialize/one-by-name',
      'masternode-start-all/by-mode',
      'masternodebroadcast-create-name/one-by-name',
      'masternodebroadcast-create-all/all',
    ],
    case: 'on-no-masternode',
    uses: ['masternodelist', 'masternode status', 'gobject vote-conf', 'sentinelping'],
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      await t.node.restart(); // not as one of them
      await t.world.use('wallet'); // loads the wallet if the node did not
      const first = t.random.pick(configured);
      await t.result('masternode initialize', { name: first.name });
      await mustBeListed(t, first, `masternode initialize ${first.name} on a node that is no masternode`);
      // It has no masternode of its own: how it says so is not stated.
      await t.call('masternode status');
      await t.call('gobject vote-conf', { 'governance-hash': t.random.hex(32), signal: 'funding', outcome: 'yes' });
      await t.call('sentinelping', { version: 1_020_000 });
      for (const { name } of configured) broadcastIn(t, await t.result('masternodebroadcast create-name', { name }));
      broadcastIn(t, await t.result('masternodebroadcast create-all'));
      await t.result('masternode start-all');
      t.equal(
        namesOf(await missingOf(t, configured)),
        'none',
        'the masternodes that are not listed after start-all on a node that is none',
      );
    },
  }),
  oddCollateralsCase,
];
