/** Maximum length of a word: more than any id, address, key or name of a file has. */
const MAX_WORD = 200;
/** Maximum length of a message: more than the help of any method has. */
const MAX_MESSAGE = 10_000;

/** Characters of values that callers give: hex, base64, names. A path is cut only if one of its names is too long. */
const longWord = new RegExp(`[^\\s'"/]{${MAX_WORD + 1},}`, 'g');

/**
 * The message of an error with long words cut, and cut as a whole. Many messages quote an argument, as in nodes of this family:
 * an error must not return megabytes that its caller sent.
 */
export function boundedMessage(message: string): string {
  if (message.length <= MAX_WORD) return message;
  const cut = message.replace(longWord, (word) => `${word.slice(0, MAX_WORD)}…`);
  return cut.length <= MAX_MESSAGE ? cut : `${cut.slice(0, MAX_MESSAGE)}…`;
}
