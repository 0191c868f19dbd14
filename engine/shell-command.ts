/** Words as one command of a POSIX shell. */
export function shellCommand(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/** A command of Pyx for a shell. npx must not fetch a package of this name from a registry where Pyx is not installed. */
export function pyxCommand(words: readonly string[]): string {
  return shellCommand(['npx', '--no-install', 'pyx', ...words]);
}
