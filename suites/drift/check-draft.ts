import { absenceFor } from '../../engine/applicable.ts';
import type { Case } from '../../engine/case.ts';
import type { OpenedNode } from '../../engine/open-node.ts';
import { openTrial, type OpenedTrial } from '../../engine/open-trial.ts';
import { RefusedError } from '../../engine/prepare.ts';
import { TargetError, type RunningNode } from '../../fixtures/targets/types.ts';
import type { Names } from '../../specs/model/names.ts';
import type { AskedNode } from './asked-node.ts';
import { doubtsOf, type Round } from './doubts.ts';
import { firstCases } from './first-cases.ts';
import { draftFile, type LearnListeners, type LearnSettings } from './draft.ts';
import {
  isFound,
  namedOptions,
  runWithDraft,
  type CheckedCase,
  type CheckSettings,
  type DraftParts,
  type NamedOption,
} from './run-with-draft.ts';
import type { LearntOptions, WantedOption } from './start-options.ts';

/** The check ends after this time, and reports what it has not reached. */
const LIMIT_MS = 180_000;
/** Options that are tried, each on a node of its own; and cases that are run with each. */
const MAX_OPTIONS = 8;
const CASES_OF_OPTION = 4;

/** What the first cases of each suite showed of a draft. */
export interface DraftChecked {
  readonly cases: number;
  readonly failed: number;
  readonly durationMs: number;
  /** Methods that seemed to be missing and are not. */
  readonly found: readonly string[];
  /** The start options, with those that refusals named and that helped. */
  readonly options: LearntOptions;
  /** Sentences for people. */
  readonly doubts: readonly string[];
}

interface Draft {
  readonly names: Names;
  readonly missing: ReadonlySet<string>;
  readonly options: LearntOptions;
}

interface DraftToCheck {
  readonly settings: LearnSettings;
  readonly trial: OpenedTrial;
  readonly asked: AskedNode;
  readonly listeners: LearnListeners;
  readonly draft: Draft;
}

/**
 * Runs the first cases of each suite with a draft. Those of methods that seem to be missing are run too: one that is answered is not
 * missing. Options that refusals name are tried, and with those that help, all is run again. On a node that Pyx did not start only
 * cases are run that change nothing.
 */
export async function checkDraft(given: DraftToCheck): Promise<DraftChecked> {
  const { settings, trial, asked, draft } = given;
  const startedMs = performance.now();
  const check = new DraftCheck(given, startedMs + LIMIT_MS);
  const first = await check.round(trial.opened, asked.node);
  const named = check.changesNodes ? await check.tryNamed(first) : { wanted: [], doubts: [] };
  const options = { ...draft.options, wanted: [...draft.options.wanted, ...named.wanted] };
  let last = first;
  if (named.wanted.length > 0) {
    const { opened } = await openTrial({ ...settings, targetFile: draftFile(options.wanted.map(({ option }) => option)) });
    last = await check.round(opened, opened.node);
  }
  return {
    cases: last.checked.length,
    failed: last.checked.filter(({ outcome }) => outcome.status === 'failed').length,
    durationMs: performance.now() - startedMs,
    found: [...last.found.keys()],
    options,
    doubts: [...named.doubts, ...doubtsOf(last, settings.specification, LIMIT_MS)],
  };
}

class DraftCheck {
  readonly #given: DraftToCheck;
  readonly #endMs: number;
  readonly #cases: readonly Case[];
  /** Whether cases may change the node. */
  readonly changesNodes: boolean;

  constructor(given: DraftToCheck, endMs: number) {
    const { target, readOnly = false, cases } = given.settings;
    this.#given = given;
    this.#endMs = endMs;
    this.changesNodes = target.capabilities.startNodes && !readOnly;
    this.#cases = firstCases(cases.filter(({ effect }) => this.changesNodes || effect.every((one) => one === 'read')));
  }

  async round(opened: OpenedNode, firstNode: RunningNode): Promise<Round> {
    const { missing } = this.#given.draft;
    const ofMissing = this.#cases.filter(({ suite, method }) => suite === 'methods' && missing.has(method ?? ''));
    const { onNote, onPlanned, onOutcome } = this.#given.listeners;
    if (ofMissing.length > 0) onNote(`calling the methods that seem to be missing in ${ofMissing.length} cases`);
    const tried = await this.#run(opened, ofMissing, { absent: new Map(), firstNode });
    const found = new Map(
      [...missing].flatMap((method): [string, Case][] => {
        const by = isFound(method, tried)?.testCase;
        return by === undefined ? [] : [[method, by]];
      }),
    );
    const absent = new Map([...missing].filter((method) => !found.has(method)).map((method) => [method, 'It was not found.']));
    const others = this.#cases.filter((testCase) => !ofMissing.includes(testCase) && absenceFor(testCase, absent) === undefined);
    // A node that Pyx did not start is the only one.
    const isLeft = ofMissing.length === 0 || !this.#given.settings.target.capabilities.startNodes;
    onPlanned(others.length);
    const checked = await this.#run(opened, others, { absent, onOutcome, ...(isLeft && { firstNode }) });
    const unreached = ofMissing.length + others.length - tried.length - checked.length;
    return { found, checked: [...tried.filter(({ testCase }) => found.has(testCase.method ?? '')), ...checked], unreached };
  }

  /** Tries the options that refusals name. Returns those with which a call is not refused any more, and what remains doubtful. */
  async tryNamed({ checked }: Round): Promise<{ readonly wanted: readonly WantedOption[]; readonly doubts: readonly string[] }> {
    const { draft, listeners } = this.#given;
    const wanted: WantedOption[] = [];
    const doubts: string[] = [];
    const queue = namedOptions(checked);
    const tried = new Set(draft.options.refused);
    for (const { option, text } of queue) {
      if (tried.has(option) || tried.size >= MAX_OPTIONS + draft.options.refused.length || performance.now() > this.#endMs) continue;
      tried.add(option);
      listeners.onNote(`trying ${option}, which a refusal names (${text})`);
      const shown = await this.#with(option, wanted, queue);
      if (typeof shown === 'string') {
        doubts.push(`A refusal names ${option} (${text}), and ${shown}.`);
        continue;
      }
      wanted.push({ option, reason: `Without it a call is refused: ${text}` });
      queue.push(...shown); // a call that goes further may meet the next one
    }
    return { wanted, doubts };
  }

  /** What refusals name with this option besides; why it does not help, if it does not. */
  async #with(option: string, wanted: readonly WantedOption[], named: readonly NamedOption[]): Promise<NamedOption[] | string> {
    const { settings, draft } = this.#given;
    const options = [...draft.options.wanted, ...wanted].map((one) => one.option);
    const by = [...new Set(named.filter((one) => one.option === option).map((one) => one.by))].slice(0, CASES_OF_OPTION);
    let opened: OpenedNode;
    try {
      ({ opened } = await openTrial({ ...settings, targetFile: draftFile([...options, option]) }));
    } catch (error) {
      if ((error instanceof TargetError && error.refusal !== undefined) || error instanceof RefusedError)
        return `with it no node can be tested: ${error.message}`;
      throw error;
    }
    const again = await this.#run(opened, by, { absent: new Map(), firstNode: opened.node });
    const still = namedOptions(again);
    const helps = again.some(
      ({ testCase, outcome }) => outcome.calls > 0 && !still.some((one) => one.by === testCase && one.option === option),
    );
    return helps ? still : 'it is refused with it too';
  }

  #run(
    opened: OpenedNode,
    cases: readonly Case[],
    { absent, firstNode, onOutcome }: Pick<DraftParts, 'absent'> & Partial<Pick<CheckSettings, 'firstNode' | 'onOutcome'>>,
  ): Promise<CheckedCase[]> {
    const { settings, draft } = this.#given;
    const parts = {
      names: draft.names,
      absent,
      absentOptions: new Map(draft.options.refused.map((option) => [option, 'The node does not start with it.'])),
    };
    return runWithDraft(cases, parts, {
      settings: { ...settings, readOnly: !this.changesNodes },
      opened,
      firstNode,
      endMs: this.#endMs,
      onOutcome,
    });
  }
}
