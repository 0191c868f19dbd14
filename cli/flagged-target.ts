import type { Secrets } from '../client/mask.ts';
import type { EmbeddedOptions } from '../fixtures/targets/embedded-target.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';

/** Options by which the user names credentials. */
export interface CredentialFlags {
  readonly cookie?: string;
  readonly conf?: string;
}

/** Opens a target with the credentials of the command line, else those of the environment. Throws as `openTarget` does. */
export function flaggedTarget(
  text: string,
  { cookie, conf }: CredentialFlags,
  { newProcesses = false }: EmbeddedOptions,
  context: { readonly secrets: Secrets; readonly signal: AbortSignal; note(text: string): void },
): Promise<Target> {
  return openTarget(text, {
    env: process.env,
    secrets: context.secrets,
    signal: context.signal,
    newProcesses,
    onNote: (note) => context.note(note),
    ...(cookie !== undefined && { cookieFile: cookie }),
    ...(conf !== undefined && { confFile: conf }),
  });
}
