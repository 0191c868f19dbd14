import type { Wire } from '../../specs/model/wire.ts';
import { argumentsFor } from '../../fixtures/world/arguments.ts';
import { METHOD_NOT_FOUND } from '../../fixtures/world/error-codes.ts';
import { nearMissesOf } from '../../fixtures/world/generate.ts';
import type { chainKinds } from '../../fixtures/world/kinds/chain.ts';
import type { itemKinds } from '../../fixtures/world/kinds/items.ts';
import { makeMiss, type hexMisses } from '../../fixtures/world/kinds/near-misses.ts';
import type { walletKinds } from '../../fixtures/world/kinds/wallets.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method, OnInvalid, Schema } from '../../specs/model/types.ts';
import { errorFound, jsonType } from '../../engine/identify.ts';
import { show } from '../../engine/show.ts';
import type { Answer, Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';
import { isListedError, observeUnlisted } from './listed-error.ts';
import { EVERY, methodCase, type MethodCaseOptions } from './method-case.ts';
import { dangerOfMiss } from './miss-danger.ts';
import { invalidBy, outsideOf, type OutsideChoice } from '../support/arguments/outside.ts';
import { placesOf, type Place } from '../support/arguments/places.ts';
import { withoutMember } from '../support/arguments/reach.ts';
import { setupOf } from './setups.ts';
import { slugOf } from './slug.ts';
import { isNewsOfPayments, NOT_EXECUTED, stateOf } from '../support/state.ts';
import { wrongTypes } from '../support/arguments/wrong-types.ts';

/** The statement of the documents on an invalid value. */
interface Statement {
  readonly onInvalid: OnInvalid;
  /** For a failure that must be reported at its item: whether refusing the whole call is valid too. */
  readonly orRefused?: boolean;
  readonly text?: string;
}

const notation = 'document 1, Call envelope: an argument without brackets is required';
const memberNotation = 'document 1, Shared argument shapes: a member without brackets is required';
type Stated<Misses> = { readonly [slug in keyof Misses]?: string };

/** Near-misses that violate the stated form of an item, with the statement. */
const badItems: { readonly [kind: string]: { readonly [slug: string]: string } } = {
  OutputList: {
    'two-members': 'an item of a list of outputs is an object with a single member',
    'item-empty': 'an item of a list of outputs is an object with a single member',
  } satisfies Stated<typeof itemKinds.OutputList.nearMisses>,
  Prevtxs: { 'no-script': 'scriptPubKey is required' } satisfies Stated<typeof itemKinds.Prevtxs.nearMisses>,
};

/**
 * Near-misses that a statement on invalid values does not cover: texts that cannot be parsed, and a valid wallet that is
 * already loaded.
 */
const notCovered: ReadonlySet<string> = new Set<keyof ReturnType<typeof hexMisses> | keyof typeof walletKinds.WalletFile.nearMisses>([
  'empty',
  'odd-length',
  'not-hex',
  'prefixed',
  'loaded',
]);

/** The same of one kind: bytes that end early are no proof, so that nothing is validated. */
const notCoveredOf: { readonly [kind: string]: readonly string[] } = {
  TxOutProof: ['truncated', 'header-only'] satisfies (keyof typeof chainKinds.TxOutProof.nearMisses)[],
};

/** What a method does with a call, as the beginning of a title. */
const expectation: { readonly [onInvalid in OnInvalid]: string } = {
  refuse: 'refuses',
  empty: 'returns an empty list for',
  'per-item': 'reports the failed item of',
  unstated: 'answers or refuses',
};

/** A call that is invalid in one place, and what is expected of it. */
interface InvalidCase extends Pick<MethodCaseOptions, 'source' | 'danger'> {
  readonly name: string;
  readonly kind: string;
  readonly title: string;
  readonly said: Statement;
  readonly about: MethodCaseOptions['about'];
  readonly make: (trial: Trial) => Promise<readonly Wire[]>;
}

/** Calls of a method that are invalid in one place, each for one reason. */
export function negativeCases(specification: Specification, method: Method, outside: OutsideChoice = 'stated-limits'): Case[] {
  const effect = [...new Set(method.variants.flatMap((variant) => variant.effect))];
  const cases: Case[] = [];
  const add = ({ name, kind, title, said, about, make, ...more }: InvalidCase): void => {
    cases.push(
      methodCase(method, {
        id: slugOf(name),
        kind,
        about,
        title: `${expectation[said.onInvalid]} ${title}`,
        effect,
        positive: false,
        ...more,
        run: async (trial) => {
          const args = await make(trial);
          await tryInvalid(trial, { method, said, check: kind }, args);
        },
      }),
    );
  };

  method.params.forEach((param, index) => {
    if (!param.required) return;
    add({
      name: `missing/${param.name}`,
      kind: 'missing',
      title: `a call without ${param.name}`,
      said: { onInvalid: 'refuse', text: `${param.name} is required` },
      about: { argument: param.name, value: 'missing' },
      // Later arguments are not sent, so they need no values.
      make: (trial) => ordered(trial, { ...method, params: method.params.slice(0, index) }),
      source: notation,
    });
  });
  for (const param of method.params) {
    const said: Statement = { onInvalid: param.onInvalid, ...(param.onInvalidText !== undefined && { text: param.onInvalidText }) };
    const at = method.params.indexOf(param);
    const change =
      (made: (trial: Trial, living: Wire) => Promise<Wire>, needed = true) =>
      async (trial: Trial): Promise<Wire[]> => {
        const args = await ordered(trial, method, param.name, needed);
        args[at] = await made(trial, args[at] ?? null);
        return args;
      };
    // Replaces the valid value, which then need not exist.
    const put = (value: (trial: Trial) => Promise<Wire>): ReturnType<typeof change> => change(value, false);
    const kind = param.schema.$ref ?? '';
    const badItem = badItems[kind] ?? {};
    const statementOn = (slug: string): Statement => {
      const text = badItem[slug];
      if (text !== undefined) return { onInvalid: 'refuse', text };
      const isCovered = !notCovered.has(slug) && !(notCoveredOf[kind]?.includes(slug) ?? false);
      return isCovered ? said : { onInvalid: 'unstated' };
    };
    for (const place of placesOf(specification.spec, param)) {
      const member = requiredMember(place);
      if (member === undefined) continue;
      // A missing required member may be reported for the whole call, even when other failures are reported at their items.
      const refusal: Statement = {
        onInvalid: param.onInvalid === 'per-item' ? 'per-item' : 'refuse',
        orRefused: true,
        text: `${place.name} is required`,
      };
      add({
        name: `missing/${place.name}`,
        kind: 'missing',
        title: `a call without ${place.name}`,
        said: refusal,
        about: { argument: place.name, value: 'missing' },
        make: change((trial, living) => without(trial, param.schema, { member, place }, living)),
        source: memberNotation,
      });
    }
    for (const { type, value } of wrongTypes(specification.spec, param.schema)) {
      // In Pyx's own standard the statement on invalid values covers values of the correct type only; in that of a user, every value
      // outside of the schema.
      add({
        name: `wrong-type/${param.name}:${type}`,
        kind: 'wrong-type',
        title: `a call with ${param.name} of type ${type}`,
        said: outside === 'each-keyword' && said.onInvalid === 'refuse' ? said : { onInvalid: 'unstated' },
        about: { argument: param.name, value: type },
        make: put(async () => value),
      });
    }
    for (const [slug, miss] of Object.entries(nearMissesOf(specification.spec, param.schema))) {
      add({
        name: `near-miss/${param.name}:${slug}`,
        kind: 'near-miss',
        title: `a call with an invalid value of ${param.name} (${slug})`,
        said: statementOn(slug),
        about: { argument: param.name, value: slug },
        make: put((trial) => makeMiss(miss, trial.world, trial.random)),
        danger: dangerOfMiss(param.schema, slug),
      });
    }
    for (const { place, slug, onInvalid, needsValid, make } of outsideOf(specification.spec, param, outside)) {
      add({
        name: `outside/${place}:${slug}`,
        kind: 'outside',
        title: `a call with an invalid value of ${place} (${slug})`,
        said: onInvalid === undefined || onInvalid === param.onInvalid ? said : { onInvalid },
        about: { argument: place, value: slug },
        make: needsValid ? change(make) : put((trial) => make(trial, undefined)),
      });
    }
  }
  if (!method.unstated.includes('arguments')) {
    add({
      name: 'too-many',
      kind: 'too-many',
      title: 'a call with one argument too many',
      said: { onInvalid: 'unstated' },
      about: { argument: EVERY, value: 'one too many' },
      make: async (trial) => [...(await everyArgument(trial, method)), 'pyx'],
    });
  }
  return cases;
}

/** The name of the required member at a place; undefined at any other place. */
function requiredMember({ steps, optional }: Place): string | undefined {
  const last = steps.at(-1);
  return !optional && typeof last === 'object' && 'member' in last ? last.member : undefined;
}

/** The argument without the member at a place. */
function without(trial: Trial, schema: Schema, { member, place }: { member: string; place: Place }, argument: Wire): Promise<Wire> {
  return invalidBy(trial, schema, { value: argument, steps: place.steps.slice(0, -1) }, async (valid, around) =>
    withoutMember(trial, around, member, await valid()),
  );
}

/** What an invalid call is judged by. */
interface InvalidCall {
  readonly method: Method;
  readonly said: Statement;
  readonly check: string;
}

/** Makes an invalid call, judges the answer by the statement, and checks that a refused call changed nothing. */
async function tryInvalid(trial: Trial, { method, said, check }: InvalidCall, args: readonly Wire[]): Promise<void> {
  const effects = method.variants.flatMap((variant) => variant.effect);
  const given = method.params.slice(0, args.length).map((param) => param.name);
  const setup = setupOf(method.id);
  await setup.prepare?.(trial.world);
  const options = await setup.options?.(trial.world, given);
  const isAbsent = (id: string): boolean => trial.isAbsent(id);
  const before = await stateOf(trial.world, effects, isAbsent, true);
  const answer = await trial.call(method.id, args, options);
  // The method is missing, so every call is refused. Without this check that would count as a correct refusal.
  if (!answer.ok && answer.error.code === METHOD_NOT_FOUND) trial.reportRefusal(method.id, answer.error);
  judge(trial, { method, said, check }, answer);
  if (answer.ok) {
    await setup.undo?.(trial.world); // the node accepted the call
    return;
  }
  let changes = changesBetween(before, await stateOf(trial.world, effects, isAbsent));
  if (changes.length > 0 && changes.every(({ probe, was, is }) => isNewsOfPayments(probe, was, is))) {
    // An earlier payment of which the wallet had not heard before the call changes nothing when the call is repeated.
    const settled = await stateOf(trial.world, effects, isAbsent);
    await trial.call(method.id, args, options);
    changes = changesBetween(settled, await stateOf(trial.world, effects, isAbsent));
  }
  trial.judged();
  for (const { probe, was, is } of changes)
    trial.ok(
      false,
      `${method.id} was refused, but changed the state: ${probe} returned ${show(was)} before and ${show(is)} after the call`,
      { check: 'state-after-refusal', evidence: 'standard', source: NOT_EXECUTED },
    );
}

function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): { readonly probe: string; readonly was: string; readonly is: string }[] {
  // A probe that was refused once shows nothing.
  return [...after].map(([probe, is]) => ({ probe, was: before.get(probe) ?? is, is })).filter(({ was, is }) => was !== is);
}

function judge(trial: Trial, { method, said, check }: InvalidCall, answer: Answer): void {
  const was = answer.ok ? `accepted, answered ${shapeOf(answer.result)}` : `refused ${answer.error.code}`;
  const found = answer.ok ? jsonType(answer.result) : errorFound(answer.error);
  const reason = said.text === undefined ? '' : `: ${said.text}`;
  if (said.onInvalid === 'unstated' && isListedError(method, answer) === true) {
    trial.judged(); // it was refused as the method lists
  } else if (said.onInvalid === 'unstated') {
    trial.observe(check, was, `${method.id} was ${was}${answer.ok ? '' : ` (${answer.error.message.split('\n', 1)[0]})`}`);
  } else if (said.onInvalid === 'refuse') {
    trial.ok(!answer.ok, `${method.id} was ${was}, expected a refusal${reason}`, { check: 'refusal', found });
    observeUnlisted(trial, method, answer);
  } else if (said.onInvalid === 'empty') {
    const empty = answer.ok && Array.isArray(answer.result) && answer.result.length === 0;
    trial.ok(empty, `${method.id} was ${was}, expected an empty list${reason}`, { check: 'empty', found });
  } else {
    const reported = answer.ok && Array.isArray(answer.result) && answer.result.some((item) => isRecord(item) && item['success'] === false);
    trial.ok(reported || (said.orRefused === true && !answer.ok), `${method.id} was ${was}, expected an item with success false${reason}`, {
      check: 'per-item',
      found,
    });
  }
}

/**
 * Valid arguments in order: the required ones and those up to `wrong`, the only place where the call is invalid.
 * `needed`: the invalid value is made from a valid one.
 */
async function ordered(trial: Trial, method: Method, wrong?: string, needed = false): Promise<Wire[]> {
  const last = wrong === undefined ? -1 : method.params.findIndex((param) => param.name === wrong);
  const optional = method.params.filter((param, index) => !param.required && index <= last).map((param) => param.name);
  const args = await argumentsFor(trial, method, {
    optional,
    ...(wrong !== undefined && !needed && { except: wrong }),
  });
  return trial.world.service.request(method.id, args).params.slice(method.wire.prefix.length);
}

async function everyArgument(trial: Trial, method: Method): Promise<Wire[]> {
  const args = await argumentsFor(trial, method, {
    optional: 'all',
  });
  return trial.world.service.request(method.id, args).params.slice(method.wire.prefix.length);
}

function isRecord(value: Wire): value is { [name: string]: Wire } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shapeOf(result: Wire): string {
  if (result === null) return 'null';
  return Array.isArray(result) ? 'a list' : typeof result === 'object' ? 'an object' : `a ${typeof result}`;
}
