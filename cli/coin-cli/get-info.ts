import type { CallOptions, Client, Reply } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';

type Fields = { readonly [name: string]: Wire | undefined };

/** The output of `-getinfo`, combined from several calls, or the first reply that is not a result. */
export async function getInfo(client: Client, options: CallOptions): Promise<Reply> {
  const [network, chain, wallet] = await Promise.all([
    client.call('getnetworkinfo', [], { ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }) }),
    client.call('getblockchaininfo', [], { ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }) }),
    client.call('getwalletinfo', [], options),
  ]);
  if (network.type !== 'result') return network;
  if (chain.type !== 'result') return chain;
  if (wallet.type === 'fault') return wallet;
  const ofNetwork = fields(network.result);
  const ofChain = fields(chain.result);
  // A node without a wallet, or with several, returns no wallet information.
  const ofWallet = wallet.type === 'result' ? fields(wallet.result) : {};
  const shown = {
    version: ofNetwork['version'],
    protocolversion: ofNetwork['protocolversion'],
    walletversion: ofWallet['walletversion'],
    blocks: ofChain['blocks'],
    headers: ofChain['headers'],
    verificationprogress: ofChain['verificationprogress'],
    timeoffset: ofNetwork['timeoffset'],
    connections: ofNetwork['connections'],
    proxy: fields((ofNetwork['networks'] as Wire[] | undefined)?.[0] ?? null)['proxy'],
    difficulty: ofChain['difficulty'],
    chain: ofChain['chain'],
    keypoololdest: ofWallet['keypoololdest'],
    keypoolsize: ofWallet['keypoolsize'],
    unlocked_until: ofWallet['unlocked_until'],
    paytxfee: ofWallet['paytxfee'],
    balance: ofWallet['balance'],
    relayfee: ofNetwork['relayfee'],
    warnings: ofNetwork['warnings'],
  };
  const known = Object.entries(shown).filter((entry): entry is [keyof typeof shown, Wire] => entry[1] !== undefined);
  return { ...chain, result: Object.fromEntries(known) };
}

function fields(value: Wire): Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
}
