import type { Severity } from '../../engine/severity.ts';
import { visible } from '../escape.ts';
import type { Verdict } from '../verdict.ts';
import type { GateProblem, GateResults } from './results.ts';

/** How code scanning shows each severity. */
const LEVELS: { readonly [severity in Severity]: 'error' | 'warning' | 'note' } = { breaking: 'error', minor: 'warning', pedantic: 'note' };

/**
 * The problems of a gate as a log of SARIF 2.1.0, for code scanning. Each result refers to a line of the policy, since a
 * node has no source here, and to the methods as logical locations.
 */
export function gateSarif({ pyx, startedAt, durationMs, problems, parts }: GateResults, verdict: Verdict): object {
  const { code, title, reasons } = verdict;
  const rules = [...new Map(problems.map((problem) => [problem.rule, problem])).values()];
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Pyx',
            semanticVersion: pyx,
            rules: rules.map(({ rule, evidence }) => ({
              id: rule,
              shortDescription: message(`Check ${rule}, with evidence of the kind ${evidence}.`),
            })),
          },
        },
        automationDetails: { id: 'pyx-gate/' },
        invocations: [
          {
            // A gate that could not be done shows nothing about the target.
            executionSuccessful: code < 2,
            exitCode: code,
            exitCodeDescription: visible(title),
            startTimeUtc: startedAt,
            endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
            toolExecutionNotifications: parts
              .filter((part) => part.exitCode !== null && part.exitCode >= 2)
              .map(({ name, reasons }) => ({ level: 'error', message: message(`${name}: ${reasons.join(' ')}`) })),
          },
        ],
        originalUriBaseIds: { SRCROOT: { description: message('The root of the repository.') } },
        columnKind: 'utf16CodeUnits',
        properties: { verdict: title, exitCode: code, reasons: reasons.map(visible) },
        results: problems.map((problem) =>
          result(
            problem,
            rules.findIndex(({ rule }) => rule === problem.rule),
          ),
        ),
      },
    ],
  };
}

function result(problem: GateProblem, ruleIndex: number): object {
  const { rule, severity, title, place, message: text, methods, evidence, source, occurrences, replay, fingerprint, part, at } = problem;
  return {
    ruleId: rule,
    ruleIndex,
    level: LEVELS[severity],
    message: message(text === title ? `${title} (${place})` : `${title} (${place}): ${text}`),
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: at.file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'SRCROOT' },
          region: { startLine: at.line },
        },
        ...(methods.length > 0 && {
          logicalLocations: methods.map((method) => ({ name: method, fullyQualifiedName: method, kind: 'function' })),
        }),
      },
    ],
    occurrenceCount: occurrences,
    partialFingerprints: { 'pyxCause/v1': fingerprint },
    properties: { severity, part, evidence, source: visible(source), ...(replay !== null && { replay: visible(replay) }) },
  };
}

/** A message without hidden characters, in which nothing is a link or a placeholder (SARIF 2.1.0, 3.11.5 and 3.11.6). */
function message(text: string): { text: string } {
  return {
    text: visible(text)
      .replace(/[\\[\]]/g, '\\$&')
      .replace(/[{}]/g, '$&$&'),
  };
}
