import { curve } from '../../crypto/testing/curve.ts';
import { createTestChain, type TestChain } from '../../chain/testing/test-chain.ts';
import { makeTransaction } from '../../primitives/transaction.ts';
import type { Transaction } from '../../primitives/types.ts';
import { regtest } from '../../regtest.ts';
import { feeScript } from '../fee-payments.ts';
import { createGovernance } from '../governance.ts';
import { objectHash, type ObjectContent } from '../governance-object.ts';
import { Superblocks } from '../superblocks.ts';
import { TriggerMaker } from '../trigger-maker.ts';
import type { Governance } from '../types.ts';
import { FakeElectorate } from './fake-electorate.ts';

export interface GovernedChain extends TestChain {
  readonly governance: Governance;
  readonly superblocks: Superblocks;
  readonly electorate: FakeElectorate;
  /** Whether superblocks are enabled, and the votes known. */
  readonly switches: { isEnabled: boolean; isSynced: boolean };
  /** A transaction that pays this to the fee output of a proposal; not in a block yet. */
  payment(content: ObjectContent, feeSat?: bigint): Transaction;
  /** Mines these transactions and so many blocks in all. */
  confirm(transactions: readonly Transaction[], blocks: number): void;
  /** Accepts a proposal whose fee has just been paid and confirmed. Returns its hash. */
  propose(content: ObjectContent): string;
}

/** A chain of 101 blocks with governance and superblocks, without a network. */
export function createGovernedChain(datadir?: string, electorate = new FakeElectorate()): GovernedChain {
  const test = createTestChain({ ...(datadir !== undefined && { datadir }) });
  const { state, chain, clock } = test;
  const switches = { isEnabled: true, isSynced: true };
  const governance = createGovernance({ state, chain, clock, curve, params: regtest, electorate, log: () => {} });
  const superblocks = new Superblocks({
    state,
    chain,
    params: regtest,
    governance,
    isEnabled: () => switches.isEnabled,
    isSynced: () => switches.isSynced,
  });
  chain.addCoinbaseRules(superblocks);
  new TriggerMaker({
    state,
    chain,
    params: regtest,
    governance,
    electorate,
    isEnabled: () => switches.isEnabled,
    isSynced: () => switches.isSynced,
  }).start();
  if (chain.tip.height === 0) test.mine(101);
  let spent = 0;
  const governed: GovernedChain = {
    ...test,
    governance,
    superblocks,
    electorate,
    switches,
    payment(content, feeSat = regtest.governance.proposalFeeSat) {
      spent += 1;
      const { txid, outputs } = chain.block(chain.atHeight(spent)!.hash)!.transactions[0]!;
      return makeTransaction({
        version: 2,
        inputs: [{ txid, vout: 0, scriptSig: Buffer.alloc(0), sequence: 0xffffffff, witness: [] }],
        outputs: [
          { valueSat: outputs[0]!.valueSat - feeSat, scriptPubKey: outputs[0]!.scriptPubKey },
          { valueSat: feeSat, scriptPubKey: feeScript(objectHash(content)) },
        ],
        locktime: 0,
      });
    },
    confirm(transactions, blocks) {
      test.pool = { transactions, feesSat: 0n };
      test.mine(1);
      test.pool = { transactions: [], feesSat: 0n };
      test.mine(blocks - 1);
    },
    propose(content) {
      const fee = governed.payment(content);
      governed.confirm([fee], regtest.governance.feeConfirmations);
      return governance.submit(content, fee.txid);
    },
  };
  return governed;
}
