import { GROUPS } from '../rotation.ts';
import type { Reporter, TestModule } from 'vitest/node';

/** Prints at the end of a test run what it left out and why, since numbers alone are easily overlooked. */
export default class LeftOut implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const reasons = new Map<string, number>();
    for (const module of modules) {
      for (const testCase of module.children.allTests('skipped')) {
        const result = testCase.result();
        // A test that was excluded by its name has no reason, and needs none.
        if (result.state === 'skipped' && result.note !== undefined) reasons.set(result.note, (reasons.get(result.note) ?? 0) + 1);
      }
    }
    for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1])) process.stdout.write(`skipped: ${count} × ${reason}\n`);
    const groups = process.env['PYX_GROUPS']; // vitest.config.ts sets it
    if (groups !== undefined && groups !== 'all')
      process.stdout.write(
        `of the long files, those of group ${groups} of ${GROUPS.length} (PYX_GROUPS=${groups} repeats them; npm run test:full runs all)\n`,
      );
  }
}
