import { Secrets } from '../client/mask.ts';
import { oldFormNote } from '../engine/target-file.ts';
import type { OpenedNode } from '../engine/open-node.ts';
import type { EmbeddedOptions } from '../fixtures/targets/embedded-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { maskData } from '../client/mask-data.ts';
import type { TerminalStream } from '../reports/colours.ts';
import type { Registry } from '../reports/metrics/registry.ts';
import { LivePage } from '../reports/live/live-page.ts';
import type { LiveEnd, LiveKind, LiveState } from '../reports/live/live-state.ts';
import type { LiveModel } from '../reports/live/live-view.ts';
import { printLine } from '../reports/print.ts';
import { endVerdict } from './end-verdict.ts';
import { flaggedTarget, type CredentialFlags } from './flagged-target.ts';
import { catchInterruption, InterruptedError } from './interruption.ts';
import { openMetrics } from './metrics/open-metrics.ts';
import { maskedError } from './masked-error.ts';
import { nodeLine } from './node-line.ts';
import { defaultOut, writableFolder } from './writable-folder.ts';

export interface ContextSettings {
  /** Printed at an interruption: `stopping; what was found is reported`. */
  readonly stopping: string;
  /** The command ends with it if an interruption leaves nothing to report: `interrupted before the first case`. */
  readonly interrupted: string;
  /** The output folder. Default: `pyx-out/<time>`. */
  readonly out?: string | undefined;
  /** The option that names it. Default: `--out`. */
  readonly outOption?: string | undefined;
  /** File to which GitHub's summary is appended, if the command has its own. */
  readonly githubStepSummary?: string | undefined;
  /** Nothing is printed on standard error. */
  readonly quiet?: boolean | undefined;
  /** Begins each line on standard error: the part of several that go on side by side. */
  readonly name?: string | undefined;
  /** Where figures go while they arise. */
  readonly metrics?: readonly string[] | undefined;
  /** That of the command that this one is a part of, which catches interruptions. */
  readonly signal?: AbortSignal | undefined;
}

/** What a command works with, and gives back at its end, however it ends. */
export class Context {
  readonly startedAt = new Date();
  /** Everything that is written or printed is masked with them. */
  readonly secrets = new Secrets();
  /** Aborts at an interruption. */
  readonly signal: AbortSignal;
  /** Standard error, masked. */
  readonly stderr: TerminalStream;
  readonly githubStepSummary: string | undefined;
  /** Nothing is printed on standard error, nor by parts of the command. */
  readonly quiet: boolean;
  /** The instruments of those who watch the command; undefined if nobody does. */
  metrics: Registry | undefined;
  readonly #out: Pick<ContextSettings, 'out' | 'outOption'>;
  #outDir: string | undefined;
  #live: LivePage | undefined;
  readonly #closers: (() => void | Promise<void>)[] = [];

  constructor({ out, outOption, githubStepSummary, quiet = false, name }: ContextSettings, signal: AbortSignal) {
    this.signal = signal;
    this.quiet = quiet;
    this.githubStepSummary = githubStepSummary === '' ? undefined : githubStepSummary;
    this.#out = { out, outOption };
    const { stderr } = process;
    this.stderr = {
      write: (text) => quiet || stderr.write(this.secrets.mask(name === undefined ? text : `${name}: ${text}`)),
      // Only one part can rewrite a line.
      isTTY: stderr.isTTY && !quiet && name === undefined,
      get columns() {
        return stderr.columns;
      },
    };
  }

  /** The output folder, which is made when it is first needed. Throws `UsageError`. */
  get outDir(): string {
    return (this.#outDir ??= writableFolder(this.#out.out ?? defaultOut(this.startedAt), this.#out.outOption));
  }

  /** Prints a line on standard error, and on the live page. */
  note(text: string): void {
    printLine(this.stderr, text);
    this.#live?.note(text);
  }

  /** Opens the page that shows the command while it goes on, and prints its address. Throws `LivePageError`. */
  async openLive(kind: LiveKind, port: number | undefined): Promise<void> {
    const { startedAt, signal, secrets } = this;
    this.#live = await LivePage.open({
      kind,
      command: `pyx ${kind}`,
      startedAt,
      port,
      mask: (frame) => maskData(frame, secrets),
      signal,
      onFailure: (reason) => printLine(this.stderr, `note: the live page cannot be shown any more: ${reason}`),
    });
    printLine(this.stderr, `live page: ${this.#live.url}`);
  }

  /** Has the live page show a model, if there is a page. Returns the model, which the command tells what it does. */
  show<Model extends LiveModel<LiveState>>(model: Model): Model {
    this.#live?.follow(model);
    return model;
  }

  /** Has the live page show how the command ended, and closes the page. */
  async endLive(end: LiveEnd): Promise<void> {
    await this.#live?.end(end);
  }

  /** Prints what the node is, and further lines. */
  announce(opened: OpenedNode, ...further: readonly string[]): void {
    for (const text of [nodeLine(opened), `target file: ${opened.targetFile?.file ?? 'none'}`, ...further]) this.note(text);
    const old = oldFormNote(opened.targetFile);
    if (old !== undefined) this.note(`note: ${old}`);
  }

  /** Opens a target, which is closed at the end. Throws as `openTarget` does. */
  async openTarget(text: string, credentials: CredentialFlags = {}, options: EmbeddedOptions = {}): Promise<Target> {
    const target = await flaggedTarget(text, credentials, options, this);
    // A folder that cannot be used is reported before a node is started.
    if (this.#out.out !== undefined) void this.outDir;
    this.onClose(async () => {
      await target.close();
      // Of a node that has died each command reports what it was doing.
      for (const { how, problem } of target.badEnds ?? []) if (how !== 'died') this.note(`note: ${problem}`);
    });
    return target;
  }

  /** Done at the end, the last one first. */
  onClose(close: () => void | Promise<void>): void {
    this.#closers.push(close);
  }

  /** Gives back all. Throws the first error, after all was tried. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of this.#closers.splice(0).toReversed()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

/**
 * Does the work of a command with a context, and gives back what it took, also after an error. Errors are masked; after an
 * interruption they are consequences of it: `InterruptedError` is thrown in their place.
 */
export async function withContext<T>(settings: ContextSettings, work: (context: Context) => Promise<T>): Promise<T> {
  const { signal, release } = settings.signal
    ? { signal: settings.signal, release: () => undefined }
    : catchInterruption(settings.stopping);
  let context: Context | undefined;
  try {
    context = new Context(settings, signal);
    if (settings.metrics !== undefined) context.metrics = await openMetrics(settings.metrics, context);
    return await work(context);
  } catch (error) {
    const shown = signal.aborted ? new InterruptedError(settings.interrupted) : context ? maskedError(error, context.secrets) : error;
    await context?.endLive(endVerdict(shown));
    throw shown;
  } finally {
    try {
      await context?.close();
    } finally {
      release();
    }
  }
}
