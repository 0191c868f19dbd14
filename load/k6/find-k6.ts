import { K6Error } from './k6-error.ts';
import { lastLines, runK6Process } from './k6-process.ts';
import { OLDEST_K6 } from './oldest-k6.ts';

const VERSION_WITHIN_MS = 10_000;

/** The installed k6: `PYX_K6`, or `k6` on the path. Throws `K6Error` where there is none, or one that is too old. */
export async function findK6(env: Readonly<Record<string, string | undefined>>, withinMs = VERSION_WITHIN_MS): Promise<string> {
  const program = env['PYX_K6'] || 'k6';
  const remedy = `install k6 ${OLDEST_K6} or later as its documentation describes under "Install k6", or name the program by PYX_K6`;
  const { failure, said, printed } = await runK6Process(program, ['version'], { withinMs });
  if (failure !== undefined)
    throw new K6Error(`--engine k6 needs k6, which is not installed (${program}: ${failure})`, { remedy, details: lastLines(said) });
  const version = /^k6\S* v(\d+\.\d+\S*)/m.exec(printed)?.[1];
  if (version !== undefined && isOlder(version, OLDEST_K6))
    throw new K6Error(`--engine k6 needs k6 ${OLDEST_K6} or later, and ${program} is k6 ${version}`, { remedy });
  return program;
}

function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = than.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}
