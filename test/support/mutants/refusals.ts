import { forwarded, isObject, type Mutant } from './mutant.ts';
import type { Ask, Envelope, ProxiedCall } from '../fault-proxy.ts';

const refusal = (answer: Envelope, code: number, message: string): Envelope => ({ ...answer, result: null, error: { code, message } });

/** Finds the block of transactions whose outputs are all spent, without an index. */
async function provenAnyway(
  answer: Envelope,
  { method, params: [txids, blockhash] }: ProxiedCall,
  ask: Ask,
): Promise<Envelope | undefined> {
  if (method !== 'gettxoutproof' || answer.error === null || blockhash !== undefined || !Array.isArray(txids)) return undefined;
  const count = (await ask('getblockcount', [])).result as number;
  for (let height = count; height > 0; height--) {
    const { result: hash } = await ask('getblockhash', [height]);
    const { result: block } = await ask('getblock', [hash, 1]);
    if (!isObject(block) || !Array.isArray(block['tx']) || !block['tx'].includes(txids[0] ?? null)) continue;
    const proof = await ask('gettxoutproof', [txids, hash]);
    return proof.error === null ? { ...answer, result: proof.result, error: null } : undefined;
  }
  return undefined;
}

/** Calls that are wrongly accepted or wrongly refused. */
export const REFUSAL_MUTANTS: readonly Mutant[] = [
  {
    fault: {
      name: 'prevtxs may not be null',
      answer: (answer, { method, params }) => {
        const at = { signrawtransactionwithwallet: 1, signrawtransaction: 1, signrawtransactionwithkey: 2 }[method];
        return at !== undefined && params.length > at && params[at] === null
          ? refusal(answer, -3, 'Expected type array, got null')
          : undefined;
      },
    },
    cases: ['methods/signrawtransaction*/form/prevtxs*'],
  },
  { fault: { name: 'gettxoutproof needs no index for what is spent', answer: provenAnyway }, cases: ['rules/gettxoutproof/*'] },
  {
    fault: forwarded('unloadwallet takes the wallet of its endpoint and one by name', 'unloadwallet', (params, { path }) =>
      path.startsWith('/wallet/') && typeof params[0] === 'string' ? [] : undefined,
    ),
    cases: ['rules/unloadwallet/*'],
  },
  {
    fault: forwarded('disconnectnode takes an address and an id', 'disconnectnode', (params) =>
      params.length > 1 && params[0] !== '' ? [params[0] ?? ''] : undefined,
    ),
    cases: ['rules/disconnectnode/*'],
  },
  {
    fault: forwarded('testmempoolaccept takes two transactions', 'testmempoolaccept', (params) => {
      const [list] = params;
      return Array.isArray(list) && list.length > 1 ? params.with(0, list.slice(0, 1)) : undefined;
    }),
    cases: ['rules/limits/testmempoolaccept-length', 'rules/testmempoolaccept/*'],
  },
];
