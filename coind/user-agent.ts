import { version } from './version.ts';

/** Maximum number of characters that peers of this family accept. */
export const MAX_USER_AGENT_LENGTH = 256;

const NAME = '/coind:';

/** The user agent that peers see (BIP 14). */
export function userAgent(comments: readonly string[]): string {
  return `${NAME}${version}${comments.length > 0 ? `(${comments.join('; ')})` : ''}/`;
}

/** Whether a comment has only characters that are not reserved in user agents. */
export const isSafeComment = (comment: string): boolean => /^[A-Za-z0-9 .,;_?@-]*$/.test(comment);

/** Whether a user agent is that of a coind. */
export const isCoind = (agent: string): boolean => agent.startsWith(NAME);
