import type { OutcomeLine, SuspectLine, WrittenLine } from '../engine/journal-lines.ts';

/** Reason of the failed outcome for a suspect without an outcome. */
export const UNCONFIRMED = 'unconfirmed: the run ended before the failure was retried on a fresh world';

/**
 * The lines of a journal with every suspect settled: a suspect with a later outcome is left out; one without (the run
 * was killed) becomes an outcome, failed and unconfirmed, after all others. Passed cases are without their call.
 */
export async function* settled(lines: AsyncIterable<WrittenLine>): AsyncGenerator<WrittenLine> {
  const suspects = new Map<string, SuspectLine & { readonly atMs: number }>();
  for await (const line of lines) {
    if (line.t === 'suspect') {
      suspects.set(line.id, line);
      continue;
    }
    if (line.t === 'outcome') suspects.delete(line.id);
    yield line.t === 'outcome' && line.status === 'passed' ? withoutCall(line) : line;
  }
  for (const suspect of suspects.values()) {
    yield {
      suite: suspect.id.split('/', 1)[0] ?? '',
      method: null,
      kind: 'unknown',
      durationMs: 0,
      calls: 0,
      hits: [],
      ...suspect,
      t: 'outcome',
      status: 'failed',
      reason: UNCONFIRMED,
    };
  }
}

/** Reports show the call of a finding. That of a passed case is in the journal to be judged again. */
function withoutCall({ request: _request, response: _response, ...line }: OutcomeLine & { readonly atMs: number }): WrittenLine {
  return line;
}
