import type { Policy } from './read-policy.ts';

/** The names of a policy as the option `--names` has them. */
export function namesOption(names: Policy['names']): string | undefined {
  return (
    names &&
    Object.entries(names)
      .map((pair) => pair.join('='))
      .join(',')
  );
}
