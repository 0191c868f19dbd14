import type { ChainParams } from './params.ts';
import { COIN } from './primitives/amount.ts';
import { makeBlock, makeHeader } from './primitives/block.ts';
import { merkleRoot } from './primitives/merkle-root.ts';
import { makeTransaction, NULL_ID } from './primitives/transaction.ts';
import type { Block } from './primitives/types.ts';
import { op } from './script/opcodes.ts';
import { buildScript, pushNumber } from './script/script.ts';

/** A BIP 9 timeout that is never reached. */
const NEVER = 999_999_999_999;

/**
 * The regtest chain of coind. It has its own hrp, magic, genesis block and ports, so that it is not confused with other
 * chains. All else is as in litecoind's regtest: heights of BIP 34, 65 and 66, subsidy, halving and base58 prefixes. Tests
 * can therefore use the same keys with both.
 */
export const regtest: ChainParams = {
  name: 'regtest',
  genesis: makeGenesis('coind regtest: what is tested here is worth nothing', { time: 1_577_836_800, bits: 0x207fffff, nonce: 0 }),
  pubKeyHashPrefix: 0x6f,
  scriptHashPrefix: 0x3a,
  oldScriptHashPrefix: 0xc4,
  wifPrefix: 0xef,
  extendedKeyVersions: { private: 0x04358394, public: 0x043587cf },
  hrp: 'cnrt',
  magic: Buffer.from('fdc01dea', 'hex'),
  defaultPort: 28_644,
  defaultRpcPort: 28_643,
  initialSubsidySat: 50n * COIN,
  halvingInterval: 150,
  coinbaseMaturity: 100,
  bip34Height: 500,
  bip65Height: 1351,
  bip66Height: 1251,
  deployments: [
    { name: 'testdummy', bit: 28, startTime: 0, timeout: NEVER },
    { name: 'csv', bit: 0, startTime: 'always', timeout: NEVER },
    { name: 'segwit', bit: 1, startTime: 'always', timeout: NEVER },
  ],
  signallingPeriod: 144,
  signallingThreshold: 108,
  powLimitBits: 0x207fffff,
  targetSpacingSeconds: 150,
  bridgeContract: Buffer.from('coin bridge contract', 'latin1'),
  messagePrefix: 'Coin Signed Message:\n',
  // Small, because blocks of regtest soon have little subsidy. One vote is enough: a test may have one masternode.
  masternodes: { collateralSat: 20n * COIN, minConfirmations: 6, rewardPercent: 50n, minVotes: 1 },
  // Its private key is public: the SHA-256 of `coind regtest spork key`.
  sporkKeyHash: Buffer.from('cf46fbf71c24965e22267b03c4696162a1b98679', 'hex'),
  governance: {
    proposalFeeSat: 5n * COIN,
    feeConfirmations: 6,
    minQuorum: 1,
    superblockCycle: 10,
    budgetDivisor: 10n,
    triggerWindow: 3,
    triggerKeepBlocks: 100,
    maxDataBytes: 16_384,
    maxProposalBytes: 512,
  },
};

/** A genesis block whose coinbase contains a text and has an unspendable output. */
function makeGenesis(text: string, { time, bits, nonce }: { readonly time: number; readonly bits: number; readonly nonce: number }): Block {
  const coinbase = makeTransaction({
    version: 1,
    inputs: [
      {
        txid: NULL_ID,
        vout: 0xffffffff,
        scriptSig: Buffer.concat([pushNumber(bits), buildScript([Buffer.from(text)])]),
        sequence: 0xffffffff,
        witness: [],
      },
    ],
    outputs: [{ valueSat: 50n * COIN, scriptPubKey: buildScript([op.OP_RETURN]) }],
    locktime: 0,
  });
  const header = makeHeader({ version: 1, previousHash: NULL_ID, merkleRoot: merkleRoot([coinbase.txid]).root, time, bits, nonce });
  return makeBlock(header, [coinbase]);
}
