// Runs the built coind once with the usual calls, so that it keeps its compiled code: cli/coind/code-cache.ts.
//   node scripts/warm-coind.mjs [FOLDER OF coind.mjs]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const TIME_LIMIT_MS = 60_000;
const authorization = `Basic ${Buffer.from('warm:warm').toString('base64')}`;

/** Without the code coind runs as well, only slower at first: a failure is a warning. */
export async function warmCoind(folder) {
  const datadir = mkdtempSync(join(tmpdir(), 'pyx-warm-'));
  const args = ['-regtest', `-datadir=${datadir}`, '-rpcport=0', '-rpcuser=warm', '-rpcpassword=warm', '-listen=0', '-printtoconsole'];
  const node = spawn(process.execPath, [join(folder, 'coind.mjs'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(node, 'exit');
  const late = setTimeout(() => node.kill('SIGKILL'), TIME_LIMIT_MS);
  try {
    await makeCalls(await addressFrom(node.stdout));
    node.kill('SIGTERM');
    await ended;
  } catch (error) {
    process.stderr.write(`warning: coind could not be run after the build, so its first start will take longer: ${error.message}\n`);
  } finally {
    clearTimeout(late);
    node.kill('SIGKILL');
    await ended;
    rmSync(datadir, { recursive: true, force: true });
  }
}

async function addressFrom(output) {
  for await (const line of createInterface(output)) {
    const [, address] = /RPC server listens on (http:\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    output.resume(); // so that the node can go on writing
    return address;
  }
  throw new Error('it ended before it listened');
}

async function makeCalls(address) {
  const call = async (method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '1.0', id: 'warm', method, params });
    const answer = await fetch(address, { method: 'POST', headers: { authorization }, body });
    const { result, error } = await answer.json();
    if (error !== null) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const own = await call('getnewaddress', '', 'bech32');
  await call('generatetoaddress', 103, own);
  for (const type of ['bech32', 'p2sh-segwit', 'legacy']) {
    await call('sendtoaddress', await call('getnewaddress', '', type), 1);
    const [block] = await call('generatetoaddress', 1, own);
    await call('getblock', block, 2);
  }
  const { txid, vout, amount } = (await call('listunspent')).find((coin) => coin.amount === 50);
  const unsigned = await call('createrawtransaction', [{ txid, vout }], { [own]: amount - 0.001 });
  const { hex } = await call('signrawtransactionwithwallet', unsigned);
  const sent = await call('sendrawtransaction', hex);
  await call('getrawmempool', true);
  const [block] = await call('generatetoaddress', 1, own);
  await call('submitblock', await call('getblock', block, 0));
  await call('getrawtransaction', sent, true, block);
  await call('gettransaction', sent);
  for (const method of ['getblockchaininfo', 'getnetworkinfo', 'getmempoolinfo', 'getwalletinfo', 'getbalance', 'getblockcount'])
    await call(method);
}

if (process.argv[1] === import.meta.filename) await warmCoind(process.argv[2] ?? join(import.meta.dirname, '../dist'));
