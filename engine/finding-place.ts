import type { CheckName } from './checks.ts';
import type { About } from './identify.ts';
import type { Circumstance, Evidence } from './outcome.ts';

/**
 * Place of a finding, and its evidence, source, identity and circumstance if they differ from those of the case. A `rule` that is a
 * sentence or a row of states of the standard is the source, too, unless another one is given.
 */
export interface At extends Pick<About, 'rule' | 'argument' | 'value'> {
  readonly path?: string;
  readonly check?: CheckName;
  /** What came instead, as a part of its identity: short and without random values. */
  readonly found?: string;
  readonly evidence?: Evidence;
  readonly source?: string;
  /** What this check depends on besides its calls. Default: see `Trial.dependsOn`. */
  readonly circumstance?: Circumstance;
}
