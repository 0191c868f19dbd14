/** The lists of known differences that come with Pyx: a file beside this one, and which nodes its first and second are. */
const LISTS = [{ file: 'suites/diff/known/coind-litecoind-0.21.yaml', first: /^\/LitecoinCore:0\.21\./, second: /^\/coind:/ }];

/** What to say of a list that comes with Pyx and is for these two nodes, by what they report as their subversion; undefined without one. */
export function knownPairNote(a: string, b: string): string | undefined {
  for (const { file, first, second } of LISTS) {
    if (first.test(a) && second.test(b)) return `the differences of this pair that are known are listed in ${file}: name it by --known`;
    if (first.test(b) && second.test(a))
      return `the differences of this pair that are known are listed in ${file}: exchange the two targets, and name it by --known`;
  }
  return undefined;
}
