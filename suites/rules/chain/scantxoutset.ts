import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { readTransaction } from '../../../fixtures/world/raw-transaction.ts';
import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { toNumber } from '../../support/amounts.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { HDKey } from '@scure/bip32';
import type { ScanObjectArgument, TxOutSetScan } from '../../../specs/model/generated/wire.d.ts';
import type { Wire, WireNumber } from '../../../specs/model/wire.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { keyFrom, multisigOf } from '../../../fixtures/world/keys.ts';
import type { At } from '../../../engine/finding-place.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { bothSettled } from '../support/both-settled.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

/** Public standards define these descriptors; the documents only say that they are accepted. */
const STANDARD = { keys: 'BIP 380', pkh: 'BIP 381', multi: 'BIP 383', combo: 'BIP 384' } as const;
const HARDENED = 0x80000000;

/** Version bytes of extended keys (BIP 32): those of test networks, which most regtest chains share, and those of the main network. */
const VERSIONS = [
  { public: 0x043587cf, private: 0x04358394 },
  { public: 0x0488b21e, private: 0x0488ade4 },
] as const;

/** Numbers of child keys to derive: a fast node takes a tenth of a second for the first one, and a busy one must not take too long for the last. */
const RANGES = [3_000, 20_000, 80_000];
/** A scan that takes so long is met by a call, unless the node answers no other call during it. */
const LONG_SCAN_MS = 1_500;
const POLL_MS = 2;
/** The range of an object that names none. */
const DEFAULT_RANGE = 1_000;

/** An output that a scan must find. */
interface Paid {
  readonly txid: string;
  readonly vout: number;
  readonly amountSat: bigint;
  readonly scriptPubKey: string;
}

/** An extended key outside the wallets, with version bytes that the node accepts. The private key is registered as a secret. */
async function extendedKey(t: Trial): Promise<HDKey> {
  const seed = t.random.bytes(32);
  for (const versions of VERSIONS) {
    const key = HDKey.fromMasterSeed(seed, versions);
    t.world.secrets.add(key.privateExtendedKey);
    const answer = await t.call('scantxoutset', { action: 'start', scanobjects: [`pkh(${key.publicExtendedKey})`] });
    if (answer.ok) return key;
  }
  // The node accepts neither form. The first one is sent again, so that its refusal becomes the finding.
  const key = HDKey.fromMasterSeed(seed, VERSIONS[0]);
  await scan(t, [`pkh(${key.publicExtendedKey})`]);
  return key;
}

/** The P2PKH address of a child of the key. */
async function addressOf(t: Trial, key: HDKey): Promise<string> {
  return keyFrom(key.privateKey as Uint8Array, await t.world.use('chainParameters')).addresses.legacy;
}

/** Pays addresses outside the wallet, each by an output of one transaction, and confirms it. */
async function payAll(t: Trial, addresses: readonly string[]): Promise<Paid[]> {
  const { world } = t;
  const coin = await world.fresh('spendable');
  const shareSat = coin.amountSat / BigInt(addresses.length + 1);
  const payments = addresses.map((address, index) => ({
    address,
    amountSat: shareSat - BigInt(10_000 + index * 1_000 + t.random.integer(0, 999)),
  }));
  const change = await newChangeAddress(world);
  const paidSat = payments.reduce((sum, { amountSat }) => sum + amountSat, 0n);
  const hexstring = await world.result('createrawtransaction', {
    inputs: [{ txid: coin.txid, vout: coin.vout }],
    outputs: [
      ...payments.map(({ address, amountSat }) => ({ [address]: formatSat(amountSat) })),
      { [change]: formatSat(coin.amountSat - paidSat - (await feeFor(world, { usualSat: 20_000n }))) },
    ],
  });
  const { hex } = await world.result('signrawtransactionwithwallet', { hexstring });
  const txid = await sendTransaction(world, hex);
  await world.mine(1);
  return readTransaction(hex)
    .outputs.slice(0, addresses.length)
    .map(({ vout, valueSat, scriptPubKey }) => ({ txid, vout, amountSat: valueSat, scriptPubKey }));
}

type ScanObject = string | ScanObjectArgument;

function scan(t: Trial, scanobjects: readonly ScanObject[]): Promise<TxOutSetScan> {
  return t.result('scantxoutset', { action: 'start', scanobjects });
}

/** Checks that a scan finds exactly these outputs. `standard`: the public standard, if the documents do not define it. */
async function finds(
  t: Trial,
  scanobjects: readonly ScanObject[],
  expected: readonly Paid[],
  { what, standard }: { readonly what: string; readonly standard?: string },
): Promise<void> {
  const at: At = standard === undefined ? {} : { evidence: 'standard', source: standard };
  const { unspents, total_amount: total } = await scan(t, scanobjects);
  t.equal(unspents.map(outpointText).sort(), expected.map(outpointText).sort(), `the list of outputs found by ${what}`, {
    ...at,
    path: 'unspents',
  });
  for (const paid of expected) {
    const found = unspents.find((unspent) => outpointText(unspent) === outpointText(paid));
    if (!found) continue;
    t.equal(found.amount, formatSat(paid.amountSat), 'the amount of an output found', { path: 'unspents[].amount' });
    t.equal(found.scriptPubKey, paid.scriptPubKey, 'the script of an output found', { path: 'unspents[].scriptPubKey' });
  }
  t.equal(total, formatSat(expected.reduce((sum, { amountSat }) => sum + amountSat, 0n)), 'the total of the outputs found', {
    path: 'total_amount',
  });
}

/** Pays the third and the seventh child of a key; checks that a scan finds them only if its range includes them. */
async function ranged(t: Trial, key: HDKey, hardened: boolean, descriptors: readonly string[]): Promise<void> {
  const child = (index: number): HDKey => key.deriveChild(hardened ? index + HARDENED : index);
  const [near, far] = await payAll(t, [await addressOf(t, child(3)), await addressOf(t, child(7))]);
  if (!near || !far) throw new Error('expected two outputs for two addresses');
  for (const desc of descriptors) {
    await finds(t, [{ desc, range: 5 }], [near], { what: 'a range of 5', standard: STANDARD.keys });
    await finds(t, [{ desc, range: 9 }], [near, far], { what: 'a range of 9', standard: STANDARD.keys });
  }
}

/**
 * Starts a scan and calls `judge` with its progress when the node reports the scan. `judge` answers whether the scan
 * still ran; where it did not, longer scans follow.
 */
async function whileScanning(t: Trial, judge: (progress: Wire | undefined) => Promise<boolean>): Promise<void> {
  t.dependsOn('time');
  const key = await extendedKey(t);
  for (const range of RANGES) {
    const startedMs = performance.now();
    const met = await judgedDuring(t, { desc: `pkh(${key.publicExtendedKey}/*)`, range }, judge);
    if (met === 'judged') return;
    const tookMs = performance.now() - startedMs;
    if (met === 'met' || range !== RANGES.at(-1) || tookMs < LONG_SCAN_MS * t.world.service.pace.factor) continue;
    t.ok(false, `no call met a scan of ${Math.round(tookMs)} ms: status and abort are answered when it is over`, { check: 'presence' });
    return;
  }
  t.inapplicable('the node completes each scan before it can be judged');
}

async function judgedDuring(
  t: Trial,
  object: { readonly desc: string; readonly range: number },
  judge: (progress: Wire | undefined) => Promise<boolean>,
): Promise<'judged' | 'met' | 'unmet'> {
  const scanning = { over: false };
  // The scan may complete or be aborted, with a result or an error: the documents leave the answer of an aborted scan open.
  const scanned = async (): Promise<void> => {
    try {
      await t.call('scantxoutset', { action: 'start', scanobjects: [object] });
    } finally {
      scanning.over = true;
    }
  };
  const watch = async (): Promise<'judged' | 'met' | 'unmet'> => {
    while (!scanning.over) {
      const status = await scanStatus(t);
      if (status !== null) return (await judge(status['progress'])) ? 'judged' : 'met';
      await sleep(POLL_MS);
    }
    return 'unmet';
  };
  const [, judged] = await bothSettled(scanned(), watch());
  return judged;
}

/** The status of the running scan; null if none runs. */
async function scanStatus(t: Trial): Promise<{ readonly [name: string]: Wire | undefined } | null> {
  return t.result('scantxoutset', { action: 'status', scanobjects: [] });
}

export const scantxoutsetRules: readonly Case[] = [
  rule({
    rule: ['scantxoutset/addr', 'scantxoutset/object-string'],
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const { addresses } = await t.world.fresh('foreignKey');
      for (const address of Object.values(addresses)) {
        await finds(t, [`addr(${address})`], await payAll(t, [address]), { what: 'the paid address' });
      }
    },
  }),
  rule({
    rule: 'scantxoutset/raw',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const { addresses } = await t.world.fresh('foreignKey');
      const [legacy, segwit] = await payAll(t, [addresses.legacy, addresses.bech32]);
      if (!legacy || !segwit) throw new Error('expected two outputs for two addresses');
      await finds(t, [`raw(${legacy.scriptPubKey})`], [legacy], { what: 'the script of one output' });
      await finds(t, [`raw(${legacy.scriptPubKey})`, `raw(${segwit.scriptPubKey})`], [legacy, segwit], {
        what: 'the scripts of both outputs',
      });
    },
  }),
  rule({
    rule: ['scantxoutset/pkh', 'scantxoutset/key-hex'],
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const { addresses, publicKey } = await t.world.fresh('foreignKey');
      const [legacy] = await payAll(t, [addresses.legacy, addresses.bech32]);
      if (!legacy) throw new Error('expected an output for the address');
      await finds(t, [`pkh(${publicKey})`], [legacy], { what: 'the key of a P2PKH output', standard: STANDARD.pkh });
    },
  }),
  rule({
    rule: 'scantxoutset/combo',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const { addresses, publicKey } = await t.world.fresh('foreignKey');
      await finds(t, [`combo(${publicKey})`], await payAll(t, Object.values(addresses)), {
        what: 'the key of outputs of several types',
        standard: STANDARD.combo,
      });
    },
  }),
  rule({
    rule: 'scantxoutset/sh-multi',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const keys = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')].map(({ publicKey }) => publicKey);
      const { address } = multisigOf(keys, await t.world.use('chainParameters'));
      await finds(t, [`sh(multi(${keys.length},${keys.join(',')}))`], await payAll(t, [address]), {
        what: 'the keys of a P2SH multisig output',
        standard: STANDARD.multi,
      });
    },
  }),
  rule({
    rule: 'scantxoutset/key-extended',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const key = await extendedKey(t);
      await finds(t, [`pkh(${key.publicExtendedKey})`], await payAll(t, [await addressOf(t, key)]), {
        what: 'an extended key',
        standard: STANDARD.keys,
      });
    },
  }),
  rule({
    rule: 'scantxoutset/key-path',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const key = await extendedKey(t);
      const path = [t.random.integer(0, 1_000), t.random.integer(0, 1_000)];
      const child = path.reduce((parent, index) => parent.deriveChild(index), key);
      await finds(t, [`pkh(${key.publicExtendedKey}/${path.join('/')})`], await payAll(t, [await addressOf(t, child)]), {
        what: 'an extended key with a path',
        standard: STANDARD.keys,
      });
    },
  }),
  rule({
    rule: 'scantxoutset/key-unhardened-range',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const key = await extendedKey(t);
      await ranged(t, key, false, [`pkh(${key.publicExtendedKey}/*)`]);
    },
  }),
  rule({
    rule: 'scantxoutset/key-hardened-range',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const key = await extendedKey(t);
      await ranged(
        t,
        key,
        true,
        ["/*'", '/*h'].map((mark) => `pkh(${key.privateExtendedKey}${mark})`),
      );
    },
  }),
  rule({
    rule: 'scantxoutset/object-range',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const key = await extendedKey(t);
      await ranged(t, key.deriveChild(1), false, [`pkh(${key.publicExtendedKey}/1/*)`]);
      const { unspents } = await scan(t, [{ desc: `pkh(${key.publicExtendedKey}/2/*)`, range: 9 }]);
      t.equal(unspents, [], 'the list of outputs found for an unpaid path', { path: 'unspents' });
      const none = await scan(t, [{ desc: `pkh(${key.publicExtendedKey}/1/*)`, range: 0 }]);
      t.equal(none.unspents, [], 'the list of outputs found by a range of 0, where later children are paid', { path: 'unspents' });
    },
  }),
  rule({
    rule: 'scantxoutset/object-range',
    case: 'default',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const key = await extendedKey(t);
      // The documents leave open whether a range of 1000 ends before or after the child with this number.
      const children = [t.random.integer(900, DEFAULT_RANGE - 1), t.random.integer(DEFAULT_RANGE + 1, 1_100)];
      const addresses: string[] = [];
      for (const child of children) addresses.push(await addressOf(t, key.deriveChild(child)));
      const [within] = await payAll(t, addresses);
      if (!within) throw new Error('expected two outputs for two addresses');
      await finds(t, [{ desc: `pkh(${key.publicExtendedKey}/*)` }], [within], {
        what: `an object without a range, paid at children ${children.join(' and ')}`,
      });
    },
  }),
  rule({
    rule: 'scantxoutset/status',
    effect: ['read'],
    run: (t) =>
      whileScanning(t, async (progress) => {
        const percent = toNumber(progress as WireNumber | undefined);
        t.ok(percent >= 0 && percent <= 100, `the progress of a running scan is ${String(progress)}, expected 0 to 100`, {
          path: 'progress',
        });
        return true;
      }),
  }),
  rule({
    rule: 'scantxoutset/abort',
    effect: ['chain'],
    run: async (t) => {
      const abort = () => t.result('scantxoutset', { action: 'abort', scanobjects: [] });
      t.ok((await abort()) !== true, 'scantxoutset abort returned true, but no scan was running');
      await whileScanning(t, async () => {
        const aborted = await abort();
        // The scan may have ended between the status and the call that aborts it: then the answer is rightly not true.
        if (aborted !== true && (await scanStatus(t)) === null) return false;
        t.equal(aborted, true, 'the result of scantxoutset abort during a scan');
        return true;
      });
    },
  }),
];
