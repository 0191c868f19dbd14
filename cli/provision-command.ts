import { once } from 'node:events';
import { maskData } from '../client/mask-data.ts';
import { lossAfter } from '../engine/lost-node.ts';
import { reportedTarget } from '../engine/reported-target.ts';
import type { Session } from '../engine/session.ts';
import type { Registry } from '../fixtures/registry/registry.ts';
import { RegistryServer } from '../fixtures/registry/registry-server.ts';
import { WorldError } from '../fixtures/world/world-errors.ts';
import { ProvisionError } from '../provision/errors.ts';
import { openProvision } from '../provision/open-provision.ts';
import type { ProvisionResults, ProvisionStep } from '../provision/results.ts';
import { openRegistry, runProvision } from '../provision/run-provision.ts';
import { provisionDocuments } from '../reports/provision/documents.ts';
import { provisionVerdict } from '../reports/provision/verdict.ts';
import type { OutputFlags, TargetFlags } from './common-options.ts';
import { newSeed } from './new-seed.ts';
import type { Command } from './perform.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** The options of `pyx provision` as commander gives them. */
export interface ProvisionFlags extends TargetFlags, OutputFlags {
  readonly keep?: boolean;
  readonly port?: number;
  readonly seed?: number;
}

export interface ProvisionRequest extends ProvisionFlags {
  /** Called with each step when it is made, and with its number from 1 on. Secrets are masked. */
  readonly onStep?: (step: ProvisionStep, number: number) => void;
}

/** `pyx provision`: makes the steps. */
export const provisionCommand: Command<ProvisionRequest, ProvisionResults> = {
  stopping: 'stopping',
  interrupted: 'interrupted before the token was provisioned',
  verdict: provisionVerdict,
  documents: provisionDocuments,
  run: async (flags, context) => {
    const { secrets, signal, startedAt } = context;
    const { targetFile, names } = flags;
    const target = await context.openTarget(flags.target, flags);
    const seed = flags.seed ?? newSeed();
    const { opened, session } = await openProvision({ target, targetFile, names, secrets, seed, signal });
    const { world } = session;
    /** Removes what can be removed from a node that Pyx did not start; once. */
    let left: Promise<readonly string[]> | undefined;
    const leave = (): Promise<readonly string[]> => (left ??= session.close());
    context.onClose(async () => void (await leave()));
    if (!target.capabilities.startNodes)
      context.note(`the node at ${world.node.client.address} gets a new token and new blocks, which remain`);
    try {
      const registry = await openRegistry(world, seed);
      const page = await listen(registry, flags.port);
      context.onClose(() => page.close());
      context.note(`registry page: ${page.url}`);
      const { superblockcycle } = await world.result('getgovernanceinfo');
      let number = 0;
      const run = await runProvision({
        world,
        registry,
        signal,
        onStep: (step) => {
          number++;
          flags.onStep?.(maskData(step, secrets), number);
        },
      });
      const isKept = flags.keep === true && !signal.aborted;
      const results: ProvisionResults = {
        schemaVersion: 1,
        pyx: version,
        seed,
        startedAt: startedAt.toISOString(),
        durationMs: Date.now() - startedAt.getTime(),
        ...run,
        target: reportedTarget(target, opened),
        superblockCycle: superblockcycle,
        left: isKept ? [] : await leave(),
      };
      if (!isKept) return { results, whole: results.complete };
      const keep = async (code: number): Promise<number> => {
        context.note(`the registry page stays open: ${page.url}/token?guid=${results.guid ?? ''} (Ctrl-C ends it)`);
        if (!signal.aborted) await once(signal, 'abort');
        for (const item of await leave()) context.note(`left on the node: ${item}`);
        return code;
      };
      return { results, whole: true, afterwards: keep };
    } catch (error) {
      throw error instanceof WorldError ? await withoutAnswer(error, session) : error;
    }
  },
};

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
