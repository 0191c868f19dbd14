import { stringify } from '../client/wire-json.ts';
import { lossAfter } from '../engine/lost-node.ts';
import { Registry } from '../fixtures/registry/registry.ts';
import type { World } from '../fixtures/world/world.ts';
import { NotMade, Unavailable, WorldError } from '../fixtures/world/world-errors.ts';
import { defined } from '../specs/model/defined.ts';
import { specification } from '../specs/model/specification.ts';
import { statementOf } from '../specs/model/statement.ts';
import { ProvisionError, StepOver } from './errors.ts';
import { Provisioning } from './provisioning.ts';
import type { ProvisionResults, ProvisionStep, TokenFacts } from './results.ts';
import { steps, type Step } from './steps.ts';

export interface RunProvisionOptions {
  readonly world: World;
  readonly registry: Registry;
  /** Called after each step, and before the next one. */
  readonly onStep?: ((step: ProvisionStep, provisioning: Provisioning) => void | Promise<void>) | undefined;
  /** Ends the run: a step that it cuts short is not among the results. */
  readonly signal?: AbortSignal | undefined;
}

export type ProvisionRun = Pick<ProvisionResults, 'complete' | 'guid' | 'steps'>;

/** A registry beside a node, which reads the chain from here on. Throws `WorldError`. */
export async function openRegistry(world: World, seed: number): Promise<Registry> {
  return new Registry({ world: world.at('registry'), seed: String(seed), firstHeight: (await world.result('getblockcount')) + 1 });
}

/**
 * Takes a new token through its states, a step after the other, up to the first that contradicts the documents.
 * Throws `ProvisionError` where the node lacks what the steps need.
 */
export async function runProvision({ world, registry, onStep, signal }: RunProvisionOptions): Promise<ProvisionRun> {
  const provisioning = new Provisioning(world.at('provision'), registry);
  const made: ProvisionStep[] = [];
  const possible = steps.filter((step) => step.isPossible?.(provisioning) ?? true);
  const isInterrupted = (): boolean => signal?.aborted === true;
  for (const step of possible) {
    if (isInterrupted()) break;
    const record = await makeStep(step, provisioning);
    // Its calls were ended by the interruption, not by the node.
    if (isInterrupted() && !isGood(record)) break;
    made.push(record);
    await onStep?.(record, provisioning);
    if (record.problems.length > 0) break;
  }
  return { complete: made.length === possible.length && made.every(isGood), guid: provisioning.token?.guid ?? null, steps: made };
}

const isGood = ({ problems }: ProvisionStep): boolean => problems.length === 0;

async function makeStep(step: Step, p: Provisioning): Promise<ProvisionStep> {
  const { calls, attempts, problems } = p.begin();
  const begun = await stateOf(p);
  try {
    if (begun) await step.run(p);
  } catch (error) {
    if (error instanceof Unavailable || error instanceof NotMade)
      throw new ProvisionError(`${step.title}: ${error.message}`, { cause: error });
    if (error instanceof WorldError) p.problem(error.message);
    else if (!(error instanceof StepOver)) throw error;
  }
  const ended = begun && (await stateOf(p));
  if (ended && ended.state !== step.next) p.problem(`the token is in the state "${ended.state}", expected "${step.next}"`);
  const before = begun?.state ?? 'none';
  const { state: after, height, token } = ended ?? { ...begun, state: before, height: begun?.height ?? 0 };
  const { title, row } = step;
  return {
    row,
    source: statementOf(specification, row).text,
    title,
    before,
    after,
    height,
    calls,
    attempts,
    ...defined({ token, lost: p.lost }),
    problems,
  };
}

/** What the node shows of the token now. Undefined if it does not: then the reason is a problem of the step. */
async function stateOf(
  p: Provisioning,
): Promise<(Pick<ProvisionStep, 'height' | 'token'> & { readonly state: ProvisionStep['after'] }) | undefined> {
  try {
    const height = await p.world.result('getblockcount');
    const state = await p.state();
    const { token } = (p.token && (await p.registry.look(p.token.guid))) ?? {};
    const facts: TokenFacts | undefined = token && {
      contract: token.contract,
      balance: stringify(token.balance),
      totalSupply: stringify(token.total_supply),
      maxSupply: stringify(token.max_supply),
      updateFlags: token.update_flags,
    };
    return { state, height, ...(facts && { token: facts }) };
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    p.lost = (await lossAfter(p.unanswered ?? error.method, p.world.node))?.message;
    p.problem(p.lost ?? error.message);
    return undefined;
  }
}
