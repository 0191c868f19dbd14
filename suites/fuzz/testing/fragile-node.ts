import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a small node does wrong. */
export type Fragility =
  | 'length' // it ends when the address of getaddressinfo has more than 255 characters
  | 'pair' // it ends when getblock is called with an empty hash and verbosity 2
  | 'sequence' // it ends after getmempoolinfo, getchaintips and uptime in this order
  | 'hang' // it does not answer getdifficulty with an argument
  | 'leak' // it keeps 20 KB of every call
  | 'internal-error' // getblockheader with a list fails with -32603
  | 'exception' // getblockhash with a negative height answers what the language says
  | 'wrong-result' // getblockcount returns a text
  | 'changing' // getmempoolinfo with an argument is refused, and locks an output
  | 'no-envelope'; // getchaintips answers an object without id

/** Writes a program into a folder: a small node that is sound, except for this. Returns its path. */
export async function fragileNode(folder: string, fragility: Fragility | 'none'): Promise<string> {
  const program = join(folder, `fragile-${fragility}.mjs`);
  await writeFile(program, `#!${process.execPath}\n${source(fragility)}`, { mode: 0o755 });
  return program;
}

const source = (fragility: string): string => `
import { createServer } from 'node:http';

const fragility = ${JSON.stringify(fragility)};
const port = Number(process.argv.find((arg) => arg.startsWith('-rpcport='))?.slice('-rpcport='.length));
const hash = '00'.repeat(32);
const locks = [];
const kept = [];
let step = 0;
const die = (why) => {
  process.stderr.write('fragile: ' + why + '\\n', () => process.kill(process.pid, 'SIGABRT'));
  return new Promise(() => undefined);
};
const refuse = (code, message) => Object.assign(new Error(message), { code });
const answers = {
  getblockchaininfo: () => ({ chain: 'regtest' }),
  getnetworkinfo: () => ({ version: 10000, subversion: '/fragile:1/', networkactive: true }),
  getblockcount: () => (fragility === 'wrong-result' ? 'none' : 0),
  getbestblockhash: () => hash,
  getrawmempool: () => [],
  listwallets: () => ['w'],
  createwallet: ([name]) => ({ name: String(name), warning: '' }),
  getwalletinfo: () => ({ balance: 0, txcount: 0 }),
  listlockunspent: () => locks,
  listlabels: () => [],
  listbanned: () => [],
  getaddednodeinfo: () => [],
  stop: () => (setTimeout(() => process.exit(0), 5), 'stopping'),
  getaddressinfo: ([address]) => {
    if (fragility === 'length' && typeof address === 'string' && address.length > 255) return die('too long');
    throw refuse(-5, 'Invalid address');
  },
  getblock: ([blockhash, verbosity]) => {
    if (fragility === 'pair' && blockhash === '' && verbosity === 2) return die('this pair');
    throw refuse(-5, 'Block not found');
  },
  getdifficulty: (args) => (fragility === 'hang' && args.length > 0 ? new Promise(() => undefined) : 1),
  getmempoolinfo: (args) => {
    if (args.length === 0) return { size: 0, bytes: 0, usage: 0, maxmempool: 1, mempoolminfee: 0, minrelaytxfee: 0 };
    if (fragility === 'changing') locks.push({ txid: hash, vout: locks.length });
    throw refuse(-1, 'usage');
  },
  getchaintips: () => [{ height: 0, hash, branchlen: 0, status: 'active' }],
  uptime: () => 1,
  getblockhash: ([height]) => {
    if (fragility === 'exception' && Number.isFinite(height) && height < 0) throw refuse(-1, 'vector::_M_range_check: __n (which is ' + height + ') >= this->size()');
    throw refuse(-8, 'Block height out of range');
  },
  getblockheader: ([blockhash]) => {
    if (fragility === 'internal-error' && Array.isArray(blockhash)) throw refuse(-32603, 'Internal error 0x' + Math.random().toString(16).slice(2));
    throw refuse(-5, 'Block not found');
  },
};

const steps = ['getmempoolinfo', 'getchaintips', 'uptime'];
function follow(method) {
  const at = steps.indexOf(method);
  if (at < 0) return undefined;
  step = at === step ? step + 1 : at === 0 ? 1 : 0;
  return fragility === 'sequence' && step === steps.length ? die('this sequence') : undefined;
}

async function answer({ method, params = [], id = null }) {
  try {
    if (fragility === 'leak') kept.push(Buffer.alloc(20_000, 1));
    await follow(method);
    const handler = Object.hasOwn(answers, method) ? answers[method] : undefined;
    if (!handler) throw refuse(-32601, 'Method not found');
    const result = await handler(Array.isArray(params) ? params : Object.values(params ?? {}));
    return fragility === 'no-envelope' && method === 'getchaintips' ? { result } : { result, error: null, id };
  } catch (error) {
    return { result: null, error: { code: error.code, message: error.message }, id };
  }
}

createServer((incoming, outgoing) => {
  let body = '';
  incoming.setEncoding('utf8').on('data', (piece) => (body += piece)).on('end', async () => {
    let request;
    try {
      request = JSON.parse(body);
    } catch {
      request = undefined;
    }
    const isCall = typeof request === 'object' && request !== null;
    const parseError = { result: null, error: { code: -32700, message: 'Parse error' }, id: null };
    const answered = !isCall ? parseError : Array.isArray(request) ? await Promise.all(request.map((entry) => answer(entry ?? {}))) : await answer(request);
    outgoing.writeHead(answered.error ? 500 : 200, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(answered) + '\\n');
  });
}).listen(port, '127.0.0.1');
`;
