const MAX_CHARACTERS = 40;
const MAX_NAMES = 5;

/**
 * Whether a text of a user's file may be quoted in a message: it looks like a name. Another text may be the content of a
 * file that was named by mistake, or by a link, and messages are published: in reports, in the log of a pipeline.
 */
export function isPlausibleName(text: string): boolean {
  return text.length <= MAX_CHARACTERS && /^[\w.-]+$/.test(text);
}

/** The names among some keys of a user's file, for a message: `suits, jobz and 1 other key`. */
export function quotedNames(keys: readonly string[]): string {
  const names = keys.filter(isPlausibleName).slice(0, MAX_NAMES);
  const others = keys.length - names.length;
  const rest = others === 0 ? [] : [`${others} other ${others === 1 ? 'key' : 'keys'}`];
  return [...(names.length > 0 ? [names.join(', ')] : []), ...rest].join(' and ');
}
