import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toWif } from '../crypto/keys.ts';
import { regtest } from '../regtest.ts';
import { defaultOptions } from './default-options.ts';
import { OptionError } from './option-error.ts';
import { optionsHelp } from './help.ts';
import { readOptions } from './read-options.ts';
import { optionRows } from './table.ts';

const KEY = Buffer.alloc(32, 1);
const WIF = toWif(KEY, true, regtest);
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'coind-options-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function conf(...lines: string[]): string {
  const file = join(dir, 'some.conf');
  writeFileSync(file, lines.join('\n'));
  return `-conf=${file}`;
}

test('without options all values are the defaults', () => {
  expect(readOptions([])).toEqual({ ...defaultOptions, daemon: false });
});

test('every option has its effect', () => {
  const options = readOptions([
    '-regtest',
    `-datadir=${dir}/data`,
    '-txindex',
    '-listen=0',
    '-port=5',
    '-bind=0.0.0.0',
    '-connect=a:1',
    '-connect=b:2',
    '-addnode=c:3',
    '-bantime=7',
    '-maxuploadtarget=2',
    '-externalip=8.8.4.4',
    '-externalip=[2a00::1]:9',
    '-fallbackfee=0.001',
    '-paytxfee=0.00002',
    '-addresstype=legacy',
    '-changetype=bech32',
    '-spendzeroconfchange=0',
    '-keypool=3',
    '-walletrbf',
    '-wallet=x',
    '-wallet=y',
    '-deprecatedrpc=accounts',
    '-maxmempool=5',
    '-mempoolexpiry=2',
    '-minrelaytxfee=0.00003',
    '-incrementalrelayfee=0.00004',
    '-limitancestorcount=1',
    '-limitancestorsize=2',
    '-limitdescendantcount=3',
    '-limitdescendantsize=4',
    '-persistmempool=0',
    '-acceptnonstdtxn',
    '-blockmintxfee=0.00005',
    '-mocktime=1600000000',
    '-zmqpubhashtx=tcp://a',
    '-zmqpubrawblock=tcp://b',
    '-tpstest',
    '-extclient=/ext',
    '-rpcbind=::1',
    '-rpcport=6',
    '-rpcallowip=10.0.0.0/8',
    '-rpcuser=u',
    '-rpcpassword=p',
    '-rpccookiefile=c',
    '-rpcworkqueue=8',
    '-rpcthreads=9',
    '-uacomment=hi',
    '-dnsseed=0',
    '-dbcache=9',
    '-printtoconsole',
    '-chain=regtest',
    '-daemon',
    `-rpcauth=bob:salt$${'aB'.repeat(32)}`,
    '-rpcbind=127.0.0.1:7',
    '-maxconnections=40',
    '-whitelist=noban@10.1.2.3/16',
    '-whitelist=::1',
    '-blocksonly',
    '-mintxfee=0.00006',
    '-maxtxfee=0.2',
    '-txconfirmtarget=3',
    '-blockmaxweight=400000',
    '-minimumchainwork=0xff',
    '-blocknotify=a %s',
    '-walletnotify=b %s',
    '-alertnotify=c %s',
    '-debug=net',
    '-debug=tor',
    '-masternode',
    `-masternodeprivkey=${WIF}`,
    '-masternodeconf=mine.conf',
    `-sporkkey=${WIF}`,
    '-sporkaddr=mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt',
  ]);
  expect(options).toEqual({
    datadir: join(dir, 'data'),
    txindex: true,
    prune: undefined,
    listen: false,
    port: 5,
    bind: '0.0.0.0',
    connect: ['a:1', 'b:2'],
    addnode: ['c:3'],
    bantimeSeconds: 7,
    maxConnections: 40,
    whitelist: ['10.1.0.0/16', '::1/128'],
    blocksOnly: true,
    maxUploadTargetBytes: 2 * 1024 * 1024,
    externalIps: ['8.8.4.4', '[2a00::1]:9'],
    wallet: {
      fallbackFeeRate: 100_000n,
      payFeeRate: 2000n,
      minFeeRate: 6000n,
      maxFeeSat: 20_000_000n,
      confTarget: 3,
      addressType: 'legacy',
      changeType: 'bech32',
      spendZeroConfChange: false,
      keypool: 3,
      replaceable: true,
      disabled: false,
      load: ['x', 'y'],
    },
    deprecatedRpc: ['accounts'],
    mempool: {
      maxBytes: 5_000_000,
      expirySeconds: 7200,
      minRelayFeeRate: 3000n,
      incrementalFeeRate: 4000n,
      ancestorCount: 1,
      ancestorVsize: 2000,
      descendantCount: 3,
      descendantVsize: 4000,
      persist: false,
      acceptNonStandard: true,
    },
    masternode: { privateKey: KEY, confFile: join(dir, 'data', 'mine.conf') },
    spork: { privateKey: KEY, keyHash: Buffer.from('344a0f48ca150ec2b903817660b9b68b13a67026', 'hex') },
    blockMinFeeRate: 5000n,
    blockMaxWeight: 400_000,
    minimumChainWork: 255n,
    notify: { alert: 'c %s', block: 'a %s', wallet: 'b %s' },
    mocktime: 1_600_000_000,
    zmq: [
      { topic: 'hashtx', address: 'tcp://a' },
      { topic: 'rawblock', address: 'tcp://b' },
    ],
    tpstest: true,
    extClient: '/ext',
    rpc: {
      enabled: true,
      bind: ['::1', '127.0.0.1:7'],
      port: 6,
      allow: ['10.0.0.0/8'],
      user: 'u',
      password: 'p',
      auth: [{ user: 'bob', salt: 'salt', hash: 'ab'.repeat(32) }],
      cookieFile: 'c',
      workQueue: 8,
      threads: 9,
    },
    uaComment: ['hi'],
    daemon: true,
    debug: ['net'],
    notes: [
      '-debug=tor has no effect: unknown category; write mempool, net, rpc, or 1 for all',
      '-dnsseed has no effect: coind connects to the given nodes only and discovers no others',
      '-dbcache has no effect: coind has no cache of that kind',
    ],
  });
});

test('an address that is given twice is bound once', () => {
  expect(readOptions(['-rpcbind=0.0.0.0', '-rpcbind=0.0.0.0', '-rpcbind=::1']).rpc.bind).toEqual(['0.0.0.0', '::1']);
});

test('the command line precedes the file, the section of the file precedes the rest, and the first of equal lines counts', () => {
  const file = conf(
    'port=1',
    'port=2',
    'rpcport=3 # why',
    'keypool=4',
    '# port=9',
    '',
    '[regtest]',
    'keypool=5',
    'keypool=6',
    'addnode=f:1',
    '[main]',
    'bantime=8',
  );
  expect(readOptions([file])).toMatchObject({
    port: 1,
    rpc: { port: 3 },
    wallet: { keypool: 5 },
    bantimeSeconds: defaultOptions.bantimeSeconds,
  });
  expect(readOptions([file, '-keypool=7', '-keypool=8', '-addnode=a:1'])).toMatchObject({
    wallet: { keypool: 8 },
    addnode: ['f:1', 'a:1'],
  });
});

test('names may have a section prefix, and the prefix no turns an option off', () => {
  expect(readOptions([conf('regtest.port=1', 'main.port=2', 'nolisten=1')])).toMatchObject({ port: 1, listen: false });
  expect(readOptions(['--nolisten', '-nowallet', '-notxindex=0'])).toMatchObject({ listen: false, wallet: { load: [] }, txindex: true });
});

test('a password keeps its #', () => {
  expect(readOptions([conf('rpcuser=u', 'rpcpassword=a#b=c')]).rpc).toMatchObject({ user: 'u', password: 'a#b=c' });
});

test('coin.conf of the data directory is read', () => {
  writeFileSync(join(dir, 'coin.conf'), 'rpcport=77\n');
  expect(readOptions([`-datadir=${dir}`]).rpc.port).toBe(77);
});

test('-connect turns listening off, unless -listen is given', () => {
  expect(readOptions(['-connect=a']).listen).toBe(false);
  expect(readOptions(['-connect=a', '-listen']).listen).toBe(true);
  expect(readOptions(['-connect=0']).connect).toEqual([]);
});

test('pruning has three forms', () => {
  expect(['0', '1', '550'].map((text) => readOptions([`-prune=${text}`]).prune)).toEqual([undefined, 'manual', 550n * 1024n * 1024n]);
});

test.each([
  [['-wrong'], /^-wrong is not an option of coind$/],
  [['-nowrong'], /-nowrong is not an option/],
  [['word'], /"word" is not an option/],
  [['-port=x'], /-port=x: write a whole number/],
  [['-port=70000'], /65535/],
  [['-listen=yes'], /-listen=yes: write 1 or 0/],
  [['-fallbackfee=1.123456789'], /-fallbackfee/],
  [['-fallbackfee=-1'], /-fallbackfee/],
  [['-addresstype=old'], /legacy, p2sh-segwit, bech32/],
  [['-prune=200'], /550/],
  [['-prune=1', '-txindex'], /exclude each other/],
  [['-rpcuser=u'], /must be given together/],
  [['-regtest=0'], /-regtest=0: coind runs the chain regtest only/],
  [['-chain=main'], /-chain=main: coind runs the chain regtest only; write -chain=regtest/],
  [['-rpcauth=bob:secret'], /-rpcauth: write <name>:<salt>\$<hash>/],
  [['-rpcbind=1.2.3.4:99999'], /-rpcbind=1.2.3.4:99999: write an address/],
  [['-whitelist=here'], /-whitelist=here: write an address or a subnet/],
  [['-minimumchainwork=xyz'], /64 hex digits/],
  [['-maxtxfee=0.00000001'], /-maxtxfee=0.00000001: write at least the minimum relay fee/],
  [[`-uacomment=${'a'.repeat(300)}`], /-uacomment: the user agent would have \d+ characters, the maximum is 256/],
  [['-conf=/nowhere/at/all.conf'], /the file \/nowhere\/at\/all.conf does not exist/],
])('%j is refused', (args, message) => {
  expect(() => readOptions(args)).toThrow(OptionError);
  expect(() => readOptions(args)).toThrow(message);
});

test('an error in a conf file names the option or the line', () => {
  expect(() => readOptions([conf('wrong=1')])).toThrow(/-wrong is not an option/);
  expect(() => readOptions([conf('', 'port')])).toThrow(/line 2: "port" is not of the form/);
  expect(() => readOptions([conf('-port=1')])).toThrow(/line 1: "-port=1" begins with -/);
});

/** Each makes something in place of a conf file. */
const noConf: readonly (readonly [string, (path: string) => void, RegExp])[] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path]), /it is no regular file \(a pipe, a socket or a device\); write the options into/],
  ['a folder', (path) => mkdirSync(path), /it is a folder, not a file; write/],
  ['8 MB', (path) => (writeFileSync(path, ''), truncateSync(path, 8 * 1024 * 1024)), /it has 8 MB; the maximum is 4; write/],
];
test.each(noConf)('%s in place of a conf file is refused, and does not stop the start for ever', (_, make, message) => {
  const file = join(dir, 'coin.conf');
  make(file);
  for (const args of [[`-conf=${file}`], [`-datadir=${dir}`]]) {
    expect(() => readOptions(args)).toThrow(OptionError);
    expect(() => readOptions(args)).toThrow(message);
    expect(() => readOptions(args)).toThrow(`the conf file ${file}: `);
  }
});

test('a missing data directory is not created', () => {
  expect(readOptions([`-datadir=${dir}/data`]).datadir).toBe(join(dir, 'data'));
  expect(existsSync(join(dir, 'data'))).toBe(false);
});

test('-debug means all categories by itself, and none with 0', () => {
  expect(readOptions(['-debug']).debug).toEqual(['mempool', 'net', 'rpc']);
  expect(readOptions(['-debug=1']).debug).toEqual(['mempool', 'net', 'rpc']);
  expect(readOptions(['-debug=rpc', '-debug=net']).debug).toEqual(['net', 'rpc']);
  expect(readOptions(['-debug', '-debug=0']).debug).toEqual([]);
});

test('the help has every option', () => {
  for (const name of optionRows.keys()) expect(optionsHelp()).toMatch(new RegExp(`-${name}\\b`));
});

test('every option that the help names exists', () => {
  const named = [...optionsHelp().matchAll(/-([a-z]{3,})(?:=|\b)/g)]
    .map(([, name]) => name as string)
    .filter((name) => !['segwit', 'code'].includes(name));
  expect(named.length).toBeGreaterThan(40);
  for (const name of named) {
    if (['help', 'datadir', 'conf', 'prune'].includes(name)) continue;
    expect(() => readOptions([`-${name}=1`])).not.toThrow(/is not an option/);
  }
});

test('a masternode needs its key, which an error does not show', () => {
  expect(() => readOptions(['-masternode'])).toThrow('-masternode: give -masternodeprivkey=<key> too');
  expect(() => readOptions(['-masternodeprivkey=secret'])).toThrow(/^-masternodeprivkey: write a private key of regtest(?!.*secret)/);
  expect(() => readOptions(['-sporkaddr=nowhere'])).toThrow('-sporkaddr=nowhere: write the regtest address of a key');
  expect(readOptions([`-masternodeprivkey=${WIF}`]).masternode).toEqual({ privateKey: undefined, confFile: undefined });
});

test.each(['a/b', 'a:b', '(', ')', '₿', 'a"b'])('a comment with unsafe characters is refused: %s', (comment) => {
  expect(() => readOptions([`-uacomment=safe, safe`, `-uacomment=${comment}`])).toThrow(
    `-uacomment=${comment}: the comment contains unsafe characters`,
  );
});
