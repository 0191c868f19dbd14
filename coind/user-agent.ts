import { version } from './version.ts';

/** Characters that peers of this family accept. */
export const MAX_USER_AGENT_LENGTH = 256;

/** What the node calls itself to peers (BIP 14). Characters that have a meaning there are left out of comments. */
export function userAgent(comments: readonly string[]): string {
  const clean = comments.map((comment) => comment.replace(/[^A-Za-z0-9 .,;_?@-]/g, ''));
  return `/coind:${version}${clean.length > 0 ? `(${clean.join('; ')})` : ''}/`;
}
