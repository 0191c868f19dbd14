import { rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { partialOf, removeStalePartials } from '../../load/transactions/stale-partials.ts';
import { LAST_LINE, openMetricsText } from '../../reports/metrics/open-metrics.ts';
import type { Registry } from '../../reports/metrics/registry.ts';
import { assertReplaceable } from '../replaceable-file.ts';
import { UsageError } from '../usage-error.ts';
import { writableFolderOf } from '../writable-folder.ts';
import type { Outlet } from './outlet.ts';

/**
 * A file with the present figures, which is always whole: it is written beside it, and renamed. The file stays at the end, as the text
 * collector of node exporter wants it.
 */
export class MetricsFile implements Outlet {
  readonly kind = 'file';
  readonly name: string;
  readonly #partial: string;
  readonly #registry: Registry;
  /** A second Ctrl-C ends the process at once. */
  readonly #atExit = (): void => rmSync(this.#partial, { force: true });

  /** Writes it for the first time. Throws `UsageError` if that is not possible, or a file of other content would be lost. */
  static async open(file: string, registry: Registry): Promise<MetricsFile> {
    writableFolderOf(file, '--metrics');
    assertReplaceable(file, '--metrics', (text) => text.endsWith(LAST_LINE));
    const opened = new MetricsFile(file, registry);
    try {
      await removeStalePartials(file);
      await opened.deliver();
    } catch (error) {
      await opened.close();
      throw new UsageError(`--metrics: ${file} cannot be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`, {
        remedy: 'name a file that can be written',
        cause: error,
      });
    }
    return opened;
  }

  private constructor(file: string, registry: Registry) {
    this.name = file;
    this.#partial = partialOf(file, process.pid);
    this.#registry = registry;
    process.once('exit', this.#atExit);
  }

  async deliver(): Promise<void> {
    await writeFile(this.#partial, openMetricsText(this.#registry));
    await rename(this.#partial, this.name);
  }

  async close(): Promise<void> {
    process.off('exit', this.#atExit);
    await rm(this.#partial, { force: true });
  }
}
