import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { invariant } from '../invariant.ts';
import { blockOn, extendFirst, NO_SIGNAL, submitOwn, tipPlace, type Place } from '../../support/own-blocks.ts';
import { mineAway } from './open-coins.ts';
import { shownForks, type ShownForks } from './rules-in-force.ts';

/** Blocks until regtest nodes of the family start a deployment that may start at once. */
const FIRST_PERIOD = 144;
/** First bits other than those of BIP 9 (001). Nodes of the family may refuse versions below those of BIP 9. */
const OTHER_TOPS = [0x40000000, 0x60000000] as const;
const TOP_BITS = 0x20000000;
const WARNING = { path: 'warnings', source: 'BIP 9, Warning mechanism' } as const;
/** It submits some 600 blocks, one after another. */
const LIMIT_MS = 300_000;
/** A bit that no deployment of the family has. */
const UNKNOWN_BIT = 5;

/** A chain that grows by blocks made by Pyx, and by such of the node. */
class SignalChain {
  readonly #t: Trial;
  #tip: Place;

  constructor(t: Trial, tip: Place) {
    this.#t = t;
    this.#tip = tip;
  }

  get height(): number {
    return this.#tip.height;
  }

  /** Adds a block of each version. */
  async add(versions: readonly number[]): Promise<void> {
    for (const version of versions) {
      const time = this.#tip.time + 1;
      const { hash } = await submitOwn(this.#t, blockOn(this.#t, this.#tip, { version, time }).bytes);
      this.#tip = { ...this.#tip, hash, time, height: this.height + 1 };
    }
    const tip = await tipPlace(this.#t);
    this.#t.equal(tip.hash, this.#tip.hash, `the tip after ${versions.length} blocks made by Pyx`);
    this.#tip = tip;
  }

  /** Lets the node mine up to a height. */
  async mineTo(height: number): Promise<void> {
    await mineAway(this.#t, height - this.height);
    this.#tip = await tipPlace(this.#t);
  }
}

const many = (count: number, version: number): readonly number[] => Array<number>(count).fill(version);

async function judge(t: Trial): Promise<void> {
  const chain = new SignalChain(t, await extendFirst(t, await mineAway(t, 1)));
  const first = await shownForks(t);
  await chain.mineTo(FIRST_PERIOD - 2);
  const before = await shownForks(t);
  await chain.mineTo(FIRST_PERIOD - 1);
  const [name, { bit, period, threshold }] = startedIn(t, await shownForks(t));
  if (bit === undefined || period !== FIRST_PERIOD || threshold === undefined)
    return t.inapplicable('the node shows no period of 144 blocks');
  const hasStatus = async (status: string, when: string): Promise<void> => {
    const shown = await shownForks(t);
    t.equal(shown.deployments.get(name)?.status, status, `the status of ${name} ${when}`, { path: 'bip9_softforks' });
    await judgeTemplate(t, { name, bit }, status, when);
  };
  const signal = (TOP_BITS | (1 << bit)) >>> 0;
  const rest = period - threshold;
  for (const shown of [first, before]) t.equal(shown.deployments.get(name)?.status, 'defined', `the status of ${name} in the first period`);
  await hasStatus('started', 'after the first period');

  // One signal too few, although as many blocks have the bit.
  const others = OTHER_TOPS.map((top) => (top | (1 << bit)) >>> 0);
  await chain.add([...others, ...many(rest + 1 - others.length, NO_SIGNAL), ...many(threshold - 1, signal)]);
  t.equal((chain.height + 1) % period, 0, 'the number of blocks of the second period that are left');
  await hasStatus('started', `after a period with ${threshold - 1} signals`);

  await chain.add([...many(threshold, signal), ...many(rest - 1, NO_SIGNAL)]);
  await hasStatus('started', `a block before the end of a period with ${threshold} signals`);
  await chain.add([NO_SIGNAL]);
  await hasStatus('locked_in', `after a period with ${threshold} signals`);
  await throughSideBranch(t, hasStatus);

  await chain.mineTo(chain.height + period - 1);
  await hasStatus('locked_in', 'a block before the end of the period in which it is locked in');
  const { version } = await t.result('getblockheader', { hash: await t.result('getbestblockhash') });
  t.equal((version >>> bit) & 1, 1, 'the signal in a block that the node makes while the deployment is locked in', { path: 'version' });
  await chain.add([NO_SIGNAL]);
  await hasStatus('active', 'after the period in which it was locked in');
  t.equal((await shownForks(t)).warnings, first.warnings, 'warnings once a deployment is active that the node knows', WARNING);

  await chain.add([...many(threshold, (TOP_BITS | (1 << UNKNOWN_BIT)) >>> 0), ...many(rest, NO_SIGNAL)]);
  await chain.mineTo(chain.height + period);
  await hasStatus('active', 'two periods later');
  const { warnings } = await shownForks(t);
  t.ok(
    warnings !== first.warnings && warnings !== '',
    `warnings is ${JSON.stringify(warnings)}, expected one of the rules that miners activated by the unknown bit ${UNKNOWN_BIT}`,
    WARNING,
  );
}

/** The deployment that is started: the first of those that were not before. */
function startedIn(t: Trial, { deployments }: ShownForks) {
  const started = [...deployments].find(([, { status, bit }]) => status === 'started' && bit !== undefined && bit !== UNKNOWN_BIT);
  return started ?? t.inapplicable('no deployment of the node is started after the first 144 blocks');
}

/** The last block of the period decides: without it the status is that of before, and with it again the new one. */
async function throughSideBranch(t: Trial, hasStatus: (status: string, when: string) => Promise<void>): Promise<void> {
  const blockhash = await t.result('getbestblockhash');
  const undone = await t.world.service.call('invalidateblock', { blockhash });
  if (undone.type !== 'result') return;
  await hasStatus('started', 'while the last block of the period is off the chain');
  await t.world.result('reconsiderblock', { blockhash });
  await hasStatus('locked_in', 'with the last block of the period again');
}

/** A deployment, and the bit that signals it. */
interface Signalled {
  readonly name: string;
  readonly bit: number;
}

/** BIP 9, getblocktemplate changes: the names of active deployments, and the bits of those that miners may signal. */
async function judgeTemplate(t: Trial, { name, bit }: Signalled, status: string, when: string): Promise<void> {
  const reply = await t.world.service.call('getblocktemplate', { template_request: { rules: ['segwit', 'mweb'] } });
  if (reply.type !== 'result') return;
  const { rules, vbavailable, version } = reply.result as { readonly [member: string]: Wire };
  const at = { source: 'BIP 9, getblocktemplate changes' };
  t.equal(Array.isArray(rules) && rules.includes(name), status === 'active', `whether rules of a template has ${name} ${when}`, at);
  const isPending = status === 'started' || status === 'locked_in';
  const pending = (vbavailable ?? {}) as { readonly [member: string]: Wire };
  t.equal(pending[name], isPending ? bit : undefined, `the bit of ${name} in vbavailable of a template ${when}`, at);
  t.ok(
    typeof version === 'number' && (version & ~0x1fffffff) >>> 0 === TOP_BITS,
    `version of a template is ${String(version)} ${when}, expected the first bits of BIP 9`,
    at,
  );
}

export const deploymentInvariants: readonly Case[] = [
  invariant({
    id: 'blocks/deployments',
    text: 'A deployment is started, locked in and active as the signals of whole periods decide; rules that miners activate by an unknown bit are warned of.',
    effect: ['chain'],
    evidence: 'standard',
    source: 'BIP 9',
    ownNode: true,
    limitMs: LIMIT_MS,
    methods: [
      'getblockchaininfo',
      'getblock',
      'getbestblockhash',
      'getblockheader',
      'generatetoaddress',
      'submitblock',
      'getblocktemplate',
      'invalidateblock',
      'reconsiderblock',
    ],
    run: judge,
  }),
];
