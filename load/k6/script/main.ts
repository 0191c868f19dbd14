// The k6 script of `pyx load --engine k6`. Its load stands in load.json and calls.json beside it.
import { SharedArray } from 'k6/data';
import { b64encode } from 'k6/encoding';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { POD_SUMMARY_MARK, type K6Call, type K6Load, type K6PodSummary } from '../format.ts';
import { callIndices } from './call-index.ts';
import { classify } from './classify.ts';
import { optionsOf } from './options.ts';
import { summaryOf, type SummaryData } from './summary.ts';

const load = JSON.parse(open('./load.json')) as K6Load;
// All virtual users read one copy.
const calls = new SharedArray<K6Call>('calls', () => JSON.parse(open('./calls.json')) as K6Call[]);

const callIndex = callIndices(load);

const latency = new Trend('pyx_latency', true);
const ended = new Counter('pyx_ended');
const resultsInTime = new Counter('pyx_results_in_time');
const ranOut = new Counter('pyx_ran_out');
const exceptions = new Counter('pyx_exceptions');

const address = __ENV['PYX_ADDRESS'] || load.address;
const user = __ENV['PYX_RPC_USER'];
const params = {
  headers: {
    'Content-Type': 'application/json',
    ...(user !== undefined && { Authorization: `Basic ${b64encode(`${user}:${__ENV['PYX_RPC_PASSWORD'] ?? ''}`)}` }),
  },
  timeout: load.timeoutMs,
  responseType: 'text' as const,
};

export const options = optionsOf(load);

/** One call of the load. */
export default function measure(): void {
  guarded(() => {
    const call = next();
    if (!call) return;
    const response = http.request('POST', address + call.path, call.body, params);
    const kind = classify({ status: response.status, error_code: response.error_code, body: response.body as string | null });
    ended.add(1, { method: call.method, class: kind });
    const { blocked, connecting, duration } = response.timings;
    // As Pyx's own generator counts: what failed quickly would make the node look fast.
    if (kind === 'result' || kind === 'rpc-error') latency.add(blocked + connecting + duration, { method: call.method });
    else if (kind === 'timeout') latency.add(load.timeoutMs, { method: call.method });
    if (kind === 'result' && Date.now() - exec.scenario.startTime <= load.durationMs) resultsInTime.add(1, { method: call.method });
  });
}

/** One call of the warm-up, which counts nowhere. Calls that can be sent once are kept for the load. */
export function warmUp(): void {
  guarded(() => {
    const index = callIndex(exec.scenario.iterationInTest);
    const call = load.entries.some(({ once }) => once) || index === undefined ? undefined : calls[index];
    if (call) http.request('POST', address + call.path, call.body, params);
  });
}

export function handleSummary(data: SummaryData): { [file: string]: string } {
  const summary = summaryOf(data, load);
  const file = __ENV['PYX_SUMMARY'];
  if (file !== undefined) return { [file]: JSON.stringify(summary) };
  const pod: K6PodSummary = {
    ...summary,
    conditions: load.conditions ?? {},
    startedAt: new Date(Date.now() - summary.lastedMs).toISOString(),
    segment: exec.test.options.executionSegment ?? '0:1',
  };
  return { stdout: `${POD_SUMMARY_MARK}${JSON.stringify(pod)}\n` };
}

/** k6 goes on after an exception of an iteration, and ends as if nothing had been: here it ends the load. */
function guarded(iteration: () => void): void {
  try {
    iteration();
  } catch (error) {
    exceptions.add(1);
    exec.test.abort(`the script failed: ${String(error)}`);
  }
}

function next(): K6Call | undefined {
  const index = callIndex(exec.scenario.iterationInTest);
  if (index !== undefined) return calls[index];
  ranOut.add(1);
  exec.test.abort('all prepared calls have been sent');
  return undefined;
}
