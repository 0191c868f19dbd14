import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const coind = join(import.meta.dirname, '../../bin/coind.js');

/** What a page that treats a text as markup does with it: it sets `window.owned`, or requests something. */
export const MARKUP = [
  `<script>window.owned = 'script'</script>`,
  `</script><script>window.owned = 'end of script'</script>`,
  `"><img src="http://127.0.0.1:9/owned" onerror="window.owned = 'image'">`,
  `' onmouseover='window.owned = 1' autofocus onfocus='window.owned = 1`,
  `<svg onload="window.owned = 'svg'"></svg></style></title></textarea>`,
  `javascript:window.owned='url'`,
  `[link](javascript:window.owned='link') ![image](http://127.0.0.1:9/owned)`,
  ']]> --> ``` `|',
].join(' ');

/** What a terminal, an editor or the log of a CI server obeys. */
export const CONTROLS =
  '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eowned\u2066\u2028\u0000\ud800\r\n::error file=owned::owned\n::add-mask::a\n##vso[task.setvariable variable=a]b\n##teamcity[owned]';

/** Methods whose answers are hostile in every text and in the name of a member; `chain` stays, or nothing would be tried. */
const ALTERED = ['getblockchaininfo', 'getnetworkinfo', 'getmempoolinfo', 'getzmqnotifications', 'getdifficulty', 'help'];
/** Of these, those whose numbers are hostile texts too; the others are needed for funds. */
const WITHOUT_NUMBERS = ['getmempoolinfo', 'getdifficulty'];
/** The method that is refused with a hostile message. Those of other errors are hostile too. */
export const REFUSED = 'getnettotals';

/** Writes a program into a folder: coind, with hostile answers and a hostile line on standard error. Returns its path. */
export async function hostileCoind(folder: string): Promise<string> {
  const program = join(folder, 'hostile-coind.mjs');
  await writeFile(
    program,
    `#!${process.execPath}
import { Server, ServerResponse } from 'node:http';

const hostile = ${JSON.stringify(`${MARKUP} ${CONTROLS}`)};
const altered = new Set(${JSON.stringify(ALTERED)});
const withoutNumbers = new Set(${JSON.stringify(WITHOUT_NUMBERS)});
const methods = new WeakMap();
const heads = new WeakMap();

const text = (value) => value + ' ' + hostile;
function changed(value, numbers) {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return numbers ? value : text(String(value));
  if (Array.isArray(value)) return [...value.map((item) => changed(item, numbers)), ...(numbers ? [] : [text('')])];
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, member]) => [name, name === 'chain' ? member : changed(member, numbers)]);
  return Object.fromEntries([...members, [hostile, hostile]]);
}
function answered(body, method) {
  const { result, error, id } = JSON.parse(body);
  if (error !== null) return { result, error: { ...error, message: text(error.message) }, id };
  if (method === '${REFUSED}') return { result: null, error: { code: -1, message: hostile }, id };
  return { result: altered.has(method) ? changed(result, !withoutNumbers.has(method)) : result, error, id };
}

const emit = Server.prototype.emit;
Server.prototype.emit = function (event, request, response, ...rest) {
  if (event === 'request') {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      try {
        methods.set(response, JSON.parse(body).method);
      } catch {
        // A malformed request: its answer is an error.
      }
    });
  }
  return emit.call(this, event, request, response, ...rest);
};
const { writeHead, end } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...head) {
  heads.set(this, head);
  return this;
};
ServerResponse.prototype.end = function (body, ...rest) {
  const [status, headers] = heads.get(this);
  if (typeof body !== 'string' || !body.startsWith('{')) {
    writeHead.call(this, status, headers);
    return end.call(this, body, ...rest);
  }
  const answer = answered(body, methods.get(this));
  const other = Buffer.from(JSON.stringify(answer) + '\\n');
  const at = headers.indexOf('Content-Length');
  writeHead.call(this, answer.error !== null && status === 200 ? 500 : status, headers.with(at + 1, String(other.length)));
  return end.call(this, other, ...rest);
};
process.stderr.write(hostile + '\\n');
await import(${JSON.stringify(pathToFileURL(coind).href)});
`,
    { mode: 0o755 },
  );
  return program;
}
