import { satoshis, stringify } from '../../client/wire-json.ts';
import { CaseOver, type Trial } from '../../engine/trial.ts';
import type { ConfiguredMasternode, Masternodes } from '../../fixtures/world/types.ts';
import type { Services } from '../../specs/model/generated/wire.d.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { checkedResult } from './checked-result.ts';
import { holdsWithin } from './wait-for.ts';

/** For cases about masternodes of a shared node; those that start them anew need a node of their own. */
export const ofMasternodes = { profile: 'masternode', timeoutMs: 120_000 } as const;

/** For cases that read what the documents state of masternodes. */
export const readsMasternodes = {
  ...ofMasternodes,
  effect: ['read'],
  evidence: 'document',
  source: 'document 3, Masternodes, sentinel, sporks, synchronisation',
} as const;

/** A masternode is enabled once it has pinged so long after its announcement, in nodes of this family: if the target file states no time. */
const ENABLED_AFTER_S = 11 * 60;
const ENABLED_WITHIN_MS = 20_000;

export type ListMode = NonNullable<Services['masternodelist']['named']['mode']>;

/** The modes of `masternodelist`. */
export const listModes: readonly ListMode[] = [
  'activeseconds',
  'addr',
  'daemon',
  'full',
  'info',
  'json',
  'lastpaidblock',
  'lastpaidtime',
  'lastseen',
  'payee',
  'protocol',
  'pubkey',
  'rank',
  'sentinel',
  'status',
];

/** An answer of `masternodelist`: a value for each masternode, by a text that names its outpoint. */
export type Listed = { readonly [outpoint: string]: Wire };

/** The list in a mode. The documents do not show the result: the case is inapplicable unless it is an object. */
export async function listed(t: Trial, mode: ListMode, filter?: string): Promise<Listed> {
  const result = await checkedResult(t, 'masternodelist', filter === undefined ? { mode } : { mode, filter });
  if (result === null || typeof result !== 'object' || Array.isArray(result)) {
    t.inapplicable('masternodelist returns no object, and the documents do not show what it returns');
  }
  return result as Listed;
}

/** Every number in an answer. */
export const numbersIn = (answer: Wire): number[] => (stringify(answer).match(/\d+/g) ?? []).map(Number);

/** A value of the list as text. */
export const textOf = (value: Wire): string => (typeof value === 'string' ? value : stringify(value));

/** The entry of a masternode: the key of the list that names its outpoint. A missing one ends the case with a finding. */
export function keyOf(t: Trial, list: Listed, { txid, vout, name }: ConfiguredMasternode): string {
  const key = Object.keys(list).find((other) => other.includes(txid) && new RegExp(`\\D${vout}$|\\D${vout}\\D*$`).test(other));
  if (!t.ok(key !== undefined, `masternodelist does not list the started masternode ${name}`, { check: 'presence' })) throw new CaseOver();
  return key as string;
}

/** The value of a masternode in a mode, as text. */
export async function valueIn(t: Trial, mode: ListMode, masternode: ConfiguredMasternode): Promise<string> {
  const list = await listed(t, mode);
  return textOf(list[keyOf(t, list, masternode)] as Wire);
}

const OF_STATUS = { check: 'status', evidence: 'document', source: 'document 3, States and transitions' } as const;

/** The documented values of mode status. */
const statuses = specification.spec.statuses.find(({ id }) => id === 'masternode-status')?.values.map(({ value }) => value) ?? [];

/** @param whose the masternode, in a sentence */
export function mustBeStatus(t: Trial, status: string, whose: string): void {
  t.ok(statuses.includes(status), `the status of ${whose} is ${status}, expected one of ${statuses.join(', ')}`, OF_STATUS);
}

/** Whether the list has a masternode. */
export async function isListed(t: Trial, { txid }: ConfiguredMasternode): Promise<boolean> {
  return Object.keys(await listed(t, 'status')).some((key) => key.includes(txid));
}

/** Seconds after its start at which a masternode is enabled. */
export const enabledAfterS = ({ world }: Trial): number => world.facts.masternodeEnabledAfter ?? ENABLED_AFTER_S;

/**
 * The masternodes, of which the node's own is enabled: the clock is moved, so that it pings. See `mustBecomeEnabled`.
 * @param at sets the clock, epoch seconds
 */
export async function withOneEnabled(t: Trial, at: (timeS: number) => Promise<void>): Promise<Masternodes & { readonly nowS: number }> {
  const made = await t.world.use('startedMasternodes');
  const lastSeen = await valueIn(t, 'lastseen', made.own);
  const seenS = Number(lastSeen);
  if (
    !t.ok(Number.isSafeInteger(seenS), `masternodelist lastseen has ${lastSeen}, expected a time in epoch seconds`, { check: 'lastseen' })
  )
    throw new CaseOver();
  const afterS = enabledAfterS(t);
  const nowS = Math.max(Math.floor(Date.now() / 1000), seenS) + afterS;
  await at(nowS);
  await mustBecomeEnabled(t, [made.own], `after the clock was moved by ${afterS} s`);
  return { ...made, nowS };
}

/**
 * Waits until masternodes are enabled. A finding ends the case if they are not and the target file states when they are; else the case is
 * inapplicable, since the documents do not state it.
 */
export async function mustBecomeEnabled(t: Trial, masternodes: readonly ConfiguredMasternode[], when: string): Promise<void> {
  let late: ConfiguredMasternode | undefined;
  const areEnabled = await holdsWithin(t, ENABLED_WITHIN_MS, async () => {
    const list = await listed(t, 'status');
    late = masternodes.find((each) => textOf(list[keyOf(t, list, each)] as Wire) !== 'ENABLED');
    return late === undefined;
  });
  if (areEnabled || late === undefined) return;
  const status = await valueIn(t, 'status', late);
  const message = `${late.name} is not enabled ${ENABLED_WITHIN_MS / 1000} s ${when}, but ${status}`;
  if (t.world.facts.masternodeEnabledAfter !== undefined) {
    t.ok(false, `${message}; the target file states that it is`, OF_STATUS);
    throw new CaseOver();
  }
  mustBeStatus(t, status, late.name);
  t.inapplicable(message);
}

/** The addresses that the coinbase of a block pays. */
export async function paidBy(t: Trial, height: number): Promise<string> {
  const blockhash = await t.result('getblockhash', { height });
  const { tx } = await t.result('getblock', { blockhash });
  return stringify((await t.result('getrawtransaction', { txid: tx[0] as string, verbose: true, blockhash })) as unknown as Wire);
}

/** The masternodes of these that the list does not have. */
export async function missingOf(t: Trial, masternodes: readonly ConfiguredMasternode[]): Promise<ConfiguredMasternode[]> {
  const keys = Object.keys(await listed(t, 'status'));
  return masternodes.filter(({ txid }) => !keys.some((key) => key.includes(txid)));
}

/** Satoshis of the collateral of a masternode. The case is inapplicable if it was spent. */
export async function collateralSat(t: Trial, { txid, vout }: ConfiguredMasternode): Promise<bigint> {
  const collateral = await t.result('gettxout', { txid, n: vout });
  if (collateral === null) t.inapplicable('the collateral was spent');
  return satoshis(collateral.value);
}

/** The names of masternodes in a sentence. */
export const namesOf = (masternodes: readonly ConfiguredMasternode[]): string => masternodes.map(({ name }) => name).join(', ') || 'none';

export async function mustBeListed(t: Trial, masternode: ConfiguredMasternode, after: string): Promise<void> {
  t.ok(await isListed(t, masternode), `masternodelist does not list ${masternode.name} after ${after}`, { check: 'started' });
}

/** The broadcasts in a result of `masternodebroadcast create-name` or `create-all`: its longest text of hex digits. */
export function broadcastIn(t: Trial, result: Wire): string {
  // However it is written, it has a signature.
  if (!t.ok(/"[^"]{64,}"/.test(stringify(result)), 'masternodebroadcast returns no broadcast', { check: 'presence' })) throw new CaseOver();
  const [longest] = (stringify(result).match(/"(?:[0-9a-f]{2})+"/g) ?? []).sort((a, b) => b.length - a.length);
  if (longest === undefined) t.inapplicable('masternodebroadcast returns no hex: the documents do not show its result');
  return longest.slice(1, -1);
}
