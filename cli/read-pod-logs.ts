import { podSummaries } from '../load/k6/pod-summaries.ts';
import { resultsOfPods } from '../load/k6/pod-results.ts';
import type { LoadResults } from '../load/results.ts';
import { readConditions } from '../reports/load/read-conditions.ts';
import { readUserFile } from '../specs/model/user-file.ts';

/** The results of a load that pods of the k6 operator made, from their logs. Throws `K6Error`, `LoadResultsError` and `UserFileError`. */
export function readPodLogs(files: readonly string[]): LoadResults {
  const pods = files.flatMap((file) => podSummaries(readUserFile(file), file));
  return resultsOfPods(pods, (conditions) => readConditions(conditions, files.join(', ')));
}
