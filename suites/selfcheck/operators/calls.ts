import { stringify } from '../../../client/wire-json.ts';
import type { Reply } from '../../../client/types.ts';
import { nodeWide } from '../../../fixtures/world/wallet-methods.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import type { Method } from '../../../specs/model/types.ts';
import type { SeenCall } from '../types.ts';
import type { CallOperator } from './operator.ts';

const changesNode = ({ variants }: Method): boolean =>
  variants.some(({ effect }) => effect.some((kind) => kind !== 'read' && kind !== 'secret'));

const source = ({ id }: Method): string[] => [`m:${id}`];

/** Whether it works on the wallet of the path. */
const worksOnWallet = ({ family, id, variants }: Method): boolean =>
  (id === 'unloadwallet' || !nodeWide.has(id as MethodId)) &&
  (family === 'wallet' || family === 'accounts' || variants.some(({ effect }) => effect.includes('wallet') || effect.includes('secret')));

const walletExchanged: CallOperator = {
  id: 'request/wallet-exchanged',
  alters: 'call',
  summary: 'uses another loaded wallet than the one of the path',
  fits: worksOnWallet,
  covers: () => ['v:path-wallet'],
  sentence: () => 'The request endpoint selects the wallet.',
  make: () => ({
    forward: async (call, ask) => {
      if (call.wallet === undefined) return undefined;
      const loaded = await ask('listwallets', []);
      const names = loaded.type === 'result' && Array.isArray(loaded.result) ? loaded.result : [];
      const other = names.find((name): name is string => typeof name === 'string' && name !== call.wallet);
      return other === undefined ? undefined : { ...call, wallet: other };
    },
  }),
};

const swallowed: CallOperator = {
  id: 'request/swallowed',
  alters: 'call',
  summary: 'answers as an earlier call was answered, and does nothing',
  fits: changesNode,
  covers: source,
  sentence: ({ summary }) => summary,
  make: ({ observed }) => {
    const answered = observed.filter(({ reply }) => reply.type === 'result');
    const like = (call: SeenCall): Reply | undefined =>
      (
        answered.find((earlier) => sameArguments(earlier, call)) ??
        answered.find(({ params }) => params.length === call.params.length) ??
        answered[0]
      )?.reply;
    return { instead: like };
  },
};

const repeated: CallOperator = {
  id: 'request/repeated',
  alters: 'call',
  summary: 'executes the call twice',
  fits: changesNode,
  covers: source,
  sentence: ({ summary }) => summary,
  make: () => ({ repeat: true }),
};

function sameArguments(a: SeenCall, b: SeenCall): boolean {
  return stringify([...a.params]) === stringify([...b.params]);
}

/** Operators on whole calls. */
export const callOperators: readonly CallOperator[] = [walletExchanged, swallowed, repeated];
