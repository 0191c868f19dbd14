import { relative } from 'node:path';
import { isMap, isNode, isPair, isScalar, isSeq } from 'yaml';
import { besideOf } from '../../engine/acceptance.ts';
import type { Severity } from '../../engine/severity.ts';
import { acceptedOf, type FurtherAcceptances, type Waiver } from '../../engine/target-file.ts';
import type { Inconclusive } from '../../reports/verdict.ts';
import { defined } from '../../specs/model/defined.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { UserFileError } from '../../specs/model/user-file.ts';
import { validateFile } from '../../specs/model/validate-file.ts';
import { parseYamlText, readYamlContent, YamlTextError, type YamlText } from '../../specs/model/yaml-text.ts';

/** The file in which `pyx gate` looks for its policy, and which `pyx init` writes. */
export const POLICY_FILE = 'pyx.yaml';

/** A policy that is missing or invalid. */
export class PolicyError extends UserError {
  override readonly name = 'PolicyError';
}

export interface FuzzPolicy {
  readonly time?: string;
  readonly runs?: number;
  readonly methods?: string[];
  readonly families?: string[];
  readonly seed?: number;
  readonly jobs?: number;
  readonly corpus?: string;
}

export interface LoadPolicy {
  readonly scenario?: string;
  readonly method?: string;
  readonly thresholds?: string[];
  readonly rate?: number;
  readonly connections?: number;
  readonly duration?: string;
  readonly warmUp?: string;
  readonly repeat?: number;
  readonly baseline?: string;
  /** Percent. */
  readonly tolerance?: number;
  readonly confidence?: number;
  readonly fault?: readonly string[];
}

/** Times and rates as written. */
export interface TpsPolicy {
  readonly senders?: number;
  readonly receivers?: number;
  readonly topology?: string;
  readonly latency?: string;
  readonly jitter?: string;
  readonly bandwidth?: string;
  readonly fault?: readonly string[];
  readonly transactions?: number;
  readonly outputsPerTx?: number;
  readonly batch?: number[];
  readonly startIn?: string;
  readonly rounds?: number;
  readonly warmUp?: number;
  readonly kind?: 'coin' | 'asset';
  readonly via?: 'tpstestadd' | 'sendrawtransaction';
  readonly connections?: number;
  readonly timeout?: string;
}

export interface ListenPolicy {
  /** A program and its arguments. */
  readonly command: readonly string[];
  readonly port?: number;
}

/** What a policy file has: see `specs/schemas/policy.schema.json`. */
export interface Policy {
  readonly target: string;
  readonly targetFile?: string;
  /** As written: relative to the policy. */
  readonly standard?: string;
  readonly documents?: string;
  /** As written: relative to the policy. */
  readonly plugins?: readonly string[];
  readonly reports?: readonly string[];
  readonly names?: { readonly [brand: string]: string };
  readonly cookie?: string;
  readonly conf?: string;
  readonly readOnly?: boolean;
  readonly suites?: string[];
  readonly families?: string[];
  readonly methods?: string[];
  readonly cases?: string[];
  readonly exclude?: string[];
  readonly seeds?: readonly number[];
  readonly jobs?: number;
  readonly failOn?: Severity;
  readonly inconclusive?: Inconclusive;
  readonly drift?: 'breaking' | 'any' | 'none';
  readonly fuzz?: FuzzPolicy;
  readonly listen?: readonly ListenPolicy[];
  readonly load?: readonly LoadPolicy[];
  readonly tps?: readonly TpsPolicy[];
  /** The list, or a file that has it. */
  readonly accepted?: unknown;
  readonly unexplained?: 'fail' | 'count';
  readonly waivers?: readonly Waiver[];
}

export interface ReadPolicy {
  readonly policy: Policy;
  /** As it is shown: relative to the working directory if it is below it. */
  readonly file: string;
  /** The accepted differences of the policy, which are added to those of the target file. */
  readonly further: FurtherAcceptances;
  /** Paths of its plug-ins, as commands take them. */
  readonly plugins: readonly string[];
  /** Path of its standard, as commands take it. */
  readonly standard: string | undefined;
  /** The line of `target`, from 1. */
  readonly targetLine: number;
  /** The line of the load or the throughput test of this number, from 1; undefined if the policy has fewer. */
  lineOf(part: 'load' | 'tps', number: number): number | undefined;
  /** The line of a waiver with this pattern of cases; undefined if the policy has none. */
  waiverLine(cases: string): number | undefined;
}

/** Reads a policy file. Throws `PolicyError` with the line of what is wrong. */
export function readPolicy(path: string): ReadPolicy {
  const shown = relative(process.cwd(), path);
  const file = shown.startsWith('..') ? path : shown;
  const { content, data, document, lines } = yamlOf(path, file);
  const problems = validateFile('policy', data, content);
  if (problems.length > 0) throw new PolicyError(`${file}: ${problems.join('; ')}`);
  const lineOfNode = (node: unknown): number => (isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1);
  const waivers = document.get('waivers');
  const items = isSeq(waivers) ? waivers.items : [];
  const root = document.contents;
  const target = isMap(root) ? root.items.find(({ key }) => isScalar(key) && key.value === 'target') : undefined;
  const policy = data as Policy;
  const { unexplained } = policy;
  return {
    policy,
    file,
    standard: policy.standard === undefined ? undefined : besideOf(file, policy.standard),
    plugins: (policy.plugins ?? []).map((named) => besideOf(file, named)),
    further: {
      file,
      ...defined({
        unexplained,
        waivers: policy.waivers,
        accepted: policy.accepted === undefined ? undefined : acceptedOf(policy.accepted, content, path),
      }),
    },
    targetLine: isPair(target) ? lineOfNode(target.key) : 1,
    lineOf: (part, number) => {
      const parts = document.get(part);
      const item = isSeq(parts) ? parts.items[number - 1] : undefined;
      return item === undefined ? undefined : lineOfNode(item);
    },
    waiverLine: (cases) => {
      const item = items.find((candidate) => isMap(candidate) && candidate.get('cases') === cases);
      return item === undefined ? undefined : lineOfNode(item);
    },
  };
}

function yamlOf(path: string, file: string): YamlText {
  try {
    return parseYamlText(readYamlContent(path));
  } catch (error) {
    if (error instanceof YamlTextError) throw new PolicyError(`${file}: ${error.message}`, { cause: error });
    if (!(error instanceof UserFileError)) throw error;
    const { isMissing, reason } = error;
    throw new PolicyError(`the policy ${file} ${isMissing ? 'does not exist' : `cannot be read: ${reason}`}`, {
      remedy: isMissing ? 'write one with pyx init, or name one by --policy' : 'name a readable file by --policy',
      cause: error,
    });
  }
}
