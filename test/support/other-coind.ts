import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { neutralNames, render, type Names } from '../../specs/model/names.ts';
import { specification } from '../../specs/model/specification.ts';

const coind = join(import.meta.dirname, '../../bin/coind.js');

/** A refusal unless the node was started with an option, which coind itself does not know. */
export interface RefusedWithout {
  readonly option: string;
  readonly method: string;
  readonly code: number;
  readonly message: string;
}

export interface OtherCoind {
  /** The brands of its methods, arguments and fields. Default: neutral. */
  readonly names?: Names;
  /** Words in place of those that the brands give, by neutral names. */
  readonly spelled?: Readonly<Record<string, string>>;
  /** Neutral names of methods that it does not have. */
  readonly without?: readonly string[];
  /** The method that it does not find while no wallet is made: as a release that has no default wallet. */
  readonly afterWallet?: string;
  readonly refused?: readonly RefusedWithout[];
  /** Options that it takes and that do nothing. */
  readonly ignored?: readonly string[];
  /** It closes connections of peers unless it is started with this option. */
  readonly peersOnlyWith?: string;
  /** What it calls itself in place of `coind`. */
  readonly client?: string;
}

/**
 * Writes a program into a folder: coind behind other names, without some methods, and with options that it needs. It is one process: a
 * server before coind's own changes requests and answers. Returns its path.
 */
export async function otherCoind(folder: string, other: OtherCoind, file = 'other-coind.mjs'): Promise<string> {
  const { names = neutralNames, spelled = {}, without = [], afterWallet, refused = [], ignored = [], peersOnlyWith, client } = other;
  const words = specification.branded.map((name) => {
    const neutral = render(name, neutralNames);
    return [neutral, spelled[neutral] ?? render(name, names)] as const;
  });
  const program = join(folder, file);
  const settings = {
    own: words.filter(([a, b]) => a !== b),
    without,
    afterWallet,
    refused,
    options: [...ignored, ...refused.map(({ option }) => option), ...(peersOnlyWith === undefined ? [] : [peersOnlyWith])],
    peersOnlyWith,
    client,
  };
  await writeFile(
    program,
    `#!${process.execPath}
import { createServer, request } from 'node:http';
import { createServer as createPeer } from 'node:net';

const { own, without, afterWallet, refused, options, peersOnlyWith, client } = ${JSON.stringify(settings)};
const replacer = (pairs) => {
  const words = new Map(pairs);
  const longest = [...words.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp('(?:(?<![\\\\w-])|(?<=\\\\\\\\n))(?:' + longest.join('|') + ')(?![\\\\w-])', 'g');
  return (text) => (words.size === 0 ? text : text.replace(pattern, (word) => words.get(word)));
};
const toOwn = replacer(own);
const toNeutral = replacer(own.map(([neutral, word]) => [word, neutral]));
const neutral = new Set(own.map(([word]) => word));

const given = process.argv.slice(2);
const has = (option) => given.includes(option) || given.includes(option + '=1');
let args = given.filter((arg) => !options.some((option) => arg === option || arg === option + '=1'));
const portOf = (name) => Number(args.findLast((arg) => arg.startsWith('-' + name + '='))?.split('=')[1]);
const [rpcPort, peerPort] = [portOf('rpcport'), portOf('port')];

if (peersOnlyWith !== undefined && !has(peersOnlyWith) && args.includes('-listen=1')) {
  args = [...args.filter((arg) => !/^-(?:listen|bind|port)=/.test(arg)), '-listen=0'];
  createPeer((socket) => socket.destroy()).listen(peerPort, '127.0.0.1');
}

let hasWallet = false;
const notFound = { result: null, error: { code: -32601, message: 'Method not found' } };
const answerOf = (call) => {
  const { method } = call;
  if (typeof method !== 'string') return undefined;
  if (neutral.has(method) || without.includes(toNeutral(method))) return notFound;
  if (method === 'createwallet' && Array.isArray(call.params) && !call.params.includes(null)) hasWallet = true;
  if (method === afterWallet && !hasWallet) return notFound;
  const due = refused.find((one) => one.method === toNeutral(method) && !has(one.option));
  return due && { result: null, error: { code: due.code, message: due.message } };
};
const altered = (text, method) => {
  let changed = text;
  if (method === 'help' && without.length > 0) {
    const answer = JSON.parse(text);
    const lines = String(answer.result).split('\\n').filter((line) => !without.includes(line.split(' ', 1)[0]));
    changed = JSON.stringify({ ...answer, result: answer.error === null ? lines.join('\\n') : null }) + '\\n';
  }
  if (client !== undefined) changed = changed.replaceAll('/coind:', '/' + client + ':');
  return toOwn(changed);
};

const inner = await new Promise((resolve) => {
  const free = createPeer();
  free.listen(0, '127.0.0.1', () => {
    const { port } = free.address();
    free.close(() => resolve(port));
  });
});
createServer((incoming, outgoing) => {
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.on('end', () => {
    const body = Buffer.concat(chunks).toString('latin1');
    let call = {};
    try {
      call = JSON.parse(body) ?? {};
    } catch {
      // A malformed request: coind answers it.
    }
    const instead = answerOf(call);
    if (instead) {
      const text = JSON.stringify({ ...instead, id: call.id ?? null }) + '\\n';
      outgoing.writeHead(500, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text);
      return;
    }
    const sent = Buffer.from(toNeutral(body), 'latin1');
    const headers = incoming.rawHeaders.slice();
    const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-length');
    if (at >= 0) headers[at + 1] = String(sent.length);
    const passed = request({ port: inner, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.from(altered(Buffer.concat(parts).toString('latin1'), call.method), 'latin1');
        const others = answer.rawHeaders.slice();
        const length = others.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-length');
        if (length >= 0 && incoming.method === 'POST') others[length + 1] = String(text.length);
        outgoing.sendDate = false;
        outgoing.writeHead(answer.statusCode, answer.statusMessage, others).end(text);
      });
    });
    passed.on('error', () => incoming.socket.destroy());
    passed.end(sent);
  });
}).listen(rpcPort, '127.0.0.1');
// The last answer passes through this server before the process ends.
const exit = process.exit.bind(process);
process.exit = (code) => void setTimeout(() => exit(code), 100);
process.argv.splice(2, process.argv.length, ...args.map((arg) => (arg.startsWith('-rpcport=') ? '-rpcport=' + inner : arg)));
await import(${JSON.stringify(pathToFileURL(coind).href)});
`,
    { mode: 0o755 },
  );
  return program;
}
