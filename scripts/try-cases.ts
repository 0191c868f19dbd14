// Runs the cases that a module exports on a fresh node, for whoever writes them:
// npx tsx scripts/try-cases.ts suites/rules/chain/blocks.ts [part of an id] [--target process:litecoind]
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Secrets } from '../client/mask.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { neutralNames } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';
import { HitRecorder } from '../engine/hits.ts';
import { Judge } from '../engine/judge.ts';
import { run } from '../engine/run.ts';
import type { Case } from '../engine/types.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { target: { type: 'string', default: 'process:litecoind' }, seed: { type: 'string', default: '1' } } });
const [module, part = ''] = positionals;
if (module === undefined) throw new Error('name the module whose cases are to be tried');
const exported = (await import(pathToFileURL(module).href)) as Record<string, unknown>;
const cases = Object.values(exported)
  .flatMap((value) => (typeof value === 'function' && value.name.endsWith('Cases') ? (value as (spec: typeof specification) => Case[])(specification) : value))
  .filter((value): value is Case => typeof value === 'object' && value !== null && 'run' in value)
  .filter((one) => one.id.includes(part));

const target = await openTarget(values.target, { env: process.env });
target.setStartOptions(['-vbparams=mweb:9999999999:99999999999']);
const seed = Number(values.seed);
const counts: Record<string, number> = {};
try {
  const options = {
    target, specification, names: neutralNames, definitions: ingredients, secrets: new Secrets(), seed,
    chain: 'regtest', jobs: 1, bail: false, absent: new Map<string, string>(), absentOptions: new Map<string, string>(),
    judge: new Judge(undefined, new Date().toISOString().slice(0, 10)), hits: new HitRecorder(specification),
    replay: (id: string) => `--case ${id} --seed ${seed}`,
  };
  for await (const outcome of run({ cases, whole: false }, target, options)) {
    counts[outcome.status] = (counts[outcome.status] ?? 0) + 1;
    console.log(`${outcome.status.padEnd(12)} ${outcome.id} (${outcome.durationMs.toFixed(0)} ms, ${outcome.calls} calls)${outcome.reason === undefined ? '' : ` ${outcome.reason}`}`);
    for (const finding of outcome.findings) console.log(`             - [${finding.evidence}/${finding.check}] ${finding.path ?? ''} ${finding.message}${finding.observed === undefined ? '' : ` {${finding.observed}}`}`);
  }
} finally {
  await target.close();
}
console.log(counts);
