import type { Comparison, Condition } from './types.ts';

/** A condition in words: `category is "send"`, `the argument verbose is true and confirmations is above 1`. */
export function conditionText(condition: Condition): string {
  if ('not' in condition) return negated(condition.not);
  if ('all' in condition) return condition.all.map(partText).join(' and ');
  if ('any' in condition) return condition.any.map(partText).join(' or ');
  if ('state' in condition) return condition.state;
  if ('option' in condition) return `the node runs with ${condition.option}`;
  if ('param' in condition) return `the argument ${condition.param} ${comparisonText(condition)}`;
  return `${condition.field} ${comparisonText(condition)}`;
}

function negated(condition: Condition): string {
  if ('field' in condition) return `${condition.field} ${comparisonText(condition, true)}`;
  if ('param' in condition) return `the argument ${condition.param} ${comparisonText(condition, true)}`;
  return `not (${conditionText(condition)})`;
}

/** A part of a longer condition. */
function partText(condition: Condition): string {
  const isLong = 'all' in condition || 'any' in condition;
  return isLong ? `(${conditionText(condition)})` : conditionText(condition);
}

function comparisonText({ equals, in: among, above, below, given }: Comparison, not = false): string {
  const is = not ? 'is not' : 'is';
  if (given !== undefined) return given === not ? 'is absent' : 'is given';
  if (equals !== undefined) return `${is} ${JSON.stringify(equals)}`;
  if (among !== undefined) return `${is} one of ${among.map((value) => JSON.stringify(value)).join(', ')}`;
  if (above !== undefined) return `${is} above ${above}`;
  if (below !== undefined) return `${is} below ${below}`;
  return `${is} true`;
}
