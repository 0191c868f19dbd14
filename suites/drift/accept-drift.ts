import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Document, isScalar, isSeq, visit } from 'yaml';
import { same } from '../../specs/compare/change.ts';
import { driftFileOf, readTargetFile, TargetFileError, type AcceptedDrift, type TargetFile } from '../../engine/target-file.ts';
import { parseYamlText } from '../../specs/model/yaml-text.ts';
import { foundText } from './accepted.ts';
import type { Drift } from './drift.ts';
import { dependOnValues, errorsSeedOf } from './error-items.ts';
import type { DriftFinding } from './items.ts';

const REASON = 'Accepted by pyx drift, not explained yet.';
const ABSENT_REASON = 'Accepted by pyx drift: the release does not have these methods.';
const HEAD = '# Written by pyx drift --accept: how this release differs from the documents, and how it refuses calls.\n';

/** Throws `TargetFileError` if the file has errors that were observed with another seed: their texts may depend on it. */
export function assertSameSeed(target: TargetFile, seed: number): void {
  if (target.errors === undefined || errorsSeedOf(target) === seed) return;
  throw new TargetFileError(
    `--accept: the errors in ${driftFileOf(target.file)} were observed with seed ${errorsSeedOf(target)}, not ${seed}`,
    {
      remedy: `accept with --seed ${errorsSeedOf(target)}`,
    },
  );
}

/**
 * Accepts the differences of a node into a target file, and returns the files that were written. Missing methods are
 * added to `absent` of the file itself; all else is kept in `<name>.drift.yaml` beside it, where reasons that users
 * wrote remain. Accepted entries of the node's description that no longer occur are removed. Throws `TargetFileError`, also for
 * errors that were observed with another seed.
 */
export function acceptDrift(targetFile: string, { items, goneDrift, errors, seed }: Drift, findings: readonly DriftFinding[]): string[] {
  const target = readTargetFile(targetFile);
  assertSameSeed(target, seed);
  const open = items.filter(({ accepted }) => accepted === undefined);
  const missing = [...new Set(open.filter(({ change }) => change === 'method-removed').map(({ method }) => method))].sort();
  const written: string[] = [];
  if (missing.length > 0) {
    addAbsent(target.file, missing);
    written.push(target.file);
  }
  const kept = (target.drift ?? []).filter((entry) => !goneDrift.some((goneEntry) => same(goneEntry, entry)));
  const fresh = findings.filter(
    ({ accepted, change }) => accepted === undefined && change !== 'method-removed' && change !== 'error-changed',
  );
  const drift = [...kept, ...fresh.map((finding) => entryOf(finding))];
  const allErrors = {
    ...target.errors,
    ...Object.fromEntries([...errors].map(([id, texts]) => [id, errorOf(texts, target.errors?.[id])])),
  };
  const sorted = Object.fromEntries(Object.entries(allErrors).sort(([a], [b]) => (a < b ? -1 : 1)));
  const file = driftFileOf(target.file);
  const text = textOf({ drift, errorsSeed: seed, errors: sorted });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    writeFileSync(file, text);
    written.push(file);
  }
  return written;
}

/** That texts depend on values is kept, also if this time only one of them was seen. */
function errorOf(texts: readonly string[], before: string | readonly string[] = []): string | readonly string[] {
  if (dependOnValues([before].flat(), texts)) return before;
  return texts.length === 1 ? (texts[0] as string) : texts;
}

function entryOf({ change, after, places: found }: DriftFinding): AcceptedDrift {
  const methods = found.filter(({ path }) => path === '').map(({ method }) => method);
  const places: Record<string, string[]> = {};
  for (const { method, path } of found) if (path !== '') places[method] = [...(places[method] ?? []), path].sort();
  const text = foundText({ change, after });
  return {
    change,
    ...(text !== undefined && { found: text }),
    ...(methods.length > 0 && { methods: methods.sort() }),
    ...(Object.keys(places).length > 0 && { places: Object.fromEntries(Object.entries(places).sort(([a], [b]) => (a < b ? -1 : 1))) }),
    reason: REASON,
  };
}

/** The text of the file; lists of texts are on one line, as in files that people write. */
function textOf(content: object): string {
  const document = new Document(content);
  visit(document, {
    Seq: (_, node) => {
      if (node.items.every(isScalar)) node.flow = true;
    },
  });
  return HEAD + document.toString({ lineWidth: 120, flowCollectionPadding: false });
}

/** Adds methods to the list `absent` of a target file, and leaves its comments as they are. */
function addAbsent(file: string, methods: readonly string[]): void {
  const { document } = parseYamlText(readFileSync(file, 'utf8'));
  const entry = document.createNode({ reason: ABSENT_REASON, methods });
  const absent = document.get('absent');
  if (isSeq(absent)) absent.add(entry);
  else document.set('absent', document.createNode([entry]));
  writeFileSync(file, document.toString({ lineWidth: 0, flowCollectionPadding: true }));
}
