import { createClient } from '../client/http-client.ts';
import type { CallOptions, Client, Credentials, Reply } from '../client/types.ts';
import { UserError } from '../specs/model/user-error.ts';
import { readCliOptions, type CliOptions } from './coin-cli/cli-options.ts';
import { ArgumentError, convertCall } from './coin-cli/convert-arguments.ts';
import { generate } from './coin-cli/generate.ts';
import { getInfo } from './coin-cli/get-info.ts';
import { printResult } from './coin-cli/print-result.ts';
import { whenReady } from './coin-cli/when-ready.ts';
import { version } from './version.ts';

const USAGE = `Usage: coin-cli [options] <method> [arguments]
       coin-cli [options] -named <method> [name=value ...]
       coin-cli [options] -getinfo
       coin-cli [options] -generate [blocks] [maxtries]
       coin-cli [options] help [method]

Calls a method of a node and prints its result. Exit code: 0, or the absolute code of the error.

  -rpcconnect=<host> -rpcport=<port>   address of the node (default: 127.0.0.1 and the regtest port)
  -rpcuser=<name> -rpcpassword=<pw>    credentials (default: the cookie file of the node)
  -rpccookiefile=<file>                that cookie file
  -datadir=<folder> -conf=<file>       data directory and conf file of the node
  -rpcwallet=<name>                    wallet of the call
  -rpcwait                             wait until the node has started
  -rpcclienttimeout=<s>                time limit for the response (default: 900; 0: none)
  -chain=regtest                       the only chain
  -named                               arguments by name
  -stdin                               further arguments from standard input, one per line
  -stdinrpcpass                        the password is the first line of standard input
  -getinfo                             print a summary of the node's state
  -generate                            mine blocks (default: 1) to a new address of the wallet
  -version                             print the version
`;
const NOT_DONE = 1;
const WALLET_NOT_SPECIFIED = -19;

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  try {
    const options = readCliOptions(args);
    if (options.help) return print(USAGE);
    if (options.version) return print(`coin-cli ${version}\n`);
    const lines = options.stdin || options.stdinRpcPass ? await linesOfStdin() : [];
    const password = options.stdinRpcPass ? (lines.shift() ?? '') : undefined;
    if (!options.rpcWait) return show(await connected(options.credentials(password), options, lines), options);
    let missing: UserError | undefined;
    const reply = await whenReady(() => {
      missing = undefined;
      let credentials: Credentials = { user: '', password: '' };
      try {
        credentials = options.credentials(password);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        missing = error; // a node that starts writes its cookie later; until then it can only be seen whether it is there
      }
      return connected(credentials, options, lines);
    });
    if (missing !== undefined) throw missing;
    return show(reply, options);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return fail(`error: ${error.message}`);
  }
}

async function connected(credentials: Credentials, options: CliOptions, lines: readonly string[]): Promise<Reply> {
  const client = createClient({ address: options.address, credentials });
  try {
    return await call(client, options, lines);
  } finally {
    client.close();
  }
}

async function call(client: Client, options: CliOptions, lines: readonly string[]): Promise<Reply> {
  const callOptions: CallOptions = {
    timeoutMs: options.timeoutMs,
    ...(options.wallet !== undefined && { wallet: options.wallet }),
  };
  const words = options.stdin ? [...options.words, ...lines] : options.words;
  const [method, ...rest] = words;
  if (options.getinfo) {
    if (method !== undefined) throw new ArgumentError('-getinfo takes no arguments');
    return getInfo(client, callOptions);
  }
  if (options.generate) return generate(client, words, callOptions);
  if (method === undefined) throw new ArgumentError('too few parameters (need at least command)');
  const { params, method: name } = convertCall(method, rest, options.named);
  return client.call(name, params, callOptions);
}

function show(reply: Reply, { address, wallet }: CliOptions): number {
  switch (reply.type) {
    case 'result':
      return print(printResult(reply.result));
    case 'error': {
      const { code, message } = reply.error;
      const advice =
        code === WALLET_NOT_SPECIFIED && wallet === undefined
          ? '\nTry adding "-rpcwallet=<filename>" option to coin-cli command line.'
          : '';
      return fail(`error code: ${code}\nerror message:\n${message}${advice}`, Math.abs(code));
    }
    case 'fault':
      if (reply.fault.kind === 'unauthorized') return fail('error: Authorization failed: Incorrect rpcuser or rpcpassword');
      if (reply.fault.kind !== 'refused') return fail(`error: ${reply.fault.message}`);
      return fail(`error: Could not connect to the server ${address.slice('http://'.length)}

Make sure the coind server is running and that you are connecting to the correct RPC port.`);
  }
}

async function linesOfStdin(): Promise<string[]> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) text += chunk as string;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function fail(text: string, code: number = NOT_DONE): number {
  process.stderr.write(`${text}\n`);
  return code;
}
