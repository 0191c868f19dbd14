import { createHash } from 'node:crypto';
import { statements } from '../../suites/support/statements.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Answered } from './answered.ts';
import type { Judgement } from './steady.ts';

type Table<Result> = { readonly [Id in MethodId]?: (answered: Answered<Id>) => Result };

/** Which transactions the pool has: their number, and a hash of their txids. */
export const namedPool: Table<string> = {
  getrawmempool: ({ result }) => {
    const txids = isList(result) ? result : Object.keys(result);
    return `${txids.length} ${createHash('sha256')
      .update([...txids].sort().join())
      .digest('hex')}`;
  },
};

/** What the transactions of the pool decide of an answer. */
export const byPool: Table<Judgement> = {
  getmempoolinfo: ({ result: { size } }) => {
    return (checks, pool, others) => {
      const count = Number.parseInt(pool, 10);
      checks.of(statements.poolList, ...others).equal(size, count, 'size (compared with getrawmempool)', { path: 'size' });
    };
  },
};

const isList = (pool: Answered<'getrawmempool'>['result']): pool is readonly string[] => Array.isArray(pool);
