import { defined } from '../../specs/model/defined.ts';
import type { StandardFlags, TargetFlags } from '../common-options.ts';
import { parsedNames } from '../parsed-names.ts';
import type { ReadPolicy } from './read-policy.ts';

/** The node and the standard of a policy, as the commands take them. Throws `UsageError` for names that are none. */
export function targetSettings({ policy, standard }: ReadPolicy): TargetFlags & StandardFlags {
  const { target, targetFile, cookie, conf, names } = policy;
  return { target, ...defined({ targetFile, cookie, conf, names: names && parsedNames(names), standard }) };
}
