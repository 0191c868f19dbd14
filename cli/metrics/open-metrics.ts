import type { Secrets } from '../../client/mask.ts';
import type { TerminalStream } from '../../reports/colours.ts';
import { addOwnMetrics } from '../../reports/metrics/own-metrics.ts';
import { Registry } from '../../reports/metrics/registry.ts';
import { version } from '../version.ts';
import { Deliveries } from './deliveries.ts';
import { destinationOf } from './destination.ts';
import { MetricsFile } from './metrics-file.ts';
import { otlpOutlet } from './otlp-outlet.ts';
import { ScrapeServer } from './scrape-server.ts';

/** What a command gives to those who watch its figures. */
export interface WatchedCommand {
  readonly secrets: Secrets;
  readonly stderr: TerminalStream;
  note(text: string): void;
  onClose(close: () => Promise<void>): void;
}

/**
 * Opens all destinations, and returns the instruments that they read. Throws `UsageError` for one that cannot be used, before a node is
 * started.
 */
export async function openMetrics(destinations: readonly string[], command: WatchedCommand): Promise<Registry> {
  const all = destinations.map(destinationOf);
  const registry = new Registry();
  const { undelivered } = addOwnMetrics(registry, version);
  const note = (text: string): void => {
    // A line of progress may be there.
    if (command.stderr.isTTY === true) command.stderr.write('\r\u001b[2K');
    command.note(text);
  };
  for (const destination of all) {
    if (destination.type === 'scrape') {
      const server = await ScrapeServer.listen(destination, registry);
      command.onClose(() => server.close());
      note(`metrics: ${server.url}`);
      continue;
    }
    const outlet =
      destination.type === 'file'
        ? await MetricsFile.open(destination.file, registry)
        : await otlpOutlet(destination, { registry, secrets: command.secrets, environment: process.env });
    const deliveries = new Deliveries(outlet, { note, undelivered: undelivered.at({ to: outlet.kind }) });
    command.onClose(() => deliveries.close());
  }
  return registry;
}
