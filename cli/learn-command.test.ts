import { expect, test } from 'vitest';
import { learnCommand, type LearnFlags } from './learn-command.ts';
import { UsageError } from './usage-error.ts';

test.each<[Partial<LearnFlags>, RegExp]>([
  [{ accept: true }, /--accept and --learn exclude each other/],
  [{ standard: 'examples/tasks' }, /--learn drafts .* --standard names another one/],
])('what a draft has no use for is refused before a node is started: %j', async (flags, message) => {
  const refused = learnCommand('never-written.yaml', { target: 'process:/nonexistent/node', seed: 1, ...flags });
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(message);
});
