import { generalText } from '../engine/general-form.ts';
import type { Finding } from '../engine/outcome.ts';

/** A call that was refused, as the message of a finding describes it. */
export interface Refusal {
  readonly method: string;
  readonly code: string;
  /** The first line of the error. */
  readonly text: string;
  /** It was made for a prerequisite of the case. */
  readonly isForWorld: boolean;
}

const REFUSED = /^(.+?) was refused with (-?\d+) \((.*?)\)(?: where the documents describe a result|$)/;
const NOT_MADE = /^a prerequisite of the case could not be made: (.+?) did not return a result: (-?\d+) (.*)/;
/** Errors about the number and the types of arguments: JSON-RPC 2.0, and the codes of this family. */
const ARGUMENT_CODES: ReadonlySet<string> = new Set(['-3', '-32602']);
/** The same in a text with a general code. */
const WRONG_TYPE = /^JSON value (?:of type \w+ )?is not |^Expected type |^Unknown named parameter/i;

/** The refused call of a finding; undefined if it is not about one. */
export function refusalOf({ message }: Pick<Finding, 'message'>): Refusal | undefined {
  const line = message.split('\n', 1)[0] ?? '';
  const refused = REFUSED.exec(line);
  const found = refused ?? NOT_MADE.exec(line);
  if (!found) return undefined;
  const [, method = '', code = '', text = ''] = found;
  return { method, code, text: text.trim(), isForWorld: refused === null };
}

/** Whether a call was refused for the number or the types of its arguments: the node answers with its own usage, or names a type. */
function isAboutArguments({ method, code, text }: Refusal): boolean {
  const usage = new RegExp(`^"?${method.split(' ')[0]?.replace(/[^\w]/g, '.')}(?=[\\s"]|$).*[[<("{]`);
  return ARGUMENT_CODES.has(code) || WRONG_TYPE.test(text) || usage.test(text);
}

/**
 * The cause of a refusal: one for a method that does not take the documented arguments, or for one argument of it if the calls
 * without that argument are accepted; else one for each error, across methods.
 */
export function refusalCause(refusal: Refusal, { difference }: Finding): { key: string; headline: string; joins: readonly string[] } {
  const { method, code, text } = refusal;
  const error = `${code} (${text})`;
  if (!isAboutArguments(refusal))
    return {
      key: `refused · ${code} · ${generalText(text.replaceAll(method, '…'))}`,
      headline: `refused with ${error}`,
      joins: [],
    };
  const whole = `arguments · ${method}`;
  const argument = difference?.method === method ? difference.argument?.split('.', 1)[0] : undefined;
  if (argument === undefined) return { key: whole, headline: `does not take the documented arguments: ${error}`, joins: [] };
  return { key: `${whole} · ${argument}`, headline: `does not take the documented ${argument}: ${error}`, joins: [whole] };
}
