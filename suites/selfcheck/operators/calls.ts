import { stringify } from '../../../client/wire-json.ts';
import type { Reply } from '../../../client/types.ts';
import { nodeWide } from '../../../fixtures/world/wallet-methods.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import type { Method } from '../../../specs/model/types.ts';
import type { Ask, SeenCall } from '../types.ts';
import type { CallContext, CallOperator } from './operator.ts';

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

/** Answers to calls as they were answered in the clean run. */
function answersOf({ observed }: CallContext): (call: SeenCall) => Reply | undefined {
  const answered = observed.filter(({ reply }) => reply.type === 'result');
  return (call) =>
    (
      answered.find((earlier) => sameArguments(earlier, call)) ??
      answered.find(({ params }) => params.length === call.params.length) ??
      answered[0]
    )?.reply;
}

const swallowed: CallOperator = {
  id: 'request/swallowed',
  alters: 'call',
  summary: 'answers as an earlier call was answered, and does nothing',
  fits: changesNode,
  covers: source,
  sentence: ({ summary }) => summary,
  make: (context) => ({ instead: answersOf(context) }),
};

/** Calls that a case makes before those that are swallowed. */
const FIRST = 2;

const laterSwallowed: CallOperator = {
  id: 'request/third-swallowed',
  alters: 'call',
  summary: 'executes the first two calls, and swallows those after them',
  fits: changesNode,
  covers: source,
  sentence: ({ summary }) => summary,
  make: (context) => {
    const answer = answersOf(context);
    let executed = 0;
    return { instead: (call) => (executed++ < FIRST ? undefined : answer(call)) };
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

/**
 * The next method of the family whose arguments have the same forms, and that changes the node if the method itself does; none that
 * ends the node.
 */
function neighbourOf(method: Method, documented: readonly Method[]): Method | undefined {
  const forms = ({ params }: Method): string => JSON.stringify(params.map(({ schema: { $ref, type } }) => $ref ?? type ?? null));
  const own = documented.filter(
    (other) =>
      other.family === method.family && changesNode(other) === changesNode(method) && forms(other) === forms(method) && !endsNode(other),
  );
  return own[own.indexOf(method) + 1] ?? own.find((other) => other !== method);
}

const endsNode = ({ variants }: Method): boolean => variants.some(({ effect }) => effect.includes('process'));

const hasNeighbour: CallOperator['fits'] = (method, documented) => !endsNode(method) && neighbourOf(method, documented) !== undefined;

/** The result of the neighbour; undefined where it refuses the arguments. */
function asked({ method, documented }: CallContext): (call: SeenCall, ask: Ask) => Promise<Reply | undefined> {
  const id = neighbourOf(method, documented)?.id as MethodId;
  return async (call, ask) => {
    const reply = await ask(id, call.params, call.wallet);
    return reply.type === 'result' ? reply : undefined;
  };
}

const asNeighbour: CallOperator = {
  id: 'request/as-neighbour',
  alters: 'call',
  summary: 'does what the next method of the family does',
  fits: (method, documented) => changesNode(method) && hasNeighbour(method, documented),
  covers: source,
  sentence: ({ summary }) => summary,
  make: (context) => ({ instead: asked(context) }),
};

const ofNeighbour: CallOperator = {
  id: 'answer/of-neighbour',
  alters: 'call',
  summary: 'answers what the next method of the family answers',
  fits: (method, documented) => !changesNode(method) && hasNeighbour(method, documented),
  covers: source,
  sentence: ({ summary }) => summary,
  make: (context) => {
    const answer = asked(context);
    // Where both answer alike, nothing is altered.
    return { answer: async (reply, call, ask) => (reply.type === 'result' ? answer(call, ask) : undefined) };
  },
};

function sameArguments(a: SeenCall, b: SeenCall): boolean {
  return stringify([...a.params]) === stringify([...b.params]);
}

/** Operators on whole calls. */
export const callOperators: readonly CallOperator[] = [walletExchanged, swallowed, laterSwallowed, repeated, asNeighbour, ofNeighbour];
