import { version } from './version.ts';

/** Maximum number of characters that peers of this family accept. */
export const MAX_USER_AGENT_LENGTH = 256;

/** The user agent that peers see (BIP 14). Characters that are reserved there are removed from the comments. */
export function userAgent(comments: readonly string[]): string {
  const clean = comments.map((comment) => comment.replace(/[^A-Za-z0-9 .,;_?@-]/g, ''));
  return `/coind:${version}${clean.length > 0 ? `(${clean.join('; ')})` : ''}/`;
}
