// Loaded into a Pyx process at its start (node --import): measures only that process and writes a file at its exit.
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import type { Measured } from './measured-run.ts';

/** Sampling interval of the live heap when memory is measured. Each sample runs the garbage collector, which costs CPU. */
const SAMPLE_MS = 500;

const { PYX_BENCH_OUT: out, PYX_BENCH_MEASURE: what } = process.env;
const collect = globalThis.gc;
if (out === undefined || collect === undefined) throw new Error('the probe needs PYX_BENCH_OUT and node --expose-gc');

/** HTTP requests of this process; with a container target, including requests to the container engine. */
let calls = 0;
subscribe('http.client.request.start', () => void calls++);

let peakLiveBytes = 0;
function sampleHeap(): void {
  collect?.();
  peakLiveBytes = Math.max(peakLiveBytes, process.memoryUsage().heapUsed);
}
if (what === 'memory') setInterval(sampleHeap, SAMPLE_MS).unref();

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const peakRssBytes = process.resourceUsage().maxRSS * 1024;
  collect();
  const endLiveBytes = process.memoryUsage().heapUsed;
  const measured: Measured = { cpuMs: (user + system) / 1000, calls, peakLiveBytes, endLiveBytes, peakRssBytes };
  writeFileSync(out, JSON.stringify(measured));
});
