import type { Reporter, TestModule } from 'vitest/node';

/** Names, at the end of a run of tests, why some of them were skipped: the numbers alone look as if it were nothing. */
export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const reasons = new Map<string, number>();
    for (const module of modules) {
      for (const one of module.children.allTests('skipped')) {
        const result = one.result();
        // A test that was left out by its name has no reason, and nobody asks for one.
        if (result.state === 'skipped' && result.note !== undefined) reasons.set(result.note, (reasons.get(result.note) ?? 0) + 1);
      }
    }
    for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1])) process.stdout.write(`skipped: ${count} × ${reason}\n`);
  }
}
