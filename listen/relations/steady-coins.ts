import { createHash } from 'node:crypto';
import { formatSat, stringify } from '../../client/wire-json.ts';
import type { UnspentOutput } from '../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { amountSat, sumSat } from '../../suites/support/amounts.ts';
import { statements } from '../../suites/support/statements.ts';
import type { Answered } from './answered.ts';
import type { RelationChecks } from './relation-checks.ts';
import type { Judgement } from './steady.ts';

/** What listunspent says of the coins that a wallet could spend: its least confirmations, their sum in satoshis, and a hash of all. */
export function namedCoins({ args: { minconf = 1 }, result }: Answered<'listunspent'>, checks: RelationChecks): string | undefined {
  // Without coins that the wallet has avoided since their address was used: the balance is without them.
  if (result.some((coin) => 'reused' in coin)) return undefined;
  const counted = result.filter(({ spendable, confirmations }) => spendable && confirmations > 0);
  const sum = sumSat(counted.map((coin) => amountOf(coin, checks)));
  const least = Math.max(1, minconf);
  return `${least} ${sum} ${createHash('sha256')
    .update(stringify(result as unknown as Wire))
    .digest('hex')}`;
}

const amountOf = ({ amount }: UnspentOutput, checks: RelationChecks): bigint => amountSat(checks.of(statements.balance), amount, 'amount');

/** Locked coins are in the balance and not in listunspent: it is at least their sum. */
export function byCoins({ args: { dummy = '*', minconf = 0 }, result }: Answered<'getbalance'>): Judgement | undefined {
  if (dummy !== '*') return undefined;
  return (checks, coins, others) => {
    const [least = '', sum = ''] = coins.split(' ');
    const at = checks.of(statements.balance, ...others);
    const balance = amountSat(at, result, 'the balance');
    if (minconf <= Number(least))
      at.ok(
        balance >= BigInt(sum),
        `the balance is ${formatSat(balance).value}, expected at least ${formatSat(BigInt(sum)).value}, the sum of the spendable unspent outputs`,
      );
  };
}
