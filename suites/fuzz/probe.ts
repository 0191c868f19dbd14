import type { JsonNode } from './json/json-node.ts';

/** How the arguments of a call were made. */
export type ProbeClass =
  | 'valid' // living values, limits favoured
  | 'nearly-valid' // one constraint broken
  | 'wild' // any JSON
  | 'arity' // too few or too many arguments
  | 'named' // by name, some of them wrong
  | 'list' // several calls in one request
  | 'bytes' // a malformed request
  | 'mutated'; // a kept call with a change

export const PROBE_CLASSES: readonly ProbeClass[] = ['valid', 'nearly-valid', 'wild', 'arity', 'named', 'list', 'bytes', 'mutated'];

/** The path of a call: that of the trial's wallet (or `/`, if the method works on none), `/`, a second wallet, a wallet that does not exist. */
export type WalletPath = 'usual' | 'none' | 'second' | 'missing';

/** One call. */
export interface CallProbe {
  readonly type: 'call';
  /** Neutral id. */
  readonly method: string;
  readonly wallet: WalletPath;
  /** A list or an object, in most calls. */
  readonly params: JsonNode;
  readonly class: ProbeClass;
  /** The broken constraint: `verbosity: above maximum`. */
  readonly broken?: string;
}

/** Several calls in one request. */
export interface ListProbe {
  readonly type: 'list';
  readonly calls: readonly CallProbe[];
}

/** An HTTP request that is not a well-formed call. */
export interface BytesProbe {
  readonly type: 'bytes';
  readonly verb: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Each character is one byte (Latin-1). */
  readonly body: string;
}

/** One request to the node. Plain data: a corpus keeps it as it is. */
export type Probe = CallProbe | ListProbe | BytesProbe;

export function classOf(probe: Probe): ProbeClass {
  return probe.type === 'call' ? probe.class : probe.type;
}

/** The neutral ids of the methods that it calls. */
export function methodsOf(probe: Probe): readonly string[] {
  if (probe.type === 'call') return [probe.method];
  return probe.type === 'list' ? probe.calls.map(({ method }) => method) : [];
}
