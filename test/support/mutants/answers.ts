import type { Wire } from '../../../specs/model/wire.ts';
import type { Ask, ProxiedCall } from '../fault-proxy.ts';
import { changed, dropped, oneMore } from '../faults.ts';
import { answered, type Mutant } from './mutant.ts';

const minusOneShownAsZero = (result: Wire, _: ProxiedCall, ask: Ask): Promise<Wire | undefined> =>
  changed(result, 'confirmations', (value) => (value === -1 ? 0 : value), ask);

/** Wrong answers. */
export const ANSWER_MUTANTS: readonly Mutant[] = [
  {
    fault: answered('combinepsbt returns the first', ['combinepsbt'], (_, { params: [list] }) =>
      Array.isArray(list) ? list[0] : undefined,
    ),
    cases: ['invariants/recomputed-psbt/combined*'],
  },
  { fault: dropped('decodepsbt', 'fee'), cases: ['rules/decodepsbt/fee'] },
  { fault: oneMore('pruneblockchain', ''), cases: ['rules/pruneblockchain/*'] },
  {
    fault: answered('a block off the main chain has 0 confirmations', ['getblock', 'getblockheader'], minusOneShownAsZero),
    cases: ['rules/getblock/confirmations', 'rules/getblockheader/confirmations'],
  },
  {
    fault: answered('every branch is a valid fork', ['getchaintips'], (result, _, ask) =>
      changed(result, '[].status', (status) => (status === 'active' ? status : 'valid-fork'), ask),
    ),
    cases: ['rules/getchaintips/*'],
  },
  ...['iscompressed', 'labels', 'pubkey'].map((field) => ({
    fault: dropped('getaddressinfo', `embedded.${field}`),
    cases: ['rules/getaddressinfo/embedded/same'],
  })),
  ...['time', 'vout', 'blockindex'].map((field) => ({
    fault: oneMore('listsinceblock', `removed[].${field}`),
    cases: ['rules/listsinceblock/removed-structure*'],
  })),
  { fault: oneMore('getwalletinfo', 'keypoolsize_hd_internal'), cases: ['invariants/wallet-keys/refill'] },
  {
    fault: answered('signmessage signs another message', ['signmessage'], async (_, { params: [address = ''] }, ask) => {
      const { result } = await ask('signmessage', [address, 'another message']);
      return result;
    }),
    cases: ['invariants/recomputed-keys/verified-message'],
  },
];
