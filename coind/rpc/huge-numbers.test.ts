import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArgumentForm } from '../../specs/model/argument-form.ts';
import { runNode, type RunningNode } from '../node.ts';
import { defaultOptions } from '../options/default-options.ts';
import { RpcCode } from './errors.ts';
import { methodSpecs, type MethodSpec } from './method-table.ts';
import { INTERNAL_ERROR } from './server.ts';
import { basic } from './testing/serve.ts';

/** Numbers that a double cannot hold, or not exactly. */
const NUMBERS = ['1e400', '-1e400', '1e-400', '1e999999999', '9007199254740993e300', '123456789012345678901234567890'];
/** The same in a string, as amounts may be given. */
const STRINGS = NUMBERS.map((number) => JSON.stringify(number));
/** Ends the node. */
const ENDS_THE_NODE: ReadonlySet<string> = new Set(['stop']);

const startedIn = process.cwd();
/** Backups are files with the number as their name, in the working directory. */
const folder = mkdtempSync(join(tmpdir(), 'pyx-test-'));

let node: RunningNode;
const logged: string[] = [];
let address: string;
let samples: { readonly [kind: string]: string };

beforeAll(async () => {
  process.chdir(folder);
  const options = {
    rpc: { ...defaultOptions.rpc, enabled: true, port: 0, user: 'user', password: 'password' },
    txindex: true,
    tpstest: true,
  };
  node = await runNode(options, { log: (line) => logged.push(line) });
  address = await node.call('getnewaddress');
  const [block = ''] = await node.call('generatetoaddress', [101, address]);
  const { tx } = (await node.call('getblock', [block])) as unknown as { tx: string[] };
  const hex = (await node.call('getrawtransaction', [tx[0]!])) as unknown as string;
  samples = {
    Address: address,
    BlockHash: block,
    Hash256: tx[0]!,
    RawTransaction: hex,
    Hex: '00',
    Psbt: await node.call('createpsbt', [[{ txid: tx[0]!, vout: 0 }], [{ [address]: 1 }]]),
  };
});

afterAll(async () => {
  await node.stop();
  process.chdir(startedIn);
  rmSync(folder, { recursive: true });
});

/** JSON text of a value that an argument of this form accepts, or nearly. */
function sampleOf(form: ArgumentForm): string {
  switch (form.type) {
    case 'amount':
    case 'decimal':
    case 'number':
      return '1';
    case 'integer':
      return String(form.values?.[0] ?? 1);
    case 'boolean':
      return 'true';
    case 'literal':
      return JSON.stringify(form.value);
    case 'string': {
      const kind = form.kinds.find((kind) => samples[kind] !== undefined);
      return JSON.stringify(form.values?.[0] ?? (kind === undefined ? 'x' : samples[kind]));
    }
    case 'array':
      return `[${sampleOf(form.items)}]`;
    case 'object':
      return objectWith(form, undefined, '');
    case 'union':
      return sampleOf(form.of[0]!);
    case 'any':
      return '1';
  }
}

/** An object with its required members; the member `name` is `text`. */
function objectWith({ members, rest }: ArgumentForm & { readonly type: 'object' }, name: string | undefined, text: string): string {
  const parts = members.flatMap((member) =>
    member.name === name
      ? [`${JSON.stringify(name)}:${text}`]
      : member.required
        ? [`${JSON.stringify(member.name)}:${sampleOf(member.form)}`]
        : [],
  );
  if (rest !== undefined) parts.push(`${JSON.stringify(address)}:${name === '*' ? text : sampleOf(rest)}`);
  return `{${parts.join()}}`;
}

/** JSON texts of an argument with `number` in its place, and in the place of each item and member within it. */
function* withNumber(form: ArgumentForm, number: string): Generator<string> {
  yield number;
  if (form.type === 'array') {
    for (const item of withNumber(form.items, number)) yield `[${item}]`;
    yield `[${sampleOf(form.items)},${number}]`;
  } else if (form.type === 'object') {
    for (const member of form.members) for (const text of withNumber(member.form, number)) yield objectWith(form, member.name, text);
    if (form.rest !== undefined) for (const text of withNumber(form.rest, number)) yield objectWith(form, '*', text);
    yield `{"x":${number}}`;
  } else if (form.type === 'union') for (const branch of form.of) yield* withNumber(branch, number);
}

/** The bodies of calls of a method with a number in each place in turn: arguments by position, then by name. */
function* bodies(spec: MethodSpec): Generator<string> {
  const { of = spec.id, word } = spec.subcommand ?? {};
  const before = word === undefined ? [] : [JSON.stringify(word)];
  const body = (params: string): string => `{"id":1,"method":${JSON.stringify(of)},"params":${params}}`;
  for (const [at, { name, form }] of spec.params.entries()) {
    const others = spec.params.slice(0, at).map((param) => sampleOf(param.form));
    const later = spec.params.slice(at + 1).flatMap((param) => (param.required ? [sampleOf(param.form)] : []));
    for (const number of [...NUMBERS, ...STRINGS]) {
      for (const text of withNumber(form, number)) yield body(`[${[...before, ...others, text, ...later].join()}]`);
      const named = spec.params.flatMap((param) =>
        param.name === name
          ? [`${JSON.stringify(name)}:${number}`]
          : param.required
            ? [`${JSON.stringify(param.name)}:${sampleOf(param.form)}`]
            : [],
      );
      if (word === undefined) yield body(`{${named.join()}}`);
    }
  }
  for (const number of NUMBERS) {
    yield body(`[${[...before, ...spec.params.map(({ form }) => sampleOf(form)), number].join()}]`);
    yield body(number);
    yield body(`{"x":${number}}`);
  }
}

async function answer(body: string): Promise<string> {
  const response = await fetch(node.address!, { method: 'POST', body, headers: { authorization: basic('user:password') } });
  return response.text();
}

describe('numbers that no double holds', () => {
  it.each([...methodSpecs.values()].filter(({ id }) => !ENDS_THE_NODE.has(id)).map((spec) => [spec.id, spec] as const))(
    'are no internal error as any argument of %s',
    async (_, spec) => {
      const sent = [...bodies(spec)];
      const answers = JSON.parse(await answer(`[${sent.join()}]`)) as { error: { code: number } | null }[];
      expect(answers).toHaveLength(sent.length);
      for (const [index, { error }] of answers.entries())
        expect(error?.code, `${sent[index]} ${JSON.stringify(error)}`).not.toBe(RpcCode.internal);
      expect(await answer('{"method":"getblockcount"}')).toMatch(/^\{"result":\d+,"error":null/);
      expect(logged.filter((line) => line.includes(INTERNAL_ERROR))).toEqual([]);
    },
  );

  it.each(NUMBERS)('are no internal error as an id, and in the data of a proposal: %s', async (number) => {
    expect(await answer(`{"id":${number},"method":"echo","params":[{"a":[${number}]}]}`)).toBe(
      `{"result":[{"a":[${number}]}],"error":null,"id":${number}}\n`,
    );
    const data = `{"type":${number},"name":[${number}],"start_epoch":{"a":${number}},"payment_amount":${number}}`;
    const text = await answer(`{"method":"gobject","params":["check","${Buffer.from(data).toString('hex')}"]}`);
    const { error } = JSON.parse(text) as { error: { code: number; message: string } };
    expect(error.code).toBe(RpcCode.invalidParameter);
    expect(error.message).toContain(
      `name: expected 1 to 40 letters, digits, - or _, found [${number}]; start_epoch: expected epoch seconds, found {"a":${number}};`,
    );
  });
});
