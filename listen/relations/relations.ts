import { toPlain } from '../../client/wire-json.ts';
import type { Finding } from '../../engine/outcome.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { namedArguments } from '../../specs/model/named-arguments.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Effect } from '../../specs/model/types.ts';
import { variantFor } from '../../specs/model/variants.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { addressFacts } from './address-facts.ts';
import { answeredOf, unlessOver, type Answered } from './answered.ts';
import { blockFacts } from './block-facts.ts';
import { Facts } from './facts.ts';
import { feeFacts } from './fee-facts.ts';
import { blockRelations } from './of-blocks.ts';
import { transactionRelations } from './of-transactions.ts';
import { outputFacts } from './output-facts.ts';
import { RelationChecks } from './relation-checks.ts';
import { byTip, namedTip } from './steady-chain.ts';
import { byCoins, namedCoins } from './steady-coins.ts';
import { byPool, namedPool } from './steady-pool.ts';
import { Changes, Steady, type Judgement } from './steady.ts';
import { callText, type TimedCall, type Times } from './timed-call.ts';

/** Wallets whose coins are followed. */
const MAX_WALLETS = 100;
/** Effects of calls that may change which block is the best one, and back. */
const OF_CHAIN: readonly Effect[] = ['chain', 'network', 'process'];

/** The entry of a table for the method of a call. A table has functions by method, each for the answers of its own. */
type Entry<More extends readonly unknown[], Result> = ((answered: Answered<MethodId>, ...more: More) => Result) | undefined;

/**
 * Judges what the calls of clients show together, or by recomputation of what is in one: only where no change between two calls can
 * explain a difference. What a hash determines is judged at any distance of time; what may change, only between two equal answers.
 * Its size does not grow with the traffic.
 */
export class Relations {
  readonly #specification: Specification;
  readonly #facts = new Facts();
  readonly #chainChanges = new Changes();
  readonly #changes = new Changes();
  readonly #tip = new Steady(this.#chainChanges);
  readonly #pool = new Steady(this.#changes);
  readonly #coins = new Map<string, Steady>();

  constructor(specification: Specification) {
    this.#specification = specification;
  }

  /** A call of which it is not known what it does, as the standard lacks its method. It may have changed anything. */
  noteUnknown(times: Times): void {
    this.#chainChanges.note(times);
    this.#changes.note(times);
  }

  /** Takes a call with its answer, in the order of the answers; results have neutral names. Returns what it shows with those before it. */
  note(call: TimedCall): Finding[] {
    this.#noteChange(call);
    const answered = unlessOver(() => answeredOf(this.#specification, call));
    if (!answered) return [];
    const checks = new RelationChecks({ method: call.method, text: callText(call) });
    const facts = this.#facts;
    for (const table of [blockRelations, transactionRelations])
      unlessOver(() => entryOf<[RelationChecks], void>(table, call)?.(answered, checks));
    for (const table of [blockFacts, outputFacts, feeFacts, addressFacts])
      unlessOver(() => entryOf<[RelationChecks, Facts], void>(table, call)?.(answered, checks, facts));
    if (checks.findings.length > 0) return checks.findings;
    facts.keep(checks, call);
    return this.#inSteadyState(call, answered);
  }

  #noteChange(call: TimedCall): void {
    const effects = effectsOf(this.#specification, call);
    if (!effects) {
      this.noteUnknown(call);
      return;
    }
    if (effects.some((effect) => OF_CHAIN.includes(effect))) this.#chainChanges.note(call);
    if (effects.some((effect) => effect !== 'read' && effect !== 'secret')) this.#changes.note(call);
  }

  #inSteadyState(call: TimedCall, answered: Answered<MethodId>): Finding[] {
    const found: Finding[] = [];
    const follow = (state: Steady, value: string | undefined, judgement: Judgement | undefined): void => {
      if (judgement) state.wait(call, judgement);
      if (value !== undefined) found.push(...state.witness(call, value));
    };
    const readTip = entryOf<[Facts], string | undefined>(namedTip, call);
    const ofTip = entryOf<[Facts], Judgement | undefined>(byTip, call);
    const readPool = entryOf<[], string>(namedPool, call);
    const ofPool = entryOf<[], Judgement>(byPool, call);
    unlessOver(() => follow(this.#tip, readTip?.(answered, this.#facts), ofTip?.(answered, this.#facts)));
    unlessOver(() => follow(this.#pool, readPool?.(answered), ofPool?.(answered)));
    unlessOver(() => {
      const checks = new RelationChecks({ method: call.method, text: callText(call) });
      if (call.method === 'listunspent')
        follow(this.#coinsOf(call), namedCoins(answered as unknown as Answered<'listunspent'>, checks), undefined);
      if (call.method === 'getbalance') follow(this.#coinsOf(call), undefined, byCoins(answered as unknown as Answered<'getbalance'>));
    });
    return found;
  }

  #coinsOf({ wallet = '' }: TimedCall): Steady {
    const known = this.#coins.get(wallet) ?? new Steady(this.#changes);
    this.#coins.set(wallet, known);
    const [oldest] = this.#coins.keys();
    if (this.#coins.size > MAX_WALLETS && oldest !== undefined) this.#coins.delete(oldest);
    return known;
  }
}

function entryOf<More extends readonly unknown[], Result>(table: object, { method }: TimedCall): Entry<More, Result> {
  return (table as { readonly [id: string]: Entry<More, Result> })[method];
}

/** What a call does, by its variant or by all of its method; undefined for one that the standard lacks. */
function effectsOf(specification: Specification, { method: id, params }: TimedCall): readonly Effect[] | undefined {
  const method = specification.find(id);
  if (!method) return undefined;
  const variant = variantFor(method, toPlain(namedArguments(method, params) as Wire) as Record<string, unknown>);
  return variant?.effect ?? method.variants.flatMap(({ effect }) => effect);
}
