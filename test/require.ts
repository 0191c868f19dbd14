import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ImageName, getContainerRuntimeClient } from 'testcontainers';
import type { TestContext } from 'vitest';
import { findBinary } from '../fixtures/targets/find-binary.ts';
import { composeCommand } from './support/compose.ts';

/**
 * Needs of a test that not every machine meets. `docker` means the daemon and one of the images below, `compose` the command,
 * `schemas` the folder of published schemas that `PYX_SCHEMAS` names, `documents` the folder of texts that `PYX_DOCUMENTS` names, `k6` the
 * program that `PYX_K6` names: they are not part of Pyx.
 * `openmetrics` is the Python package prometheus_client, which has the reference parser of that format.
 */
export type Need = 'litecoind' | 'docker' | 'compose' | 'chromium' | 'java' | 'xmllint' | 'schemas' | 'documents' | 'openmetrics' | 'k6';

export const LITECOIND_IMAGE = 'pyx-litecoind';
export const COIND_IMAGE = 'pyx-coind';
export const PYX_IMAGE = 'pyx';
export const LINKS_IMAGE = 'pyx-links';

/** Why the need is not met, or undefined if it is. */
async function missing(need: Need, image: string): Promise<string | undefined> {
  try {
    if (need === 'schemas') {
      return process.env['PYX_SCHEMAS'] === undefined
        ? 'PYX_SCHEMAS names no folder of published schemas (CONTRIBUTING.md, Tests)'
        : undefined;
    }
    if (need === 'documents') {
      return process.env['PYX_DOCUMENTS'] === undefined
        ? 'PYX_DOCUMENTS names no folder with the texts of the documents (CONTRIBUTING.md, Tests)'
        : undefined;
    }
    if (need === 'k6') return process.env['PYX_K6'] === undefined ? 'PYX_K6 names no k6 (CONTRIBUTING.md, Tests)' : undefined;
    if (need === 'litecoind' || need === 'chromium' || need === 'java' || need === 'xmllint') {
      await findBinary(need);
      return undefined;
    }
    if (need === 'openmetrics') {
      await run('python3', ['-c', 'import prometheus_client']);
      return undefined;
    }
    if (need === 'compose') {
      await composeCommand();
      return undefined;
    }
    const runtime = await getContainerRuntimeClient();
    if (await runtime.image.exists(ImageName.fromString(image))) return undefined;
    return `there is no image ${image}; build it: docker/build.sh ${image.replace(/^pyx-/, '')}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const run = promisify(execFile);

const asked = new Map<string, Promise<string | undefined>>();

/**
 * Skips the running test, with the reason, where something it needs is missing. Where `PYX_REQUIRE` names the need
 * (`PYX_REQUIRE=litecoind,docker`, as CI sets it) the test fails instead: there, nothing may go untested unnoticed.
 */
export async function needs(ctx: TestContext, need: Need, image = LITECOIND_IMAGE): Promise<void> {
  const what = `${need} ${image}`;
  let answer = asked.get(what);
  if (answer === undefined) {
    answer = missing(need, image);
    asked.set(what, answer);
  }
  const reason = await answer;
  if (reason === undefined) return;
  const required = (process.env['PYX_REQUIRE'] ?? '').split(/[\s,]+/);
  if (required.includes(need)) throw new Error(`${need} is required here (PYX_REQUIRE): ${reason}`);
  ctx.skip(`needs ${need}: ${reason}`);
}
