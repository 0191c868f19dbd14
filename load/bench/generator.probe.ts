// One process of the benchmark of generators: `node` is the bare responder; the others put load on a server and print their figures.
import autocannon from 'autocannon';
import { steady } from '../generator/arrivals.ts';
import { generate } from '../generator/generate.ts';
import type { LoadModel } from '../generator/types.ts';
import { startFakeNode } from '../testing/fake-node.ts';
import { calls, sampleCall } from '../testing/sample-calls.ts';
import { BENCH_CONNECTIONS, headersFor, type GeneratorSpeed, type LoadedServer, type ProbeOrder } from './generator-speed.ts';

async function ours({ address, credentials }: LoadedServer, durationMs: number, model: LoadModel): Promise<GeneratorSpeed> {
  const options = {
    address,
    credentials,
    source: calls(),
    connections: BENCH_CONNECTIONS,
    maxInFlight: BENCH_CONNECTIONS,
    timeoutMs: 10_000,
    durationMs,
    model,
  };
  const before = process.cpuUsage();
  const { resultsInTime, ended, answered } = await generate(options);
  const { user, system } = process.cpuUsage(before);
  // Calls of the open model that found no free connection in time are what a rate above the capacity is for.
  if (ended.result !== answered) throw new Error(`${address} gave ${answered - ended.result} answers that are no results`);
  return { ratePerS: (resultsInTime * 1000) / durationMs, cpuUsPerCall: (user + system) / ended.result };
}

async function plainAutocannon(server: LoadedServer, durationMs: number): Promise<GeneratorSpeed> {
  const before = process.cpuUsage();
  const result = await autocannon({
    url: server.address,
    method: 'POST',
    body: sampleCall.body,
    headers: headersFor(server),
    connections: BENCH_CONNECTIONS,
    duration: durationMs / 1000,
  });
  const { user, system } = process.cpuUsage(before);
  if (result.errors + result.non2xx > 0) throw new Error(`autocannon had ${result.errors + result.non2xx} errors`);
  return { ratePerS: result['2xx'] / result.duration, cpuUsPerCall: (user + system) / result['2xx'] };
}

async function measured({ role, server, durationMs, ratePerS }: Exclude<ProbeOrder, { role: 'node' }>): Promise<GeneratorSpeed> {
  if (role === 'autocannon') return plainAutocannon(server, durationMs);
  return ours(server, durationMs, role === 'closed' ? { type: 'closed' } : { type: 'open', arrivals: steady(ratePerS, durationMs) });
}

const order = JSON.parse(process.argv[2] ?? '') as ProbeOrder;
if (order.role === 'node') {
  const node = await startFakeNode();
  process.stdout.write(`${node.address}\n`);
  process.stdin.resume().on('end', () => process.exit(0));
} else {
  // Compiled code from the first counted call on, as in a load test with a warm-up.
  await measured({ ...order, durationMs: 1_000 });
  process.stdout.write(`${JSON.stringify(await measured(order))}\n`);
}
