import { defined } from '../../specs/model/defined.ts';
import type { TargetFlags } from '../common-options.ts';
import { parsedNames } from '../parsed-names.ts';
import type { Policy } from './read-policy.ts';

/** The node of a policy, as the commands take it. Throws `UsageError` for names that are none. */
export function targetSettings({ target, targetFile, cookie, conf, names }: Policy): TargetFlags {
  return { target, ...defined({ targetFile, cookie, conf, names: names && parsedNames(names) }) };
}
