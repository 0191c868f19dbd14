import { TargetError, type ProfileName, type RunningNode, type StartOptions, type Target } from '../../fixtures/targets/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { document3 } from './document-3.ts';
import type { Ask, Envelope, Fault, ProxiedCall } from './fault-proxy.ts';
import { ProxiedTarget } from './proxied-target.ts';

/** The proof of a merge-mined block: the parent's coinbase, block hash, two empty branches, and the parent's header. */
const PARENT_PROOF = [
  `01000000${'01'}${'00'.repeat(32)}ffffffff02${'5151'}ffffffff01${'00'.repeat(8)}0151${'00'.repeat(4)}`,
  'ab'.repeat(32),
  '0000000000',
  '0000000000',
  'cd'.repeat(80),
].join('');
const HEADER_DIGITS = 160;
const PROOF_BYTES = PARENT_PROOF.length / 2;

/** Minimum size for automatic pruning of this release, in MiB. */
const MIN_PRUNE_MIB = 5500;

export type Refusal = { readonly result: null; readonly error: { readonly code: number; readonly message: string } };
export const refusal = (code: number, message: string): Refusal => ({ result: null, error: { code, message } });

const lengthened = (hex: Wire): Wire =>
  typeof hex === 'string' ? hex.slice(0, HEADER_DIGITS) + PARENT_PROOF + hex.slice(HEADER_DIGITS) : hex;

const shortened = (hex: string): string => hex.slice(0, HEADER_DIGITS) + hex.slice(HEADER_DIGITS + PARENT_PROOF.length);

type Members = { readonly [name: string]: Wire };

function longer(block: Wire): Wire {
  const { size, strippedsize, weight, ...others } = block as Members;
  return {
    ...others,
    size: Number(size) + PROOF_BYTES,
    strippedsize: Number(strippedsize) + PROOF_BYTES,
    weight: Number(weight) + 4 * PROOF_BYTES,
  };
}

/** Changes to results of the node behind the proxy. */
const changes: { readonly [method: string]: (result: Wire, params: readonly Wire[]) => Wire } = {
  getblockheader: (result, [, verbose]) => (verbose === false ? lengthened(result) : result),
  getblock: (result, [, verbosity]) => (verbosity === 0 ? lengthened(result) : longer(result)),
  gettxoutproof: (result) => lengthened(result),
  // What the documents do not show.
  tpstestsetenabled: () => null,
  tpstestadd: () => 'queued',
  tpstestinfo: (result) => [JSON.stringify(result)],
  testmempoolaccept: (result) => (result as Members[]).map((item) => (item['allowed'] === false ? { ...item, 'reject-reason': '' } : item)),
};

/** Whether explicit sequence numbers contradict `replaceable`, in either direction. */
function contradicts(inputs: Wire | undefined, replaceable: Wire | undefined): boolean {
  if (typeof replaceable !== 'boolean' || !Array.isArray(inputs)) return false;
  const given = inputs.map((input) => (input as Members | null)?.['sequence']).filter((sequence) => typeof sequence === 'number');
  return given.length > 0 && given.some((sequence) => sequence < 0xfffffffe) !== replaceable;
}

/** Refuses calls that this release refuses and the node behind the proxy does not. */
async function refuses({ method, params }: ProxiedCall, ask: Ask): Promise<Refusal | undefined> {
  const [inputs, , , fourth] = params;
  const replaceable = method === 'walletcreatefundedpsbt' ? (fourth as Members | null | undefined)?.['replaceable'] : fourth;
  if (/^(createrawtransaction|createpsbt|walletcreatefundedpsbt)$/.test(method) && contradicts(inputs, replaceable)) {
    return refusal(-8, 'Invalid parameter combination: Sequence number(s) contradict replaceable option');
  }
  if (method === 'sethdseed' && ((await ask('getblockchaininfo', [])).result as Members)['initialblockdownload'] === true) {
    return refusal(-10, 'Cannot set a new HD seed while still in Initial Block Download');
  }
  return undefined;
}

/**
 * Behaviour of a real release of the daemon that differs from the embedded node, as a layer in front of that node: a
 * merge-mined chain, refusal of all submitted blocks, another default of `createmultisig`, contradictions refused, and
 * the methods of document 3, which need real values, the path of a wallet, and an option.
 */
function otherRelease(): Fault {
  const platform = document3();
  return {
    name: 'other-release',
    forward: ({ method, params }) => {
      if (method === 'createmultisig' && params.length === 2) return [...params, 'bech32'];
      if (method !== 'verifytxoutproof' && method !== 'importprunedfunds') return undefined;
      return params.map((param) => (typeof param === 'string' && param.startsWith(PARENT_PROOF, HEADER_DIGITS) ? shortened(param) : param));
    },
    // Its blocks need a proof of another chain, which cannot be made here.
    swallow: ({ method }) => (method === 'submitblock' ? 'invalid-auxpow' : undefined),
    instead: async (call, ask) => (await platform(call, ask)) ?? refuses(call, ask),
    answer: (answer, { method, params }): Envelope | undefined => {
      const change = changes[method];
      return change && answer.error === null ? { ...answer, result: change(answer.result, params) } : undefined;
    },
  };
}

/** A target whose nodes behave as that release does. */
export class OtherRelease extends ProxiedTarget {
  constructor(embedded: Target) {
    super(withItsOptions(embedded), otherRelease);
  }
}

/** The embedded node takes any size for pruning. */
function withItsOptions(embedded: Target): Target {
  const start = async (profile: ProfileName, options: StartOptions = []): Promise<RunningNode> => {
    const node = await embedded.start(profile, options);
    const restart = async (extra: StartOptions = []): Promise<void> => {
      const size = extra.map((option) => /^-prune=(\d+)$/.exec(option)?.[1]).find((text) => text !== undefined);
      if (size !== undefined && Number(size) > 1 && Number(size) < MIN_PRUNE_MIB) {
        throw new TargetError('the node ended before it answered a call', {
          details: [`Error: Prune configured below the minimum of ${MIN_PRUNE_MIB} MiB.`],
        });
      }
      await node.restart(extra);
    };
    return new Proxy(node, {
      get: (inner, name) => {
        if (name === 'restart') return restart;
        const value: unknown = Reflect.get(inner, name, inner);
        return typeof value === 'function' ? value.bind(inner) : value;
      },
    });
  };
  return {
    kind: embedded.kind,
    name: embedded.name,
    capabilities: embedded.capabilities,
    start,
    setStartOptions: (options) => embedded.setStartOptions(options),
    close: () => embedded.close(),
  };
}
