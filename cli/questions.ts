import { createInterface } from 'node:readline';
import { InterruptedError } from './interruption.ts';

/** Asks a question, and returns the line that was typed, without spaces around it. */
export type Ask = (question: string) => Promise<string>;

/** Whether questions can be asked: standard input is a terminal. */
export const canAsk = (): boolean => process.stdin.isTTY === true;

/** Does what asks questions in the terminal. Throws `InterruptedError` if the input ends, or by Ctrl-C. */
export async function withQuestions<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.on('SIGINT', () => terminal.close());
  // Lines that were typed before they were asked for are kept.
  const lines = terminal[Symbol.asyncIterator]();
  try {
    return await work(async (question) => {
      terminal.setPrompt(question);
      terminal.prompt();
      const { done, value } = await lines.next();
      if (done === true) throw new InterruptedError('interrupted: nothing was written');
      return value.trim();
    });
  } finally {
    terminal.close();
  }
}
