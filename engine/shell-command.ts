/** Words as one command of a POSIX shell. */
export function shellCommand(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/**
 * A command of Pyx for a shell. npx must not fetch a package of this name from a registry where Pyx is not installed. Where
 * there is no npx, as in the image of Pyx, PYX_COMMAND is what to write instead.
 */
export function pyxCommand(words: readonly string[]): string {
  const { PYX_COMMAND: command } = process.env;
  return `${command === undefined || command === '' ? 'npx --no-install pyx' : command} ${shellCommand(words)}`;
}
