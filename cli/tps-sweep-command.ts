import { join } from 'node:path';
import { UserError } from '../specs/model/user-error.ts';
import { thisMachine } from '../load/machine.ts';
import { isShape } from '../load/topology/shapes.ts';
import type { TpsResults } from '../load/tps/results.ts';
import type { SweptTest, SweepResults } from '../load/tps/sweep-results.ts';
import { sweepDocuments } from '../reports/load/documents.ts';
import { sweepVerdict } from '../reports/load/sweep-verdict.ts';
import { InterruptedError } from './interruption.ts';
import { newSeed } from './new-seed.ts';
import { performPart, type Command } from './perform.ts';
import { scratchFolder, tpsCommand, type TpsFlags } from './tps-command.ts';
import { DEFAULT_NODES } from './tps-defaults.ts';
import type { Sweep, SweptValue } from './tps-sweep.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** The options of `pyx tps --sweep`. */
export interface SweepFlags extends TpsFlags {
  readonly sweep: Sweep;
}

/** `pyx tps --sweep`: one test after another on fresh nodes, with the same transactions as far as that is possible. */
export const sweepCommand: Command<SweepFlags, SweepResults> = {
  stopping: 'stopping; the tests so far are reported',
  interrupted: 'interrupted before the first test was complete',
  verdict: sweepVerdict,
  documents: sweepDocuments,
  run: async ({ sweep, ...flags }, context) => {
    assertSweepable(sweep, flags);
    const { option, values } = sweep;
    const machine = thisMachine();
    const startedMs = performance.now();
    const seed = flags.seed ?? newSeed();
    const prepared =
      option === 'outputs-per-tx' ? undefined : (flags.prepared ?? join(await scratchFolder(context), 'transactions.ndjson'));
    const tests: SweptTest[] = [];
    let isOver = false;
    for (const [index, swept] of values.entries()) {
      const folder = `${option}-${swept.text}`;
      const named = { value: swept.value, label: swept.text, folder };
      if (isOver) {
        tests.push({ ...named, title: 'Not run', exitCode: null, reasons: [] });
        continue;
      }
      context.note(`${option} ${swept.text} (${index + 1} of ${values.length})`);
      try {
        const part = { ...flags, ...withValue(sweep, swept, flags), seed, withoutLinks: false, out: join(context.outDir, folder) };
        const { results, verdict } = await performPart(
          tpsCommand,
          { ...part, ...(prepared !== undefined && { prepared }) },
          context.signal,
        );
        tests.push({ ...named, title: verdict.title, exitCode: verdict.code, reasons: [...verdict.reasons], ...figuresOf(results) });
      } catch (error) {
        if (!(error instanceof UserError) && !(error instanceof InterruptedError)) throw error;
        if (tests.length === 0) throw error;
        const exitCode = error instanceof InterruptedError ? 130 : 2;
        tests.push({ ...named, title: exitCode === 2 ? 'Could not be done' : 'Inconclusive', exitCode, reasons: [error.message] });
        isOver = true;
      }
      if (context.signal.aborted) isOver = true;
    }
    return {
      results: {
        schemaVersion: 1,
        pyx: version,
        kind: 'sweep',
        seed,
        startedAt: context.startedAt.toISOString(),
        durationMs: performance.now() - startedMs,
        complete: !isOver,
        target: flags.target,
        machine,
        option,
        tests,
      },
    };
  },
};

function assertSweepable({ option, values }: Sweep, flags: TpsFlags): void {
  const given = {
    latency: flags.latency,
    bandwidth: flags.bandwidth,
    nodes: flags.receivers,
    'outputs-per-tx': flags.outputsPerTx,
    batch: flags.batch,
  };
  if (given[option] !== undefined)
    throw new UsageError(`--sweep ${option} gives the values of --${option === 'nodes' ? 'receivers' : option}, which is given too`, {
      remedy: 'leave one of them out',
    });
  for (const name of ['live', 'metrics', 'csv'] as const)
    if (flags[name] !== undefined)
      throw new UsageError(`--sweep makes one test after another, and --${name} has the figures of one`, {
        remedy: 'leave one of them out',
      });
  if (flags.sender !== undefined || flags.nodes !== undefined)
    throw new UsageError(
      `--sweep starts nodes for each test, and --${flags.nodes === undefined ? 'sender' : 'nodes'} names those that run`,
      {
        remedy: 'leave one of them out',
      },
    );
  if (option === 'outputs-per-tx' && flags.prepared !== undefined)
    throw new UsageError('--prepared holds transactions with one number of outputs, and --sweep outputs-per-tx needs others', {
      remedy: 'leave --prepared out',
    });
  if (option === 'nodes' && flags.topology !== undefined && !isShape(flags.topology))
    throw new UsageError(
      `--sweep nodes makes networks of different sizes, and --topology ${flags.topology} is a file, which has the nodes`,
      {
        remedy: 'give a shape (full, line, ring, star, random:K)',
      },
    );
  const senders = flags.senders ?? DEFAULT_NODES.senders;
  if (option === 'nodes' && values.some(({ value }) => value <= senders))
    throw new UsageError(`--sweep nodes counts all nodes, and ${senders} of them send`, { remedy: `give numbers above ${senders}` });
}

/** The option with its value, as the command of one test has it. */
function withValue({ option }: Sweep, { value }: SweptValue, flags: TpsFlags): Partial<TpsFlags> {
  switch (option) {
    case 'latency':
      return { latency: value };
    case 'bandwidth':
      return { bandwidth: { forward: value, back: value } };
    case 'nodes':
      return { receivers: value - (flags.senders ?? DEFAULT_NODES.senders) };
    case 'outputs-per-tx':
      return { outputsPerTx: value };
    case 'batch':
      return { batch: [value] };
  }
}

function figuresOf({ totals }: TpsResults): Pick<SweptTest, 'figures'> {
  if (!totals) return {};
  const { transactionsPerS, outputsPerS, propagationP50Us, propagationP99Us, given, received, lost } = totals;
  return {
    figures: {
      transactionsPerS: transactionsPerS.mean,
      outputsPerS: outputsPerS.mean,
      propagationP50Us: propagationP50Us.mean,
      propagationP99Us: propagationP99Us.mean,
      given,
      received,
      lost,
    },
  };
}
