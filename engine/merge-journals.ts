import { closeSync, openSync, writeSync } from 'node:fs';
import { defined } from '../specs/model/defined.ts';
import { UserError } from '../specs/model/user-error.ts';
import { NODE_SUITE } from './bad-ends.ts';
import { TARGET_FILE_SUITE, targetFileOutcomes } from './conduct.ts';
import { dimensions, type Universe } from './coverage.ts';
import { readJournal, textOf } from './journal.ts';
import type { EndLine, StartLine, WrittenLine } from './journal-lines.ts';
import { ACCEPTANCE_CHECKS, joinedStandings, staleAcceptances, type AcceptanceStanding } from './acceptance-standing.ts';

/** Journals that are not the shards of one run. */
export class MergeError extends UserError {
  override readonly name = 'MergeError';
}

const INDEPENDENT: ReadonlySet<string> = new Set([ACCEPTANCE_CHECKS.unknown, ACCEPTANCE_CHECKS.unexplained]);

interface Shard {
  readonly file: string;
  readonly start: StartLine;
  readonly shard: NonNullable<StartLine['shard']>;
}

/**
 * Writes the journal of the whole run from those of its shards, in the order of the shards. Accepted differences are judged on
 * the whole. A shard that is missing or was killed leaves the run incomplete. Throws `MergeError` for journals that are not
 * shards of one run, and `JournalError`.
 */
export async function mergeJournals(files: readonly string[], out: string): Promise<void> {
  const shards = await shardsIn(files);
  const { total } = shards[0]!.shard;
  const fd = openSync(out, 'w');
  const write = (line: WrittenLine): void => void writeSync(fd, `${textOf(line)}\n`);
  try {
    write({ ...joinedStart(shards), atMs: 0 });
    const standings: (readonly AcceptanceStanding[])[] = [];
    const shown: (readonly AcceptanceStanding[])[] = [];
    const ends: EndLine[] = [];
    /** Outcomes that every shard may have: about nodes that did not end well, and about what the target file has whatever was run. */
    const independent = new Map<string, WrittenLine>();
    let lastMs = 0;
    for (const { file, shard } of shards) {
      for await (const line of readJournal(file)) {
        lastMs = Math.max(lastMs, line.atMs);
        if (line.t === 'accepted') {
          shown.push(line.standings);
          if (line.forShards) standings.push(line.forShards);
        } else if (line.t === 'end') ends.push(line);
        else if (line.t === 'outcome' && line.suite === TARGET_FILE_SUITE) {
          if (INDEPENDENT.has(line.findings[0]?.check ?? '')) independent.set(line.id, line);
        } else if (line.t === 'outcome' && line.suite === NODE_SUITE) {
          if (line.status === 'failed' || !independent.has(line.id)) independent.set(line.id, line);
        } else if (line.t !== 'start') write(onShard(line, shard.index));
      }
    }
    const missing = Array.from({ length: total }, (_, index) => index + 1).filter((index) =>
      shards.every(({ shard }) => shard.index !== index),
    );
    // They are judged only if every shard came to its end: one that is missing may need them.
    if (missing.length === 0 && standings.length === total) {
      const findings = staleAcceptances(joinedStandings(standings));
      for (const outcome of targetFileOutcomes(findings)) write({ t: 'outcome', ...outcome, atMs: lastMs });
    }
    for (const line of independent.values()) write(line);
    write({ t: 'accepted', standings: joinedStandings(shown), atMs: lastMs });
    const { cause, stopped } = joinedEnd(ends, total);
    write({
      t: 'end',
      complete: ends.length === total && ends.every(({ complete }) => complete),
      ...defined({
        stopped: missing.length > 0 ? `shard ${missing.join(', ')} of ${total} is missing` : stopped,
        cause,
      }),
      durationMs: Math.max(lastMs, ...ends.map(({ durationMs }) => durationMs)),
      atMs: lastMs,
    });
  } finally {
    closeSync(fd);
  }
}

/** What ended a run early whose shards ended so. The time that was given is it only if nothing else kept a shard from its cases. */
function joinedEnd(ends: readonly EndLine[], total: number): Pick<EndLine, 'cause' | 'stopped'> {
  const early = ends.filter(({ complete }) => !complete);
  const others = early.filter(({ cause }) => cause !== 'time');
  const { cause, stopped } = others.find((end) => end.cause) ?? others[0] ?? (ends.length === total ? early[0] : undefined) ?? {};
  return { ...defined({ cause, stopped }) };
}

async function shardsIn(files: readonly string[]): Promise<Shard[]> {
  const shards: Shard[] = [];
  for (const file of files) {
    const start = await startLineOf(file);
    if (!start.shard)
      throw new MergeError(`${file}: expected a shard of a run, found a run without --shard`, {
        remedy: 'name the folders of pyx run --shard 1/N, 2/N …; two runs are compared by pyx report --against',
      });
    shards.push({ file, start, shard: start.shard });
  }
  shards.sort((a, b) => a.shard.index - b.shard.index);
  const [first] = shards;
  for (const [position, { file, start, shard }] of shards.entries()) {
    const differs = (
      [
        ['the number of shards', shard.total, first!.shard.total],
        ['the seed', start.seed, first!.start.seed],
        ['the version of Pyx', start.pyx, first!.start.pyx],
        ['the node', start.target.subversion, first!.start.target.subversion],
        ['the target file', start.target.targetFile, first!.start.target.targetFile],
      ] as const
    ).find(([, own, expected]) => own !== expected);
    if (differs)
      throw new MergeError(`${file}: ${differs[0]} is ${String(differs[1])}, expected ${String(differs[2])} as in ${first!.file}`, {
        remedy: 'name the shards of one run, with the same --seed and target',
      });
    if (shards[position - 1]?.shard.index === shard.index)
      throw new MergeError(`${file}: shard ${shard.index} of ${shard.total} is named twice`, { remedy: 'name each shard once' });
  }
  return shards;
}

/** How a run began. Throws `MergeError` for a journal that does not say it, and `JournalError`. */
export async function startLineOf(file: string): Promise<StartLine> {
  for await (const line of readJournal(file)) if (line.t === 'start') return line;
  throw new MergeError(`${file} has no start line of a run`, { remedy: 'give the folder of a run' });
}

function joinedStart(shards: readonly Shard[]): StartLine {
  const { shard: _, ...first } = shards[0]!.start;
  const suites: Record<string, number> = {};
  for (const { start } of shards) for (const [name, cases] of Object.entries(start.suites)) suites[name] = (suites[name] ?? 0) + cases;
  const whole = shards[0]!.shard.whole;
  return {
    ...first,
    startedAt: shards.map(({ start }) => start.startedAt).sort()[0] ?? first.startedAt,
    planned: shards.reduce((sum, { start }) => sum + start.planned, 0),
    suites,
    wholeRun: whole !== undefined && shards.length === shards[0]!.shard.total,
    universe: whole ?? joinedUniverse(shards.map(({ start }) => start.universe)),
  };
}

function joinedUniverse(universes: readonly Universe[]): Universe {
  const joined = dimensions.map((dimension) => [dimension, [...new Set(universes.flatMap((universe) => universe[dimension]))]] as const);
  return {
    ...(Object.fromEntries(joined) as Pick<Universe, (typeof dimensions)[number]>),
    untestable: Object.assign({}, ...universes.map((universe) => universe.untestable)) as Universe['untestable'],
    families: Object.assign({}, ...universes.map((universe) => universe.families)) as Universe['families'],
  };
}

/** Nodes of different shards have the same names. */
function onShard(line: WrittenLine, index: number): WrittenLine {
  return (line.t === 'outcome' || line.t === 'time' || line.t === 'suspect') && line.node !== undefined
    ? { ...line, node: `shard ${index}, ${line.node}` }
    : line;
}
