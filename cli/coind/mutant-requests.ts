import {
  MUTANT_VARIABLE,
  type MutantRequest,
  type NodeReply,
  type NodeRequest,
  type ReachedMutants,
} from '../../fixtures/targets/node-messages.ts';
import { count, countedHits, switchTo } from './mutant-switches.ts';

/** Where it is not known how often the source reaches the place. */
const DEFAULT_LIMIT = 1_000_000;

function answer(request: NodeRequest & MutantRequest): ReachedMutants {
  if (request.type === 'reached') return countedHits();
  if (request.type === 'count') count();
  else switchTo(request.mutant, request.limit ?? DEFAULT_LIMIT);
  return {};
}

switchTo(process.env[MUTANT_VARIABLE], DEFAULT_LIMIT);
delete process.env[MUTANT_VARIABLE]; // not for commands that the node runs
process.on('message', (request: NodeRequest) => {
  if (request.type === 'switch' || request.type === 'count' || request.type === 'reached')
    process.send?.({ request: request.request, reached: answer(request) } satisfies NodeReply);
});
