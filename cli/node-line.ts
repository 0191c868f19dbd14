import { NO_CHAIN, type Prepared } from '../engine/prepare.ts';

/** `/Coin:0.21/ (version 210000) at http://127.0.0.1:18443, chain regtest`, printed before anything is done. Secrets are not masked. */
export function nodeLine({ info, node }: Pick<Prepared, 'info' | 'node'>): string {
  const { subversion, version, chain } = info;
  if (chain === NO_CHAIN) return `${subversion === '' ? 'a service' : `version ${subversion}`} at ${node.client.address}`;
  return `${subversion || 'a node'} (version ${version ?? 'not given'}) at ${node.client.address}, chain ${chain}`;
}
