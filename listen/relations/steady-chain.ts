import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { namesNoBlock } from '../../suites/support/block-checks.ts';
import { statements } from '../../suites/support/statements.ts';
import type { Answered } from './answered.ts';
import { ofBlock } from './block-facts.ts';
import type { Facts } from './facts.ts';
import type { Judgement } from './steady.ts';

/** By method: what an answer says of the best block, or what is judged of it by that block. */
type Table<Result> = { readonly [Id in MethodId]?: (answered: Answered<Id>, facts: Facts) => Result | undefined };

/** The hash of the best block, in the answers that name it. */
export const namedTip: Table<string> = {
  getbestblockhash: ({ result }) => result,
  getblockchaininfo: ({ result: { bestblockhash } }) => bestblockhash,
  gettxout: ({ result }) => result?.bestblock,
  getchaintips: ({ result }) => result.find(({ status }) => status === 'active')?.hash,
};

/** What the best block decides of an answer. */
export const byTip: Table<Judgement> = {
  getblockcount: ({ result }, facts) => {
    return (checks, tip, others) => {
      const top = facts.find(ofBlock(tip, 'height'));
      if (top)
        checks
          .of(statements.tipHeight, ...others, top.by)
          .equal(result, top.value, 'the height of the chain (compared with that of the best block)');
    };
  },
  getblock: ({ result }, facts) => (typeof result === 'string' ? undefined : confirmationsJudgement(result, facts)),
  getblockheader: ({ result }, facts) => (typeof result === 'string' ? undefined : confirmationsJudgement(result, facts)),
  getblockhash: ({ args: { height }, result }, facts) => {
    return (checks, tip, others) => {
      const top = facts.find(ofBlock(tip, 'height'));
      if (top?.value === height)
        checks
          .of(statements.tipHeight, ...others, top.by)
          .equal(result, tip, `the hash of the block at the height of the chain, ${height},`);
    };
  },
};

interface ShownBlock {
  readonly hash: string;
  readonly height: number;
  readonly confirmations: number;
  readonly nextblockhash?: string;
}

function confirmationsJudgement(shown: ShownBlock, facts: Facts): Judgement {
  const { hash, height, confirmations, nextblockhash } = shown;
  return (checks, tip, others) => {
    if (hash === tip) {
      const at = checks.of(statements.tipEnd, ...others);
      at.equal(confirmations, 1, 'the confirmations of the best block', { path: 'confirmations' });
      at.ok(namesNoBlock(nextblockhash), `nextblockhash of the best block is ${nextblockhash}, expected none`, { path: 'nextblockhash' });
      return;
    }
    if (confirmations === 2)
      checks
        .of(statements.links, ...others)
        .equal(nextblockhash, tip, 'nextblockhash of the block before the best one', { path: 'nextblockhash' });
    const top = facts.find(ofBlock(tip, 'height'));
    const expected = Number(top?.value) - height + 1;
    // A block that is not on the main chain has -1.
    if (top && confirmations !== -1)
      checks
        .of(statements.confirmations, ...others, top.by)
        .equal(confirmations, expected, `confirmations of block ${height} on a chain of height ${String(top.value)}`, {
          path: 'confirmations',
        });
  };
}
