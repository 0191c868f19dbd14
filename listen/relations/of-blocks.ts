import {
  expectedCommitment,
  headerHash,
  merkleRoot,
  parseBlock,
  readHeader,
  statedCommitment,
  type RawBlock,
} from '../../oracles/block.ts';
import { ByteReader, fromHex, sameBytes, toHex } from '../../oracles/bytes.ts';
import { parseMerkleProof } from '../../oracles/merkle-proof.ts';
import { hasWitness, isCoinbase, txidOf } from '../../oracles/transaction.ts';
import type { Block, BlockHeader, BlockWithTransactions } from '../../specs/model/generated/wire.d.ts';
import { namesNoBlock } from '../../suites/support/block-checks.ts';
import { statements } from '../../suites/support/statements.ts';
import type { ByMethod } from './answered.ts';
import { checkTransaction } from './of-transactions.ts';
import { readable } from './readable.ts';
import type { RelationChecks } from './relation-checks.ts';

const NO_BLOCK = '00'.repeat(32);
/** Transactions of a block with all their members that are recomputed. */
const MAX_TRANSACTIONS = 500;
const HEADER_DIGITS = 160;

type Shown = Block | BlockHeader | BlockWithTransactions;

const isWhole = (block: Block | BlockWithTransactions): block is BlockWithTransactions => typeof block.tx[0] === 'object';
export const txidsOf = (block: Block | BlockWithTransactions): readonly string[] =>
  isWhole(block) ? block.tx.map(({ txid }) => txid) : block.tx;

/** What the answers about a block show by themselves: all that its hash commits to. */
export const blockRelations: ByMethod = {
  getblock: ({ args: { blockhash }, result }, checks) => {
    if (typeof result === 'string') {
      checkBytes(checks, blockhash, result);
      return;
    }
    checkHeaderOf(checks, blockhash, result);
    const txids = txidsOf(result);
    checks.of(statements.transactionCount).equal(result.nTx, txids.length, 'nTx', { path: 'nTx' });
    if (txids.length > 0)
      checks.of(statements.merkleRoot).equal(
        result.merkleroot,
        readable(() => merkleRoot(txids)),
        'merkleroot (compared with that of the listed txids)',
        { path: 'merkleroot' },
      );
    // The figures of a block with an extension of its chain, shown in a member that the documents lack, are another matter.
    if (!('mweb' in result))
      checks
        .of(statements.blockWeight)
        .equal(result.weight, result.strippedsize * 3 + result.size, 'weight (compared with the sizes)', { path: 'weight' });
    if (isWhole(result))
      for (const [index, transaction] of result.tx.slice(0, MAX_TRANSACTIONS).entries())
        checkTransaction(checks, transaction, { of: statements.withinBlock, path: `tx[${index}].` });
  },
  getblockheader: ({ args: { hash }, result }, checks) => {
    if (typeof result === 'string') checkHeaderBytes(checks, hash, result);
    else checkHeaderOf(checks, hash, result);
  },
  gettxoutproof: ({ args: { txids, blockhash }, result }, checks) => {
    const proof = readable(() => parseMerkleProof(fromHex(result)));
    if (!proof) return;
    const { header, root, matched } = proof;
    const at = checks.of(statements.proofOfSeveral);
    if (blockhash !== undefined) at.equal(header.hash, blockhash.toLowerCase(), 'the hash of the header in the proof');
    at.equal(root, header.merkleRoot, 'the root that the proof leads to');
    at.equal(
      [...matched].sort(),
      [...new Set(txids.map((txid) => txid.toLowerCase()))].sort(),
      'the transactions that the proof commits to',
    );
  },
  verifytxoutproof: ({ args: { proof: text }, result }, checks) => {
    const proof = readable(() => parseMerkleProof(fromHex(text)));
    // A proof that leads elsewhere, or is of a block that the node does not have, proves nothing.
    if (proof && result.length > 0 && proof.root === proof.header.merkleRoot)
      checks.of(statements.proofVerified).equal(result, proof.matched, 'the transactions that verifytxoutproof returns');
  },
};

/** The fields of a header hash to the hash that was asked for; what follows from the chain agrees within the answer. */
function checkHeaderOf(checks: RelationChecks, asked: string, shown: Shown): void {
  const at = checks.of(statements.blockHash);
  at.equal(shown.hash, asked.toLowerCase(), 'hash (compared with the argument)', { path: 'hash' });
  const { height, version, previousblockhash, merkleroot, time, bits, nonce } = shown;
  if (previousblockhash !== undefined || height === 0)
    at.equal(
      readable(() =>
        headerHash({
          version: version | 0,
          previous: previousblockhash ?? NO_BLOCK,
          merkleRoot: merkleroot,
          time,
          bits: Number.parseInt(bits, 16),
          nonce,
        }),
      ),
      asked.toLowerCase(),
      'the hash of version, previousblockhash, merkleroot, time, bits and nonce',
      { path: 'hash' },
    );
  checks
    .of(statements.headerFields)
    .equal(shown.versionHex, (version >>> 0).toString(16).padStart(8, '0'), 'versionHex (compared with version)', { path: 'versionHex' });
  const { confirmations, nextblockhash } = shown;
  if (confirmations === 1)
    checks
      .of(statements.tipEnd)
      .ok(namesNoBlock(nextblockhash), `nextblockhash of a block with one confirmation is ${nextblockhash}, expected none`, {
        path: 'nextblockhash',
      });
  if (confirmations > 1)
    checks
      .of(statements.links)
      .ok(!namesNoBlock(nextblockhash), `nextblockhash of a block with ${confirmations} confirmations is missing`, {
        path: 'nextblockhash',
      });
}

function checkHeaderBytes(checks: RelationChecks, asked: string, hex: string): void {
  const header = readable(() => readHeader(new ByteReader(fromHex(hex.slice(0, HEADER_DIGITS)))));
  if (header) checks.of(statements.blockHash).equal(header.hash, asked.toLowerCase(), 'the hash of the header bytes');
}

function checkBytes(checks: RelationChecks, asked: string, hex: string): void {
  checkHeaderBytes(checks, asked, hex);
  const block = readable(() => parseBlock(fromHex(hex)));
  const { transactions = [] } = block ?? {};
  if (!block || transactions.length === 0) return;
  checks
    .of(statements.merkleRoot)
    .equal(merkleRoot(transactions.map(txidOf)), block.header.merkleRoot, 'the Merkle root of the transactions in the block bytes');
  checkCommitment(checks, block);
}

/** The Merkle root does not commit to witnesses: the coinbase does. */
function checkCommitment(checks: RelationChecks, block: RawBlock): void {
  const [first, ...others] = block.transactions;
  if (!first || !isCoinbase(first) || !others.some(hasWitness)) return;
  const [stated, expected] = [statedCommitment(block), expectedCommitment(block)];
  if (stated && expected)
    checks
      .of(statements.witnessCommitment)
      .ok(sameBytes(stated, expected), `the witness commitment of the coinbase is ${toHex(stated)}, expected ${toHex(expected)}`);
}
