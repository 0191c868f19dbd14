import { neutralNames, type Names } from '../specs/model/names.ts';

export interface ReplayOptions {
  /** Of the target, without credentials: those come from the environment. */
  readonly target: string;
  readonly seed: number;
  /** As it was asked for; undefined where it was chosen by the node's version, and will be again. */
  readonly targetFile?: string | undefined;
  readonly names?: Names | undefined;
  readonly readOnly?: boolean;
  readonly stress?: boolean | undefined;
}

/** The command that tries one case again as it was tried, for a shell. */
export function replayCommand(caseId: string, { target, seed, targetFile, names, readOnly, stress }: ReplayOptions): string {
  const words = ['npx', 'pyx', 'run', '--target', target, '--case', caseId, '--seed', String(seed)];
  if (targetFile !== undefined) words.push('--target-file', targetFile);
  const own = Object.entries(names ?? {}).filter(([name, word]) => word !== neutralNames[name as keyof Names]);
  if (own.length > 0) words.push('--names', own.map((pair) => pair.join('=')).join(','));
  if (readOnly === true) words.push('--read-only');
  if (stress === true) words.push('--stress');
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
