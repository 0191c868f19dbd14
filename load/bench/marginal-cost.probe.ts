// Loaded into a run of Pyx before it begins (node --import): measures that process alone and writes it down at the end.
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import type { Measured } from './measured-run.ts';

/** How often the live heap is looked at where memory is measured. Each look collects all garbage, which costs CPU. */
const LOOK_MS = 500;

const { PYX_BENCH_OUT: out, PYX_BENCH_MEASURE: what } = process.env;
const collect = globalThis.gc;
if (out === undefined || collect === undefined) throw new Error('the probe needs PYX_BENCH_OUT and node --expose-gc');

/** Every request of this process: of a container target, those to the container engine too. */
let calls = 0;
subscribe('http.client.request.start', () => void calls++);

let peakLiveBytes = 0;
function look(): void {
  collect?.();
  peakLiveBytes = Math.max(peakLiveBytes, process.memoryUsage().heapUsed);
}
if (what === 'memory') setInterval(look, LOOK_MS).unref();

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const peakRssBytes = process.resourceUsage().maxRSS * 1024;
  collect();
  const endLiveBytes = process.memoryUsage().heapUsed;
  const measured: Measured = { cpuMs: (user + system) / 1000, calls, peakLiveBytes, endLiveBytes, peakRssBytes };
  writeFileSync(out, JSON.stringify(measured));
});
