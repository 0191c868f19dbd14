import { POD_SUMMARY_MARK, type K6PodSummary } from './format.ts';
import { K6Error } from './k6-error.ts';
import { isSummary } from './read-summary.ts';

/**
 * The summaries that pods wrote to a log, which may be that of several of them. Throws `K6Error` where there is none, or one that was
 * not written by the script of this version of Pyx. @param name of the log, for messages
 */
export function podSummaries(log: string, name: string): K6PodSummary[] {
  const remedy = 'name the logs of all pods of k6, as pyx load --emit prints how to get them, or the output folder of a run or a load';
  const lines = log.split('\n').filter((line) => line.includes(POD_SUMMARY_MARK));
  if (lines.length === 0) throw new K6Error(`${name}: no line has "${POD_SUMMARY_MARK.trim()}", which a pod writes at its end`, { remedy });
  return lines.map((line) => {
    const summary = parsed(line.slice(line.indexOf(POD_SUMMARY_MARK) + POD_SUMMARY_MARK.length));
    if (!isPodSummary(summary))
      throw new K6Error(`${name}: a line with "${POD_SUMMARY_MARK.trim()}" is not whole, or of another version of Pyx`, { remedy });
    return summary;
  });
}

function isPodSummary(value: unknown): value is K6PodSummary {
  if (!isSummary(value)) return false;
  const { conditions, startedAt, segment } = value as Partial<K6PodSummary>;
  return (
    typeof conditions === 'object' &&
    typeof startedAt === 'string' &&
    !Number.isNaN(Date.parse(startedAt)) &&
    typeof segment === 'string' &&
    /^[\d/]+:[\d/]+$/.test(segment)
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
