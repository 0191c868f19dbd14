import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDirectory } from '../../fixtures/targets/data-directory.ts';
import { openEmbeddedTarget } from '../../fixtures/targets/embedded-target.ts';
import type { RunningNode, StartOptions, Target } from '../../fixtures/targets/types.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { parseTransaction } from '../../oracles/transaction.ts';
import { compactSize, joined, littleEndian, toHex } from '../../oracles/bytes.ts';
import { outputBytes } from '../../oracles/transaction.ts';
import type { TargetFile } from '../../engine/target-file.ts';
import { TargetError } from '../../fixtures/targets/types.ts';
import { withClient } from '../../fixtures/targets/with-client.ts';
import type { Fault } from './fault-proxy.ts';
import { ProxiedTarget } from './proxied-target.ts';

/** A node that behaves as a release of the family does where the documents leave it open, or contradicts them in one way. */
export interface FamilyNode {
  readonly name: string;
  readonly open: () => Target;
  /** Methods whose answers contradict the documents: only cases that use one may fail. */
  readonly planted: readonly MethodId[];
  /** What a target file must say of it. */
  readonly file?: Partial<TargetFile>;
  /** Ids of the cases that meet the behaviour. */
  readonly concerned: RegExp;
}

const behind = (fault: Fault) => (): Target => new ProxiedTarget(openEmbeddedTarget(), fault);

type Entry = { readonly txid?: Wire };

/** The first of the entries of each transaction. */
function oneEntryEach(entries: Wire): Wire {
  const seen = new Set<Wire>();
  return (entries as Entry[]).filter(({ txid = '' }) => !seen.has(txid) && seen.add(txid));
}

export const listsOneEntry: Fault = {
  name: 'one entry for each transaction',
  answer: (answer, { method }) => {
    if (answer.error !== null) return undefined;
    const { result } = answer;
    if (method === 'listtransactions') return { ...answer, result: oneEntryEach(result) };
    const members = result as { readonly [name: string]: Wire };
    if (method === 'gettransaction') return { ...answer, result: { ...members, details: (members['details'] as Wire[]).slice(0, 1) } };
    if (method === 'listsinceblock')
      return { ...answer, result: { ...members, transactions: oneEntryEach(members['transactions'] as Wire) } };
    return undefined;
  },
};

/** The same transaction without its inputs. */
function withoutInputs(hex: string): string {
  const { version, outputs, lockTime } = parseTransaction(hex);
  return toHex(
    joined(littleEndian(version >>> 0, 4), [0], compactSize(outputs.length), ...outputs.map(outputBytes), littleEndian(lockTime, 4)),
  );
}

const burnsUnfunded: Fault = {
  name: 'coinburn returns no inputs',
  answer: (answer, { method }) =>
    method === 'coinburn' && Array.isArray(answer.result)
      ? { ...answer, result: answer.result.map((hex) => withoutInputs(hex as string)) }
      : undefined,
};

/** Whether an argument, or a member of one, is an address in base58. */
function hasLegacyAddress(value: Wire): boolean {
  if (typeof value === 'string') return /^[1-9A-HJ-NP-Za-km-z]{33,35}$/.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some((member) => hasLegacyAddress(member as Wire));
}

const onlyWitnessAddresses: Fault = {
  name: 'only P2WPKH addresses for tokens',
  instead: async ({ method, params }) =>
    /^asset(new|send|update|allocationburn)$/.test(method) && params.some(hasLegacyAddress)
      ? { result: null, error: { code: -8, message: 'Please use P2WPKH address' } }
      : undefined,
};

/** The embedded target with start options, and with what `prepare` makes beside each node. */
function startedWith(options: StartOptions, prepare: (node: RunningNode, target: Target) => Promise<void> = async () => undefined): Target {
  const embedded = openEmbeddedTarget();
  embedded.setStartOptions(options);
  return {
    kind: embedded.kind,
    name: embedded.name,
    capabilities: embedded.capabilities,
    async start(profile, extra) {
      const node = await embedded.start(profile, extra);
      await prepare(node, embedded);
      return node;
    },
    setStartOptions: (more) => embedded.setStartOptions([...options, ...more]),
    close: () => embedded.close(),
  };
}

/** The embedded target, whose nodes do not become masternodes while another node of it runs. */
function oneProcess(): Target {
  const embedded = openEmbeddedTarget();
  const started: RunningNode[] = [];
  const running = (): number => started.filter((node) => node.alive()).length;
  const start: Target['start'] = async (profile, extra) => {
    const node = await embedded.start(profile, extra);
    started.push(node);
    return withClient(node, node.client, {
      restart: async (options = []) => {
        if (options.includes('-masternode=1') && running() > 1)
          throw new TargetError('the node ended before it answered a call', {
            details: ['Error: Ensure you are running this masternode on a machine where only one daemon is running'],
          });
        await node.restart(options);
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

/** Ten times the rate of most nodes, per 1,000 virtual bytes. */
const RELAY_FEE = '0.0001';
const CHAIN_FOLDER = 'regtest';

export const familyNodes: readonly FamilyNode[] = [
  {
    name: 'a wallet that lists one entry for each transaction',
    open: behind(listsOneEntry),
    planted: ['gettransaction', 'listtransactions', 'listsinceblock'],
    concerned: /^(methods\/(gettransaction|listunspent|masternode-[a-z]+)|rules\/(gettransaction|listtransactions)|invariants\/wallet-)/,
  },
  {
    name: 'a mempool that relays for ten times the usual fee',
    open: () => startedWith([`-minrelaytxfee=${RELAY_FEE}`]),
    planted: [],
    concerned: /\/(bumpfee|savemempool|settxfee|getnetworkinfo|getmempool[a-z]*|sendrawtransaction|wallet-[a-z]+|fee[a-z-]*)\//,
  },
  {
    name: 'masternode.conf in the folder of the chain',
    open: () =>
      startedWith([`-masternodeconf=${CHAIN_FOLDER}/masternode.conf`], async (node, target) => {
        await mkdir(join(dataDirectory(target, node) ?? '', CHAIN_FOLDER), { recursive: true });
      }),
    planted: [],
    concerned: /\/masternode[a-z-]*\//,
  },
  {
    name: 'one masternode on a machine, beside no other node',
    open: oneProcess,
    planted: [],
    file: { alone: ['masternode'] },
    concerned: /\/(masternode[a-z-]*|voteraw|gobject-vote-[a-z]+|governance-[a-z]+)\//,
  },
  {
    name: 'tokens with P2WPKH addresses only',
    open: behind(onlyWitnessAddresses),
    planted: [],
    concerned: /\/asset[a-z]+\//,
  },
  {
    name: 'burns without inputs',
    open: behind(burnsUnfunded),
    planted: [],
    concerned: /\/(coinburn|coin-supply|coinmint|bridge)\//,
  },
];
