import { isLosslessNumber } from 'lossless-json';
import { Secrets } from '../../client/mask.ts';
import type { Case } from '../../engine/case.ts';
import { HitRecorder } from '../../engine/hits.ts';
import { openTrial } from '../../engine/open-trial.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { NOTHING_TO_JUDGE } from '../../engine/run-case.ts';
import { openEmbeddedTarget } from '../../fixtures/targets/embedded-target.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { altersAny } from '../../suites/selfcheck/alters-any.ts';
import type { CleanCase } from '../../suites/selfcheck/clean-case.ts';
import { runClean } from '../../suites/selfcheck/clean-run.ts';
import { isInLane, parts } from '../../suites/selfcheck/lanes.ts';
import { onVariant } from '../../suites/selfcheck/operators/answers.ts';
import { plus } from '../../suites/selfcheck/operators/numbers.ts';
import { answerPlaces, type AnswerPlace } from '../../suites/selfcheck/places/answer-places.ts';
import { isKeyed, isList } from '../../suites/selfcheck/places/forms.ts';
import { changeAll } from '../../suites/selfcheck/places/steps.ts';
import { SelfcheckNode } from '../../suites/selfcheck/selfcheck-node.ts';
import { SelfcheckNodes } from '../../suites/selfcheck/selfcheck-nodes.ts';
import type { Alteration } from '../../suites/selfcheck/types.ts';
import { coindUnobserved } from './try-cases.ts';

/** Each run covers what it covers alone, whatever ran before. */
class HitsOfEachRun extends HitRecorder {
  override hitsOf(...args: Parameters<HitRecorder['hitsOf']>): string[] {
    return new HitRecorder(specification).hitsOf(...args);
  }
}

/** A case with a place whose items it receives. */
interface Pair {
  readonly testCase: Case;
  readonly place: AnswerPlace;
}

/** A run of a case with or without an alteration. */
interface Ran {
  readonly outcome: Outcome;
  /** Number of checks that the case made. */
  readonly checks: number;
}

/** What became of cases on nodes that return no items at a place. */
export interface EmptiedResults {
  /** Cases that passed although their assertion is about the items: `<case>, <place>: <why>`. */
  readonly wronglyPassed: readonly string[];
  /** Number of runs without items that failed, and that had nothing to judge. */
  readonly failed: number;
  readonly nothingToJudge: number;
  /** Places that some case received items of. */
  readonly reached: ReadonlySet<string>;
}

/** Every list, and every object whose names are data, of the documented results. */
export const itemPlaces: readonly AnswerPlace[] = specification.documented.flatMap((method) =>
  method.variants.flatMap((variant) =>
    answerPlaces(specification.spec, method, variant).filter(({ forms }) => forms.some((form) => isList(form) || isKeyed(form))),
  ),
);

/** `listunspent#default`, `getblock#verbosity=1:tx` */
export const placeName = ({ method, variant, pattern }: AnswerPlace): string =>
  `${method.id}#${variant.id}${pattern === '' ? '' : `:${pattern}`}`;

const hasItems = (value: Wire | undefined): value is Wire =>
  typeof value === 'object' && value !== null && !isLosslessNumber(value) && Object.keys(value).length > 0;

/** Alters each list or object with items at a place. */
function atPlace({ method, variant, steps }: AnswerPlace, alter: (value: Wire) => Wire): Alteration {
  return {
    only: method.id as MethodId,
    answer: onVariant(method, variant, (reply) => {
      if (reply.type !== 'result') return undefined;
      const result = changeAll(reply.result, steps, (value) => (hasItems(value) ? { value: alter(value) } : undefined));
      return result === undefined ? undefined : { ...reply, result };
    }),
  };
}

const withoutItems = (place: AnswerPlace): Alteration => atPlace(place, (value) => (Array.isArray(value) ? [] : {}));

/** Each value, and with `names` each name that is data, is another one of the same form. */
function withOtherItems(place: AnswerPlace, names: boolean): Alteration {
  const isRenamed = names && place.forms.some(isKeyed);
  return atPlace(place, (value) => {
    const changed = other(value);
    if (!isRenamed || Array.isArray(changed)) return changed;
    return Object.fromEntries(Object.entries(changed as { [name: string]: Wire }).map(([name, item]) => [otherText(name), item]));
  });
}

function other(value: Wire): Wire {
  if (typeof value === 'string') return otherText(value);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number' || isLosslessNumber(value)) return plus(value, 1n) ?? value;
  if (Array.isArray(value)) return value.map(other);
  if (value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, other(member)]));
}

/** Another text of the same length. Hex digits stay hex digits. */
function otherText(text: string): string {
  const next: { readonly [sign: string]: string } = { 9: '8', f: 'e' };
  return text.replace(/[0-9a-y]/g, (sign) => next[sign] ?? String.fromCharCode(sign.charCodeAt(0) + 1));
}

/** Runs a case; undefined if its node was lost, or could not be made. */
async function runOn(node: SelfcheckNode, testCase: Case, alteration?: Alteration): Promise<Ran | undefined> {
  let checks = 0;
  const counted: Case = {
    ...testCase,
    run: async (trial) => {
      try {
        await testCase.run(trial);
      } finally {
        checks = trial.checks;
      }
    },
  };
  const run = await node.run(counted, alteration && { newAlteration: () => alteration });
  return 'outcome' in run ? { outcome: run.outcome, checks } : undefined;
}

const saysNothing = ({ findings }: Outcome): boolean => findings.some(({ check }) => check === NOTHING_TO_JUDGE);

/** Why a case should not have passed without the items; undefined if its assertion is not about them. */
async function whyWrong(node: SelfcheckNode, { testCase, place }: Pair, emptied: Ran): Promise<string | undefined> {
  const { outcome, checks } = emptied;
  if (outcome.internal === true) return outcome.reason ?? 'internal error';
  if (saysNothing(outcome)) return outcome.hits.some((id) => testCase.judges.includes(id)) ? 'it covers what it did not judge' : undefined;
  if (outcome.status !== 'passed' && outcome.status !== 'observed') return undefined;
  if (testCase.generated === true) return testCase.method === place.method.id ? whyGeneratedWrong(place, outcome) : undefined;
  const plain = await runOn(node, testCase);
  if (plain && checks < plain.checks && (await isFewerAgain(node, { testCase, place }, plain.checks)))
    return `it makes ${checks} of ${plain.checks} checks`;
  for (const names of [false, true]) {
    const changed = await runOn(node, testCase, withOtherItems(place, names));
    // A case that holds a whole result against its schema is not about each list in it.
    const finding = changed?.outcome.findings.find(
      ({ evidence, source }) => evidence !== 'observation' && !source.includes(': the result of '),
    );
    if (changed?.outcome.status === 'failed' && finding) return `with other items it fails: ${finding.message}`;
  }
  return undefined;
}

/** A generated case holds a result against its schema: whole, so that a list in it may be empty, but then covers no fields of items. */
function whyGeneratedWrong(place: AnswerPlace, { hits }: Outcome): string | undefined {
  if (place.pattern === '') return 'the whole result is empty';
  const covered = hits.find((id) => [`f:${placeName(place)}[`, `f:${placeName(place)}{`].some((start) => id.startsWith(start)));
  return covered === undefined ? undefined : `it covers ${covered}`;
}

/** Cases that wait make more checks on a slow machine: fewer ones must be seen again. */
async function isFewerAgain(node: SelfcheckNode, { testCase, place }: Pair, most: number): Promise<boolean> {
  const [plain, emptied] = [await runOn(node, testCase), await runOn(node, testCase, withoutItems(place))];
  return emptied !== undefined && emptied.checks < Math.min(most, plain?.checks ?? most);
}

/** Runs cases on the embedded node without the items at each place of which they receive some, one place at a time. */
export async function tryEmptied(cases: readonly Case[], { jobs, seed }: { jobs: number; seed: number }): Promise<EmptiedResults> {
  const target = openEmbeddedTarget();
  try {
    const trial = await openTrial({ specification, target, targetFile: coindUnobserved, seed, jobs, secrets: new Secrets() });
    await trial.opened.node.stop(); // each case runs alone, on other nodes
    const run = { ...trial.options, hits: new HitsOfEachRun(specification) };
    const pool = new SelfcheckNodes({ run, newNode: (node) => new SelfcheckNode(node) });
    const clean = await runClean({ run, cases, pool, onCase: () => undefined });
    if (clean.failed.length > 0) throw new Error(`failed without an alteration: ${clean.failed.map(({ id }) => id).join(', ')}`);
    const pairs: Pair[] = [];
    for (const passed of clean.passed) for (const place of await placesIn(passed)) pairs.push({ testCase: passed.testCase, place });
    const wronglyPassed: string[] = [];
    let [failed, nothingToJudge] = [0, 0];
    for (const { lanes } of parts) {
      const queues = lanes.map((lane) => ({ lane, items: pairs.filter(({ testCase }) => isInLane(testCase, lane)) }));
      await pool.work(queues, async (node, pair) => {
        const emptied = await runOn(node, pair.testCase, withoutItems(pair.place));
        if (!emptied) throw new Error(`the nodes of ${pair.testCase.id} were lost`);
        if (emptied.outcome.status === 'failed') failed++;
        if (saysNothing(emptied.outcome)) nothingToJudge++;
        const why = await whyWrong(node, pair, emptied);
        if (why !== undefined) wronglyPassed.push(`${pair.testCase.id}, ${placeName(pair.place)}: ${why}`);
      });
    }
    return { wronglyPassed, failed, nothingToJudge, reached: new Set(pairs.map(({ place }) => placeName(place))) };
  } finally {
    await target.close();
  }
}

/** The places of which a case has received items. */
async function placesIn({ calls }: CleanCase): Promise<AnswerPlace[]> {
  const reached: AnswerPlace[] = [];
  for (const place of itemPlaces) {
    const seen = calls.get(place.method.id as MethodId)?.all ?? [];
    if (await altersAny(withoutItems(place), seen)) reached.push(place);
  }
  return reached;
}
