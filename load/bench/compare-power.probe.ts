// Imported by a node that is to be slower: takes a share of its time away (PYX_BENCH_SLOWER, 0.1 is 10 %), so that what it
// does takes that much longer.
const slower = Number(process.env['PYX_BENCH_SLOWER']);
let endedAtMs = performance.now();
setInterval(() => {
  const untilMs = performance.now() + slower * (performance.now() - endedAtMs);
  while (performance.now() < untilMs);
  endedAtMs = performance.now();
}, 1).unref();
