import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { confOf, lineOf, writeConf } from '../../../fixtures/world/ingredients/masternode-conf.ts';
import type { ConfiguredMasternode } from '../../../fixtures/world/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { missingOf, namesOf, ofMasternodes } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

/** What users mistype in a line. How a node takes it is not stated; it may ignore the line, or refuse the calls that read the file. */
const mistakes: readonly ((good: ConfiguredMasternode) => string)[] = [
  ...['127.0.0.1:70000', '127.0.0.1:0', '127.0.0.1:', '127.0.0.1', '256.0.0.1:1', 'a:b:c', '[::1:5', '[]:1', ':', 'nowhere.invalid:1'].map(
    (address) => (good: ConfiguredMasternode) => lineOf({ ...good, address }),
  ),
  (good) => lineOf({ ...good, privateKey: 'key' }),
  (good) => lineOf({ ...good, privateKey: good.privateKey.slice(0, -1) }),
  (good) => lineOf({ ...good, txid: good.txid.slice(1) }),
  (good) => lineOf({ ...good, vout: -1 }),
  (good) => lineOf({ ...good, vout: 2 ** 53 }),
  (good) => `${lineOf(good)} 1`,
  ({ name }) => name,
];

const editing = {
  ...ofMasternodes,
  ownNode: true,
  effect: ['network', 'secret'],
  uses: ['masternode initialize', 'masternodelist'],
} as const;

/** Cases with a masternode.conf that has mistakes. A node that reads it when it is started has not seen them. */
export const confMistakeCases: readonly Case[] = [
  rule({
    ...editing,
    rule: ['masternode-list-conf/as-json', 'masternode-initialize/one-by-name'],
    case: 'mistyped',
    run: async (t) => {
      const { configured, own } = await t.world.use('masternodes');
      const good = configured.map(lineOf);
      for (const mistake of mistakes) {
        const bad = mistake({ ...own, name: 'mistyped', txid: t.random.hex(32) });
        await writeConf(t.world, confOf(good.toSpliced(t.random.integer(0, good.length), 0, bad)));
        const conf = await t.call('masternode list-conf');
        const shown = conf.ok ? stringify(conf.result) : '';
        for (const { name, txid } of configured)
          t.ok(!conf.ok || shown.includes(txid), `masternode list-conf shows masternode.conf without ${name}, whose line has no mistake`, {
            check: 'listed',
          });
        await t.call('masternode initialize', { name: 'mistyped' });
      }
      t.equal(
        namesOf(await missingOf(t, configured)),
        namesOf(configured),
        'the masternodes that are not listed after another was started',
      );
    },
  }),
  rule({
    ...editing,
    rule: ['masternode-list-conf/as-json', 'masternode-initialize/one-by-name'],
    case: 'one-name',
    run: async (t) => {
      const { configured, own } = await t.world.use('masternodes');
      const twins = [own, own].map((masternode) => ({ ...masternode, name: 'twin', txid: t.random.hex(32) }));
      await writeConf(t.world, confOf([...configured, ...twins].map(lineOf)));
      const conf = await t.call('masternode list-conf');
      if (conf.ok) {
        const shown = stringify(conf.result as Wire);
        if (twins.every(({ txid }) => !shown.includes(txid))) t.inapplicable('masternode list-conf does not show a line that was added');
        for (const { txid } of twins)
          t.ok(
            shown.includes(txid),
            `masternode list-conf shows one of two lines of masternode.conf with one name, without that of ${txid}`,
          );
      }
      await t.call('masternode initialize', { name: 'twin' });
      t.equal(
        namesOf(await missingOf(t, configured)),
        namesOf(configured),
        'the masternodes that are not listed after another was started',
      );
    },
  }),
];
