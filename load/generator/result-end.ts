import { REQUEST_ID } from './request-id.ts';

/** So much of the end of a body, in characters, shows whether it holds an error. */
export const END_LENGTH = 96;

/** The end of an answer to our request whose error is null, up to the brace that closes it: nothing within the result can look so. */
const NO_ERROR = new RegExp(`,\\s*"error"\\s*:\\s*null\\s*,\\s*"id"\\s*:\\s*"${REQUEST_ID}"\\s*\\}\\s*$`);

/** Whether a body that begins with a brace and ends so is a result, which need not be parsed then: bodies may be megabytes. */
export const endsAsResult = (end: string): boolean => NO_ERROR.test(end);
