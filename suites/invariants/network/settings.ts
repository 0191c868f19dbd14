import { stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat, toNumber } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { holdsWithin } from '../../support/wait-for.ts';

/** Networks reserved for documentation, so that no real peer is banned (RFC 5737). */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113'] as const;

/** The subnets that the list of bans contains. Its form is not documented, so the whole text is searched. */
async function bans(t: Trial, subnets: readonly string[]): Promise<string[]> {
  const text = stringify(await t.result('listbanned'));
  return subnets.filter((subnet) => text.includes(`"${subnet}"`) || text.includes(`"${subnet}/`));
}

const randomAddress = (t: Trial): string => `${t.random.pick(NETWORKS)}.${t.random.integer(1, 254)}`;

async function lift(t: Trial, subnets: readonly string[]): Promise<void> {
  for (const subnet of await bans(t, subnets)) await t.world.service.call('setban', { subnet, command: 'remove' });
}

const documented = { effect: ['network'], evidence: 'document', source: 'document 2, Peer network' } as const;

export const networkSettingInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'network-settings/networks',
    text: 'getnetworkinfo lists each network once.',
    methods: ['getnetworkinfo'],
    run: async (t) => {
      const names = (await t.result('getnetworkinfo')).networks.map(({ name }) => name);
      t.equal(new Set(names).size, names.length, `the number of different names in networks (${names.join(', ')})`, { path: 'networks' });
    },
  }),
  invariant({
    ...documented,
    id: 'network-settings/bans',
    text: 'listbanned lists a subnet from setban add until setban remove.',
    methods: ['setban', 'listbanned'],
    run: async (t) => {
      const all = ['203.0.113.0/24', `198.51.100.${t.random.integer(1, 254)}`, `192.0.2.${t.random.integer(1, 254)}`];
      await lift(t, all);
      try {
        for (const [index, subnet] of all.entries()) {
          await t.result('setban', { subnet, command: 'add', bantime: t.random.integer(600, 6000) });
          t.equal(await bans(t, all), all.slice(0, index + 1), 'the list of banned subnets');
        }
        const [first = '', ...others] = all;
        await t.result('setban', { subnet: first, command: 'remove' });
        t.equal(await bans(t, all), others, 'the list of banned subnets after one ban was removed');
      } finally {
        await lift(t, all);
      }
    },
  }),
  invariant({
    ...documented,
    id: 'network-settings/bans-cleared',
    text: 'After clearbanned no subnet is banned, and a subnet can be banned again.',
    methods: ['clearbanned', 'setban', 'listbanned'],
    run: async (t) => {
      const existing = await t.result('listbanned');
      const some = !Array.isArray(existing) || existing.length > 0;
      if (some && !t.target.capabilities.startNodes) t.inapplicable('the node has other bans, which this case would remove permanently');
      const subnet = randomAddress(t);
      await lift(t, [subnet]);
      try {
        for (let turn = 1; turn <= 2; turn++) {
          await t.result('setban', { subnet, command: 'add', bantime: 600 });
          t.equal(await bans(t, [subnet]), [subnet], 'the list of banned subnets');
          await t.result('clearbanned');
          t.equal(await t.result('listbanned'), [], 'the list of bans after clearbanned');
        }
      } finally {
        await lift(t, [subnet]);
      }
    },
  }),
  invariant({
    ...documented,
    id: 'network-settings/ban-ends',
    text: 'A ban lasts for bantime, as a duration and as an absolute time: a short ban ends while a long one remains.',
    methods: ['setban', 'listbanned', 'getnettotals'],
    run: async (t) => {
      const [short, long, moment] = ['192.0.2.7', '198.51.100.7', '203.0.113.7'] as const;
      const all = [short, long, moment];
      await lift(t, all);
      try {
        const nowMs = async (): Promise<number> => toNumber((await t.result('getnettotals')).timemillis);
        const beganS = Math.floor((await nowMs()) / 1000);
        const given = [
          { subnet: long, bantime: beganS + 3600, absolute: true },
          { subnet: moment, bantime: beganS + 3, absolute: true },
          { subnet: short, bantime: 2 },
        ];
        for (const ban of given) {
          const beforeMs = await nowMs();
          await t.result('setban', { ...ban, command: 'add' });
          const listed = await bans(t, [ban.subnet]);
          // Times of bans are whole seconds. On a slow node a short one may be over before the list is read.
          const endsMs = 1000 * (ban.absolute === true ? ban.bantime : Math.floor(beforeMs / 1000) + ban.bantime);
          if (listed.length > 0 || (await nowMs()) < endsMs) t.equal(listed, [ban.subnet], 'the list of banned subnets');
        }
        await holdsWithin(t, 6_000, async () => (await bans(t, all)).length === 1);
        t.equal(await bans(t, all), [long], 'the list of banned subnets after two bans expired');
      } finally {
        await lift(t, all);
      }
    },
  }),
  invariant({
    ...documented,
    id: 'network-settings/added-nodes',
    text: 'getaddednodeinfo, with and without a node, lists a node from addnode add until addnode remove.',
    methods: ['addnode', 'getaddednodeinfo'],
    run: async (t) => {
      // On loopback, at ports without a listener.
      const nodes = [0, 1].map((index) => `127.0.0.${t.random.integer(2, 250)}:${1 + index}`);
      const added = async (): Promise<string[]> =>
        (await t.result('getaddednodeinfo')).map(({ addednode }) => addednode).filter((node) => nodes.includes(node));
      try {
        t.equal(await added(), [], 'the list of added nodes before addnode');
        for (const node of nodes) await t.result('addnode', { node, command: 'add' });
        t.equal((await added()).sort(), [...nodes].sort(), 'the list of added nodes');
        for (const node of nodes) {
          const alone = await t.result('getaddednodeinfo', { node });
          t.equal(
            alone.map(({ addednode, connected }) => [addednode, connected]),
            [[node, false]],
            'the list of node and connected for an added node at a port without a listener',
          );
        }
        const [first = '', second = ''] = nodes;
        await t.result('addnode', { node: first, command: 'remove' });
        t.equal(await added(), [second], 'the list of added nodes after one was removed');
      } finally {
        for (const node of await added()) await t.world.service.call('addnode', { node, command: 'remove' });
      }
    },
  }),
  invariant({
    ...documented,
    id: 'network-settings/active',
    text: 'setnetworkactive sets networkactive in getnetworkinfo to false and to true.',
    methods: ['setnetworkactive', 'getnetworkinfo'],
    run: async (t) => {
      const active = async (): Promise<boolean> => (await t.result('getnetworkinfo')).networkactive;
      try {
        for (const state of [false, true, false]) {
          await t.result('setnetworkactive', { state });
          t.equal(await active(), state, 'networkactive', { path: 'networkactive' });
        }
      } finally {
        await t.result('setnetworkactive', { state: true });
      }
      t.equal(await active(), true, 'networkactive after setnetworkactive true', { path: 'networkactive' });
    },
  }),
  invariant({
    ...documented,
    id: 'network-settings/local-addresses',
    text: 'Each entry of localaddresses has an address, a port and a score.',
    effect: ['read'],
    source: 'document 2, Other results',
    methods: ['getnetworkinfo'],
    profile: 'external-address',
    run: async (t) => {
      const { localaddresses } = await t.result('getnetworkinfo');
      if (localaddresses.length === 0) t.inapplicable('localaddresses is empty, although the node was started with -externalip');
      for (const [index, { address, port, score }] of localaddresses.entries()) {
        const path = `localaddresses[${index}]`;
        t.equal([typeof address, typeof port, typeof score], ['string', 'number', 'number'], 'the types of address, port and score', {
          path,
        });
        t.ok(typeof port === 'number' && port > 0 && port <= 65_535, `the port is ${String(port)}, expected 1 to 65535`, {
          path: `${path}.port`,
        });
      }
    },
  }),
  invariant({
    ...documented,
    id: 'network-settings/fees',
    text: 'minrelaytxfee equals relayfee of getnetworkinfo, and mempoolminfee is at least minrelaytxfee.',
    effect: ['read'],
    source: 'document 2, Memory pool info',
    methods: ['getnetworkinfo', 'getmempoolinfo'],
    run: async (t) => {
      const { relayfee } = await t.result('getnetworkinfo');
      const { minrelaytxfee, mempoolminfee } = await t.result('getmempoolinfo');
      const relaySat = amountSat(t, relayfee, 'relayfee');
      t.equal(amountSat(t, minrelaytxfee, 'minrelaytxfee'), relaySat, 'minrelaytxfee (compared with relayfee of getnetworkinfo)', {
        path: 'minrelaytxfee',
      });
      t.ok(
        amountSat(t, mempoolminfee, 'mempoolminfee') >= relaySat,
        'mempoolminfee is below minrelaytxfee, expected at least minrelaytxfee',
        {
          path: 'mempoolminfee',
        },
      );
    },
  }),
];
