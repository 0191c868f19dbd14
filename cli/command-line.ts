/** The command line, with credentials removed from addresses. */
export function commandLine(): string[] {
  return ['pyx', ...withoutCredentials(process.argv.slice(2))];
}

/** Words of a command line, with credentials removed from addresses. */
export function withoutCredentials(words: readonly string[]): string[] {
  return words.map((word) => word.replace(/\/\/[^/]*@/, '//'));
}
