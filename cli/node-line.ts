import type { Prepared } from '../engine/prepare.ts';

/** `/Coin:0.21/ (version 210000) at http://127.0.0.1:18443, chain regtest`, printed before anything is done. Secrets are not masked. */
export function nodeLine({ info, node }: Pick<Prepared, 'info' | 'node'>): string {
  return `${info.subversion || 'a node'} (version ${info.version ?? 'not given'}) at ${node.client.address}, chain ${info.chain}`;
}
