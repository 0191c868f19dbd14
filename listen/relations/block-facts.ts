import { workOf } from '../../oracles/block.ts';
import type { Block, BlockHeader, BlockWithTransactions } from '../../specs/model/generated/wire.d.ts';
import { namesNoBlock } from '../../suites/support/block-checks.ts';
import { statements, type Statement } from '../../suites/support/statements.ts';
import type { ByMethod } from './answered.ts';
import type { Facts } from './facts.ts';
import type { RelationChecks } from './relation-checks.ts';

const sameBlock: Statement = {
  id: 'listened/same-block',
  text: 'The hash of a block commits to it and to all blocks before it: what follows from them is the same in every answer.',
  evidence: 'standard',
  source: 'the block header of the family',
};

/** What a hash determines, beside the fields that it is the hash of. Not the confirmations, nor the next block. */
const LASTING = ['height', 'time', 'mediantime', 'chainwork', 'difficulty', 'size', 'strippedsize', 'weight'] as const;

export const ofBlock = (hash: string, field: string): string => `block ${hash} ${field}`;

/** What is said of the same block, or of the one before it, in several answers. */
export const blockFacts: ByMethod<[facts: Facts]> = {
  getblock: ({ result }, checks, facts) => {
    if (typeof result !== 'string') holdBlock(checks, facts, result);
  },
  getblockheader: ({ result }, checks, facts) => {
    if (typeof result !== 'string') holdBlock(checks, facts, result);
  },
  getblockhash: ({ args: { height }, result }, checks, facts) => {
    const claim = { key: ofBlock(result, 'height'), value: height, what: `the height for which getblockhash returned ${result}` };
    facts.hold(checks, statements.heights, claim);
  },
  getblockchaininfo: ({ result }, checks, facts) => {
    const { bestblockhash, blocks } = result;
    const of = (field: string): string => ofBlock(bestblockhash, field);
    facts.hold(checks, statements.tipHeight, { key: of('height'), value: blocks, what: 'blocks', path: 'blocks' });
    for (const name of ['mediantime', 'chainwork', 'difficulty'] as const)
      facts.hold(checks, statements.tipFigures, { key: of(name), value: result[name], what: name, path: name });
  },
  getchaintips: ({ result }, checks, facts) => {
    for (const [index, { hash, height, branchlen, status }] of result.entries()) {
      const path = `[${index}].height`;
      facts.hold(checks, statements.tips, { key: ofBlock(hash, 'height'), value: height, what: `height of a tip`, path });
      checks
        .of(statements.tips)
        .ok((branchlen === 0) === (status === 'active'), `branchlen of a tip with status ${status} is ${branchlen}`, {
          path: `[${index}].branchlen`,
        });
    }
  },
  gettxoutsetinfo: ({ result: { bestblock, height } }, checks, facts) => {
    facts.hold(checks, sameBlock, { key: ofBlock(bestblock, 'height'), value: height, what: 'height', path: 'height' });
  },
  getblockstats: ({ args: { hash_or_height: asked }, result }, checks, facts) => {
    const at = checks.of(statements.blockStats);
    if (typeof asked === 'string')
      at.equal(result.blockhash, asked.toLowerCase(), 'blockhash (compared with the argument)', { path: 'blockhash' });
    else at.equal(result.height, asked, 'height (compared with the argument)', { path: 'height' });
    const hash = result.blockhash ?? (typeof asked === 'string' ? asked.toLowerCase() : undefined);
    if (hash === undefined) return;
    for (const [field, name] of [
      ['height', 'height'],
      ['time', 'time'],
      ['mediantime', 'mediantime'],
      ['nTx', 'txs'],
    ] as const)
      facts.hold(checks, statements.blockStats, { key: ofBlock(hash, field), value: result[name], what: name, path: name });
  },
  getrawtransaction: ({ args, result }, checks, facts) => {
    if (typeof result === 'string') return;
    const { blockhash, blocktime } = result;
    if (args.blockhash !== undefined)
      checks
        .of(statements.verboseFields)
        .equal(blockhash, args.blockhash.toLowerCase(), 'blockhash (compared with the argument)', { path: 'blockhash' });
    holdTime(checks, facts, blockhash, blocktime);
  },
  gettransaction: ({ result: { blockhash, blocktime } }, checks, facts) => holdTime(checks, facts, blockhash, blocktime),
};

function holdTime(checks: RelationChecks, facts: Facts, hash: string | undefined, blocktime: number | undefined): void {
  if (hash !== undefined)
    facts.hold(checks, sameBlock, { key: ofBlock(hash, 'time'), value: blocktime, what: 'blocktime', path: 'blocktime' });
}

function holdBlock(checks: RelationChecks, facts: Facts, shown: Block | BlockHeader | BlockWithTransactions): void {
  const { hash, height, bits, chainwork, previousblockhash, nextblockhash } = shown;
  const values: { readonly [name: string]: unknown } = { ...shown };
  for (const name of LASTING) facts.hold(checks, sameBlock, { key: ofBlock(hash, name), value: values[name], what: name, path: name });
  // A header whose block has not come yet counts none.
  if (shown.nTx > 0)
    facts.hold(checks, statements.transactionCount, { key: ofBlock(hash, 'nTx'), value: shown.nTx, what: 'nTx', path: 'nTx' });
  if (!namesNoBlock(previousblockhash) && previousblockhash !== undefined) {
    facts.learn(checks, ofBlock(hash, 'previous'), previousblockhash);
    const before = facts.find(ofBlock(previousblockhash, 'height'));
    if (before)
      checks
        .of(statements.links, before.by)
        .equal(height, Number(before.value) + 1, 'height (compared with that of the block before)', { path: 'height' });
    const work = facts.find(ofBlock(previousblockhash, 'chainwork'));
    if (work) {
      const added = BigInt(`0x${chainwork}`) - BigInt(`0x${String(work.value)}`);
      const expected = workOf(Number.parseInt(bits, 16));
      checks
        .of(statements.chainWork, work.by)
        .ok(added === expected, `chainwork grew by ${added}, expected ${expected} (bits ${bits})`, { path: 'chainwork' });
    }
  }
  if (nextblockhash === undefined || namesNoBlock(nextblockhash)) return;
  const next = facts.find(ofBlock(nextblockhash, 'previous'));
  if (next)
    checks
      .of(statements.links, next.by)
      .equal(hash, next.value, `previousblockhash of nextblockhash, ${nextblockhash}`, { path: 'nextblockhash' });
}
