import {
  MUTANT_VARIABLE,
  type MutantRequest,
  type NodeReply,
  type NodeRequest,
  type ReachedAtEnd,
  type ReachedMutants,
} from '../../fixtures/targets/node-messages.ts';
import { count, countedHits, isMutant, switchTo } from './mutant-switches.ts';

function answer(request: NodeRequest & MutantRequest): ReachedMutants {
  if (request.type === 'reached') return countedHits();
  if (request.type === 'switch') return switchTo(request.mutants);
  count();
  return {};
}

switchTo((process.env[MUTANT_VARIABLE] ?? '').split(',').flatMap((id) => (id === '' ? [] : [{ id }])));
delete process.env[MUTANT_VARIABLE]; // not for commands that the node runs
process.on('message', (request: NodeRequest) => {
  if (request.type === 'switch' || request.type === 'count' || request.type === 'reached')
    process.send?.({ request: request.request, reached: answer(request) } satisfies NodeReply);
});
// A call may end the node: nobody can ask for what it reached then.
process.on('exit', () => {
  if (process.connected) process.send?.({ type: 'ended', reached: isMutant() ? switchTo([]) : countedHits() } satisfies ReachedAtEnd);
});
