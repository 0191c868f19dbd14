import { isPlausibleName } from '../specs/model/plausible-name.ts';
import { differenceKey } from '../engine/difference.ts';
import type { HitRecorder } from '../engine/hits.ts';
import { isFailing, type Judge } from '../engine/judge.ts';
import type { Latencies } from '../engine/latencies.ts';
import type { Finding, Outcome } from '../engine/outcome.ts';
import { answerOf, requestOf } from '../engine/shown-call.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { JudgedCall } from './call-judge.ts';
import type { ListenedCall } from './listened-call.ts';

/** Suite of the outcomes of calls that clients made. */
export const LISTEN_SUITE = 'listen';
/** Different findings that are kept, each with a call: a broken node may have any number. */
const MAX_FOUND = 1_000;
/** Methods beyond the documents that are named. */
const MAX_UNDOCUMENTED = 100;
/** Codes of errors that are named. */
const MAX_CODES = 20;

/** The calls of one variant of a method that were answered alike: with a result, or refused. */
interface Group {
  readonly id: string;
  readonly method: string;
  readonly kind: 'listened' | 'refused';
  calls: number;
  /** Without a finding that fails. */
  sound: number;
  judged: number;
  durationMs: number;
  readonly hits: string[];
  readonly observations: Map<string, Finding>;
  readonly latencies: Record<string, number>;
  readonly errors: Map<number, number>;
}

/** One difference, with the first call that showed it. */
interface Found {
  readonly id: string;
  readonly group: Group;
  readonly finding: Finding;
  readonly shown: Pick<Outcome, 'request' | 'response'>;
  calls: number;
}

export interface ListenedCasesOptions {
  readonly specification: Specification;
  readonly judge: Judge;
  readonly hits: HitRecorder;
  /** Called at the first call that shows a difference which makes the run fail. */
  readonly onFound: (
    found: { readonly id: string; readonly method: string; readonly finding: Finding } & Pick<Outcome, 'request' | 'response'>,
  ) => void;
}

/** What clients called, as cases: one for each variant of a method, and one for each difference that was found. Its size does not grow with the traffic. */
export class ListenedCases {
  readonly #options: ListenedCasesOptions;
  readonly #groups = new Map<string, Group>();
  readonly #found = new Map<string, Found>();
  readonly #undocumented = new Map<string, number>();
  /** Differences beyond the number that is kept. */
  #beyond = 0;

  constructor(options: ListenedCasesOptions) {
    this.#options = options;
  }

  note(judged: JudgedCall, call: ListenedCall): void {
    const group = this.#groupOf(judged);
    group.calls++;
    const { reply } = judged.record;
    group.durationMs += reply.durationMs;
    if (judged.isJudged) group.judged++;
    if (reply.type === 'error') {
      const { code } = reply.error;
      if (group.errors.has(code) || group.errors.size < MAX_CODES) group.errors.set(code, (group.errors.get(code) ?? 0) + 1);
    } else {
      const ms = String(Number(reply.durationMs.toPrecision(2)));
      group.latencies[ms] = (group.latencies[ms] ?? 0) + 1;
    }
    group.hits.push(...this.#options.hits.hitsOf([judged.record], []));
    let isSound = true;
    for (const finding of judged.findings) {
      const [known] = this.#options.judge.judge(group, [finding], false).findings;
      if (!known) continue;
      if (known.evidence === 'observation') group.observations.set(`${known.check} ${known.observed ?? known.message}`, known);
      else {
        if (isFailing(known)) isSound = false;
        this.#find(group, known, judged, call);
      }
    }
    if (isSound) group.sound++;
  }

  /** A call that was answered with a result, of a method that no document has. */
  noteUndocumented(name: string): void {
    const kept = this.#undocumented.has(name) || this.#undocumented.size < MAX_UNDOCUMENTED ? name : 'other methods';
    this.#undocumented.set(kept, (this.#undocumented.get(kept) ?? 0) + 1);
  }

  /** Findings about several calls, the last of which is this. */
  relate(findings: readonly Finding[], judged: JudgedCall, call: ListenedCall): void {
    const group = this.#groupOf(judged);
    for (const finding of findings) {
      const [known] = this.#options.judge.judge(group, [finding], false).findings;
      if (known) this.#find(group, known, judged, call);
    }
  }

  /** What was called, in the order of the methods. */
  outcomes(): Outcome[] {
    const { judge } = this.#options;
    const ofGroups = [...this.#groups.values()]
      .filter(({ sound }) => sound > 0)
      .map((group): Outcome => {
        const { id, method, calls, kind, hits, durationMs, latencies } = group;
        const judged = judge.judge(group, [...group.observations.values()]);
        const unjudged = kind === 'listened' && group.judged === 0 && judged.findings.length === 0 ? [nothingJudged(group)] : [];
        const findings = [...judged.findings, ...unjudged];
        const status = unjudged.length > 0 ? 'observed' : judged.status;
        const timed: Latencies = { [method]: latencies };
        return {
          ...base,
          id,
          method,
          kind,
          status,
          calls,
          findings,
          hits,
          durationMs: Math.round(durationMs),
          ...(kind === 'listened' && { latencies: timed }),
        };
      });
    const ofFound = [...this.#found.values()].map(({ id, group, finding, shown, calls }): Outcome => {
      const message = `${finding.message}, in ${calls} of ${group.calls === 1 ? '1 call' : `${group.calls} calls`}`;
      const { findings, status } = judge.judge({ id, method: group.method }, [{ ...finding, message }]);
      const hits = group.sound === 0 ? group.hits.splice(0) : [];
      return { ...base, id, method: group.method, kind: 'found', status, calls, findings, hits, durationMs: 0, ...shown };
    });
    const others = [...this.#undocumented].map(([name, calls], index) => undocumentedOutcome(name, calls, index));
    return [...ofGroups, ...ofFound, ...others, ...refusals([...this.#groups.values()])].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Number of different findings that were not kept. */
  get beyond(): number {
    return this.#beyond;
  }

  #groupOf({ method, variant, record }: JudgedCall): Group {
    const kind = record.reply.type === 'error' ? 'refused' : 'listened';
    const part = kind === 'refused' ? 'refused' : (variant?.id ?? 'result');
    const id = `${LISTEN_SUITE}/${method.id}/${part}`.replaceAll(' ', '-');
    let group = this.#groups.get(id);
    if (!group) {
      group = {
        id,
        method: method.id,
        kind,
        calls: 0,
        sound: 0,
        judged: 0,
        durationMs: 0,
        hits: [],
        observations: new Map(),
        latencies: {},
        errors: new Map(),
      };
      this.#groups.set(id, group);
    }
    return group;
  }

  /** The same in each run that shows the difference, so that runs can be compared. One place may have several. */
  #freeId(id: string): string {
    const taken = new Set([...this.#found.values()].map((found) => found.id));
    let free = id;
    for (let number = 2; taken.has(free); number++) free = `${id}-${number}`;
    return free;
  }

  #find(group: Group, finding: Finding, judged: JudgedCall, call: ListenedCall): void {
    const { check, path, difference } = finding;
    const key = `${group.id} ${difference ? differenceKey(difference) : `${check} ${path ?? ''}`}`;
    const known = this.#found.get(key);
    if (known) {
      known.calls++;
      return;
    }
    if (this.#found.size >= MAX_FOUND) {
      this.#beyond++;
      return;
    }
    const found: Found = {
      id: this.#freeId(`${group.id}/${check}${difference?.path === undefined ? '' : `@${difference.path}`}`.replaceAll(' ', '-')),
      group,
      finding: { ...finding, message: `${finding.message}\nFirst heard at ${new Date(call.endedAt).toISOString()} by ${clientText(call)}` },
      shown: { request: requestOf(judged.record, this.#options.specification), response: answerOf(judged.record) },
      calls: 1,
    };
    this.#found.set(key, found);
    if (isFailing(finding)) this.#options.onFound({ id: found.id, method: group.method, finding: found.finding, ...found.shown });
  }
}

/** @param name as the client sent it: any text. */
function undocumentedOutcome(name: string, calls: number, index: number): Outcome {
  const isPlain = isPlausibleName(name);
  const shown = isPlain ? name : JSON.stringify(name);
  const finding: Finding = {
    check: 'undocumented-method',
    evidence: 'observation',
    source: 'the documents leave it open',
    observed: 'answered',
    message: `${shown} is not in the documents, and was answered with a result (${calls === 1 ? '1 call' : `${calls} calls`})`,
  };
  return {
    ...base,
    id: `${LISTEN_SUITE}/${isPlain ? name : `other-${index + 1}`}/undocumented`.replaceAll(' ', '-'),
    method: null,
    kind: 'undocumented',
    status: 'observed',
    calls,
    findings: [finding],
    hits: [],
    durationMs: 0,
  };
}

const base = { suite: LISTEN_SUITE } as const;

function clientText({ client, agent }: ListenedCall): string {
  return agent === undefined ? client : `${client}, ${agent.slice(0, 60)}`;
}

/** That calls were refused is no finding: with which codes is what there is to see. */
function refusals(groups: readonly Group[]): Outcome[] {
  const refused = groups.filter(({ kind }) => kind === 'refused');
  if (refused.length === 0) return [];
  const counts = new Map<number, number>();
  for (const { errors } of refused) for (const [code, count] of errors) counts.set(code, (counts.get(code) ?? 0) + count);
  const codes = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MAX_CODES);
  const calls = refused.reduce((sum, group) => sum + group.calls, 0);
  const finding: Finding = {
    check: 'refused-calls',
    evidence: 'observation',
    source: 'the documents leave it open',
    message: `${calls === 1 ? '1 call was' : `${calls} calls were`} refused: ${codes.map(([code, count]) => `${code} (${count})`).join(', ')}`,
  };
  return [
    {
      ...base,
      id: `${LISTEN_SUITE}/refused`,
      method: null,
      kind: 'refused',
      status: 'observed',
      calls,
      findings: [finding],
      hits: [],
      durationMs: 0,
    },
  ];
}

function nothingJudged({ method }: Group): Finding {
  return {
    check: 'nothing-to-judge',
    evidence: 'observation',
    source: 'the documents leave it open',
    message: `the documents do not describe what ${method} returned`,
  };
}
