import { expect, test } from 'vitest';
import type { Choice } from '../reports/accept/choices.ts';
import { decide } from './accept-dialog.ts';

const choice = (method: string): Choice => ({
  command: 'run',
  headline: `${method} is wrong`,
  place: method,
  severity: 'breaking',
  occurrences: 2,
  details: [['evidence', 'document, document 1, Block']],
  differences: [{ method, check: 'type', found: 'string' }],
  sometimes: [],
  absent: [],
  seen: undefined,
});
const choices = ['getblock', 'getpeerinfo', 'stop'].map(choice);

async function dialog(
  answers: readonly string[],
  usual?: string,
): Promise<{ printed: string; questions: string[]; kept: unknown; skipped: number }> {
  let printed = '';
  const questions: string[] = [];
  const left = [...answers];
  const { accepted, skipped } = await decide(choices, {
    stream: { write: (text: string) => (printed += text) },
    usual,
    answer: async (question) => {
      questions.push(question);
      const next = left.shift();
      if (next === undefined) throw new Error(`no answer to ${question}`);
      return next;
    },
  });
  expect(left).toEqual([]);
  return { printed, questions, kept: accepted.map(({ place, why }) => [place, why]), skipped };
}

test('each is shown with what differs and its evidence, and accepted with a reason, or skipped', async () => {
  const { printed, kept, skipped } = await dialog(['a As it was.', 's', 'a', '']);
  expect(kept).toEqual([
    ['getblock', 'As it was.'],
    ['stop', undefined],
  ]);
  expect(skipped).toBe(1);
  expect(printed).toContain('[1/3] getblock is wrong · getblock · breaking · run, 2×');
  expect(printed).toContain('   differs    getblock: type, string');
  expect(printed).toContain('   evidence   document, document 1, Block');
});

test('a reason is asked for after an acceptance, unless one was given for all', async () => {
  expect(await dialog(['a', 'Why so.', 's', 'q'])).toMatchObject({ kept: [['getblock', 'Why so.']], skipped: 2 });
  const { kept, questions } = await dialog(['a', 's', 'a Other.'], 'For all.');
  expect(kept).toEqual([
    ['getblock', 'For all.'],
    ['stop', 'Other.'],
  ]);
  expect(questions.filter((question) => question.startsWith('why'))).toEqual([]);
});

test('the end keeps what was accepted before it; what is no answer is asked again', async () => {
  expect(await dialog(['x', '', 'a so', 'q'])).toMatchObject({ kept: [['getblock', 'so']], skipped: 2 });
});
