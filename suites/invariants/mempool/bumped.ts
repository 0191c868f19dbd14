import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { signed } from '../../../fixtures/world/ingredients/signing.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { addressOfScript } from '../../../oracles/addresses.ts';
import { fromHex } from '../../../oracles/bytes.ts';
import { parseTransaction, vsizeOf } from '../../../oracles/transaction.ts';
import type { OutputObjectArgument } from '../../../specs/model/generated/wire.d.ts';
import { checkReplaced, REPLACEABLE } from '../../support/replaceability.ts';
import { scriptOf } from '../../support/script-of.ts';
import { invariant } from '../invariant.ts';
import type { Locked } from '../programs/program.ts';
import { confirmedCoins, Family } from './family.ts';
import { leaveTip } from './leave-tip.ts';

/** Enough for the outputs below. */
const COIN_SAT = 200_000_000n;
const PAID_SAT = 1_000_000n;
const FILLER_SAT = 10_000n;
/** The family counts a transaction and 24 that it depends on, or that depend on it, and takes no more. */
const FAMILY_COUNT = 25;
/** So many virtual bytes may they have. */
const FAMILY_VBYTES = 101_000;
/** The largest child that may be one above the number. */
const EXTRA_VBYTES = 10_000;
/** 24 children with so many outputs, and one of this size, have more than the family takes together without that one. */
const CHILD_OUTPUTS = 80;
/** Outputs of two transactions that have, one after the other, a little less than so many virtual bytes. */
const LARGE = [1_160, 930] as const;
/** Virtual bytes of an output that pays to a witness key; one to a script hash has one more. */
const FILLER_VBYTES = 31;
/** Above this number of outputs it takes two more bytes. */
const FEW_OUTPUTS = 252;

/**
 * Scripts of outputs that make a transaction with two outputs larger by this size, of kinds that pay to addresses: litecoind ends when
 * bumpfee replaces a transaction with data.
 */
function fillersOf(t: Trial, vbytes: number): Uint8Array[] {
  const usual = Math.floor(vbytes / FILLER_VBYTES);
  const left = usual + 2 > FEW_OUTPUTS ? vbytes - 2 : vbytes;
  const count = Math.floor(left / FILLER_VBYTES);
  const longer = left - count * FILLER_VBYTES;
  return Array.from({ length: count }, (_, n) => fromHex(n < longer ? `a914${t.random.hex(20)}87` : `0014${t.random.hex(20)}`));
}

/** A payment of the wallet in the pool. */
interface Payment {
  readonly txid: string;
  readonly vbytes: number;
}

/** Pays from an output of the wallet, replaceably and with change. `moreVbytes`: by how much it is larger than with two outputs. */
async function pay(t: Trial, { txid, vout, amountSat }: Locked, moreVbytes = 0): Promise<Payment> {
  const { world } = t;
  const chain = await world.use('chainParameters');
  const { address: payee } = await world.use('unownedAddress');
  const fillers = fillersOf(t, moreVbytes);
  const vbytes = moreVbytes + 200;
  const feeSat = await feeFor(world, { vbytes, usualSat: BigInt(5 * vbytes) });
  const outputs: OutputObjectArgument[] = [{ [payee]: formatSat(PAID_SAT) }];
  for (const script of fillers) outputs.push({ [addressOfScript(script, chain) ?? '']: formatSat(FILLER_SAT) });
  outputs.push({ [await newChangeAddress(world)]: formatSat(amountSat - feeSat - PAID_SAT - BigInt(fillers.length) * FILLER_SAT) });
  const hexstring = await world.result('createrawtransaction', { inputs: [{ txid, vout, sequence: REPLACEABLE }], outputs });
  const hex = await signed(world, hexstring);
  return { txid: await sendTransaction(world, hex), vbytes: vsizeOf(parseTransaction(hex)) };
}

/** Calls bumpfee, and checks that the pool has the new transaction, unless the node said that something is wrong with it. */
async function judgeBumped(t: Trial, { txid, vbytes }: Payment): Promise<void> {
  const answer = await t.result('bumpfee', { txid });
  if (answer.errors.length > 0) t.inapplicable(`the node does not take the new transaction: ${answer.errors.join(' ')}`);
  const { hex } = await t.result('gettransaction', { txid: answer.txid });
  if (vsizeOf(parseTransaction(hex)) > vbytes) t.inapplicable('the new transaction is larger than the old one');
  await checkReplaced(t, txid, answer.txid);
}

export const mempoolBumpedInvariants: readonly Case[] = [
  invariant({
    id: 'mempool-bumped/related',
    text: 'bumpfee replaces a transaction that depends on as many others in the pool as the pool takes, or whose parent others depend on.',
    effect: ['wallet', 'chain'],
    evidence: 'document',
    source: 'document 1, States and transitions',
    methods: ['bumpfee', 'gettransaction', 'sendrawtransaction', 'getrawmempool', 'getblockheader', 'preciousblock'],
    ownNode: true,
    judges: ['r:bumpfee/replaced'],
    run: async (t) => {
      const { world } = t;
      const [first, second, third] = (await confirmedCoins(t, 3, COIN_SAT)) as [Locked, Locked, Locked];
      const lastScript = fromHex(await scriptOf(t, await newChangeAddress(world)));
      const family = new Family(t);
      // A chain, whose third transaction spends the first one too, before the second one.
      const head = await family.send([first], { outputs: 2 });
      let spent = [head.outputs[1]!, (await family.send([head.outputs[0]!])).outputs[0]!];
      for (let sent = 2; sent < FAMILY_COUNT - 2; sent += 1) spent = [(await family.send(spent)).outputs[0]!];
      const end = await family.send(spent, { lastScript });
      const parent = await family.send([second], { outputs: FAMILY_COUNT, lastScript });
      const large = await family.send([third], { outputs: LARGE[0], smallSat: FILLER_SAT });
      const [blockhash = ''] = await world.mine(1);
      const { tx } = await world.result('getblock', { blockhash });
      if (!family.members.every(({ txid }) => tx.includes(txid))) t.inapplicable('the mined block lacks transactions of the pool');
      // While the first ones are confirmed, the others do not depend on as many as the family takes.
      const last = await pay(t, end.outputs[0]!);
      for (const output of parent.outputs.slice(0, -1)) await family.send([output], { outputs: CHILD_OUTPUTS });
      const child = await pay(t, parent.outputs.at(-1)!, EXTRA_VBYTES - last.vbytes);
      const heir = await family.send([large.outputs.at(-1)!], { outputs: LARGE[1], lastScript, smallSat: FILLER_SAT });
      const leftVbytes = FAMILY_VBYTES - vsizeOf(large.transaction) - vsizeOf(heir.transaction);
      const largest = await pay(t, heir.outputs.at(-1)!, leftVbytes - last.vbytes);
      await leaveTip(t);
      const back = await world.result('getrawmempool');
      if (!family.members.every(({ txid }) => back.includes(txid)))
        t.inapplicable('the node does not return transactions of a removed block to its pool');
      for (const payment of [last, child, largest]) await judgeBumped(t, payment);
    },
  }),
];
