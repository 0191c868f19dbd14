/** The command line, with credentials removed from addresses. */
export function commandLine(): string[] {
  return ['pyx', ...process.argv.slice(2).map((word) => word.replace(/\/\/[^/]*@/, '//'))];
}
