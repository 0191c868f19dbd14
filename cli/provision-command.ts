import { once } from 'node:events';
import { join } from 'node:path';
import { Secrets } from '../client/mask.ts';
import { MaskedTarget } from '../engine/masked-target.ts';
import { lossAfter } from '../engine/lost-node.ts';
import { reportedTarget } from '../engine/reported-target.ts';
import type { Session } from '../engine/session.ts';
import type { Registry } from '../fixtures/registry/registry.ts';
import { RegistryServer } from '../fixtures/registry/registry-server.ts';
import { WorldError } from '../fixtures/world/world-errors.ts';
import { ProvisionError } from '../provision/errors.ts';
import { openProvision } from '../provision/open-provision.ts';
import type { ProvisionResults } from '../provision/results.ts';
import { openRegistry, runProvision } from '../provision/run-provision.ts';
import { printJson, printLine } from '../reports/print.ts';
import { provisionDocuments } from '../reports/provision/documents.ts';
import { printStep } from '../reports/provision/terminal.ts';
import { provisionVerdict } from '../reports/provision/verdict.ts';
import { writeResults } from '../reports/write-results.ts';
import { flaggedTarget } from './flagged-target.ts';
import { catchInterruption, INTERRUPTED, InterruptedError } from './interruption.ts';
import { maskedError } from './masked-error.ts';
import { parsedNames } from './parsed-names.ts';
import type { ProvisionFlags } from './provision-options.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';
import { writableFolder } from './writable-folder.ts';

/** `pyx provision`: makes the steps, prints them, writes the reports. Returns the exit code. */
export async function provisionCommand(flags: ProvisionFlags): Promise<number> {
  const names = parsedNames(flags.names);
  const secrets = new Secrets();
  const outDir = writableFolder(flags.out ?? join('pyx-out', new Date().toISOString().replace(/[:.]/g, '-')));
  const target = new MaskedTarget(await flaggedTarget(flags.target, flags, secrets), secrets);
  const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 31);
  const startedAt = new Date();
  const interruption = catchInterruption('stopping');
  const { signal } = interruption;
  const json = flags.json === true;
  let page: RegistryServer | undefined;
  let session: Session | undefined;
  /** Removes what can be removed from a node that Pyx did not start; once. */
  const leave = async (): Promise<string[]> => {
    const left = (await session?.close()) ?? [];
    session = undefined;
    return left;
  };
  try {
    const opened = await openProvision({ target, targetFile: flags.targetFile, names, secrets, seed });
    const { info, targetFile } = opened;
    ({ session } = opened);
    const { world } = session;
    const note = (text: string): void => printLine(process.stderr, secrets.mask(text));
    if (target.kind === 'remote') note(`the node at ${world.node.client.address} gets a new token and new blocks, which remain`);
    const registry = await openRegistry(world, seed);
    page = await listen(registry, flags.port);
    note(`registry page: ${page.url}`);
    const { superblockcycle } = await world.result('getgovernanceinfo');
    let number = 0;
    const run = await runProvision({
      world,
      registry,
      signal,
      onStep: (step) => {
        number++;
        if (!json) printStep(masked(step, secrets), { stream: process.stdout, number });
      },
    });
    const isKept = flags.keep === true && !signal.aborted;
    const results = masked<ProvisionResults>(
      {
        schemaVersion: 1,
        pyx: version,
        seed,
        startedAt: startedAt.toISOString(),
        durationMs: Date.now() - startedAt.getTime(),
        ...run,
        target: reportedTarget(target, { info, targetFile }),
        superblockCycle: superblockcycle,
        left: isKept ? [] : await leave(),
      },
      secrets,
    );
    const verdict = provisionVerdict(results);
    writeResults(results, verdict, provisionDocuments, { outDir, githubStepSummary: process.env['GITHUB_STEP_SUMMARY'] });
    if (json) printJson(process.stdout, provisionDocuments.line(results, verdict, outDir));
    else provisionDocuments.print(results, verdict, { stream: process.stdout, outDir });
    if (isKept) {
      note(`the registry page stays open: ${page.url}/token?guid=${results.guid ?? ''} (Ctrl-C ends it)`);
      if (!signal.aborted) await once(signal, 'abort');
      for (const left of await leave()) note(`left on the node: ${left}`);
      return verdict.code;
    }
    return signal.aborted && !results.complete ? INTERRUPTED : verdict.code;
  } catch (error) {
    if (signal.aborted) throw new InterruptedError('interrupted before the token was provisioned');
    throw maskedError(session && error instanceof WorldError ? await withoutAnswer(error, session) : error, secrets);
  } finally {
    await page?.close();
    await leave();
    await target.close();
    interruption.release();
  }
}

/** Why nothing can be begun on a node that refused a call, or was lost in it. */
async function withoutAnswer(error: WorldError, { node }: Session): Promise<ProvisionError> {
  const loss = error.reply.type === 'fault' ? await lossAfter(error.method, node) : undefined;
  return new ProvisionError(`no step was made: ${loss?.message ?? error.message}`, { cause: error });
}

/** Opens the registry page. Throws `UsageError` for a port that cannot be used. */
async function listen(registry: Registry, port: number | undefined): Promise<RegistryServer> {
  try {
    return await RegistryServer.listen(registry, port);
  } catch (error) {
    if (port === undefined) throw error;
    throw new UsageError(`--port: the registry page cannot listen on 127.0.0.1:${port} (${(error as NodeJS.ErrnoException).code})`, {
      remedy: 'name another port, or leave --port out',
      cause: error,
    });
  }
}

/** A node may echo what it was sent. */
const masked = <T>(value: T, secrets: Secrets): T => JSON.parse(secrets.mask(JSON.stringify(value))) as T;
