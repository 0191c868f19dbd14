import type { ProfileName } from '../fixtures/targets/types.ts';
import type { Effect } from '../specs/model/types.ts';
import type { About } from './identify.ts';
import type { Trial } from './trial.ts';

/**
 * The property of a case's requests that may crash or block nodes: an extreme size (huge or empty), nesting, or
 * malformed bytes (as text, HTTP or a serialised transaction).
 */
export type Danger = 'size' | 'depth' | 'bytes';

/** One test. Made by a suite, run by the engine. */
export interface Case {
  /** `methods/getblock/verbosity=2`. Neutral, stable between runs and seeds, free of spaces. */
  readonly id: string;
  readonly suite: string;
  /** The plug-in that it is of: what goes wrong in its code is no mistake of Pyx. */
  readonly plugin?: string | undefined;
  readonly method: string | null;
  /** Kind of case, for counting: `required-only`, `enum`, `wrong-type`, `relation`, `rule` … */
  readonly kind: string;
  /** One line for `--list` and reports. */
  readonly title: string;
  readonly effect: readonly Effect[];
  readonly profile: ProfileName;
  /** Methods that it calls or depends on. If the target file lists one as absent, the case is inapplicable. */
  readonly uses: readonly string[];
  /** Ids of rules, limits, errors, state rows and envelope rows that it judges. */
  readonly judges: readonly string[];
  /** What it judges, as a part of the identity of its findings. Equal in cases that judge the same sentence. */
  readonly about?: Pick<About, 'rule' | 'argument' | 'value'>;
  /** Generated from the description of its method: these cases together must cover the method's arguments and results. */
  readonly generated?: boolean;
  /** Its call must return a result, which it checks against its whole description: see `rejudge`. */
  readonly checksResult?: boolean;
  /** Default evidence and source of its findings. */
  readonly evidence: 'document' | 'standard';
  readonly source: string;
  /** Makes by itself what other cases take for granted: it fails where these cannot be run. */
  readonly basic?: boolean | undefined;
  /** Needs a separate node, which no other case uses afterwards: it encrypts, stops or breaks the node. */
  readonly ownNode?: boolean | undefined;
  /** Run after all other cases, and on a node that Pyx did not start only with `--stress`. */
  readonly danger?: Danger | undefined;
  /** Time limit of each call; that of the case is slightly longer. Default 30 s for a call and 90 s for the case. */
  readonly timeoutMs?: number | undefined;
  /** Time limit of the whole case, if it depends on the number of its calls. */
  readonly limitMs?: number | undefined;
  /** What it judges depends on its run: only the ids of `judges` that it passes to `Trial.reach` count as judged. */
  readonly judgesByReach?: boolean | undefined;
  /** Options of `pyx run` that its run depends on, for its replay: `['--runs', '200']`. */
  readonly settings?: readonly string[] | undefined;
  readonly run: (trial: Trial) => Promise<void>;
}

/** What the judge needs of a case. */
export type JudgedCase = Pick<Case, 'id' | 'method'> & Partial<Pick<Case, 'about' | 'judges' | 'uses' | 'generated' | 'checksResult'>>;
