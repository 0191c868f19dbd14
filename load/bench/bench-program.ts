import { UserError } from '../../specs/model/user-error.ts';

/** Runs the program of a benchmark. An unusable option or a `UserError` ends it with its message and exit code 2. */
export async function benchProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const isUsers = error instanceof UserError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS_');
    if (!isUsers) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
  }
}

/** The value of an option as a whole number of `least` or more. Throws `UserError`. */
export function wholeOption<Name extends string>(values: { readonly [name in Name]?: string | boolean }, option: Name, least = 1): number {
  const value = Number(values[option]);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UserError(`--${option} takes a whole number of ${least} or more, not "${values[option]}"`);
}
