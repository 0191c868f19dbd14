import { afterAll, beforeAll, expect, test } from 'vitest';
import { Secrets } from '../../client/mask.ts';
import { Acceptances } from '../../engine/acceptance.ts';
import { readTargetFile } from '../../engine/target-file.ts';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { RunningNode, Target } from '../../fixtures/targets/types.ts';
import { neutralNames } from '../../specs/model/names.ts';
import { specification } from '../../specs/model/specification.ts';
import { withAcceptance } from './accepted.ts';
import { AskedNode } from './asked-node.ts';
import { driftFindings } from './findings.ts';
import type { DriftFinding } from './items.ts';
import { surveyItems } from './survey-items.ts';
import { surveyNode } from './survey.ts';
import { altered, type Alter } from './testing/altered-target.ts';
import { block, error, result, seen } from './testing/seen.ts';

let target: Target;
let node: RunningNode;

beforeAll(async () => {
  target = await openTarget('embedded', { env: {}, secrets: new Secrets() });
  node = await target.start('default');
});
afterAll(() => target.close());

/** The findings in what the embedded node reports about itself, altered, that its target file does not accept. */
async function described(alter: Alter = () => undefined): Promise<readonly DriftFinding[]> {
  const options = { specification, names: neutralNames, callUnknown: true, readOnly: false };
  const survey = await surveyNode(new AskedNode(altered(node, alter), undefined), options);
  const items = withAcceptance(
    surveyItems(specification, survey, neutralNames, new Map()),
    { acceptances: new Acceptances(readTargetFile('coind').accepted ?? [], '2026-11-20'), drift: readTargetFile('coind').drift ?? [] },
    specification,
  );
  return driftFindings(items, { missing: block, accepted: () => undefined }).filter((finding) => finding.accepted === undefined);
}

/** A text of help with a replacement in each line. */
const helpWith =
  (from: string | RegExp, to: string): Alter =>
  (method, _, reply) =>
    method === 'help' && reply.type === 'result' && typeof reply.result === 'string' ? result(reply.result.replace(from, to)) : undefined;
/** The help of one method, both as text and as the message of its refusals. */
const knownAs =
  (name: string, from: string | RegExp, to: string): Alter =>
  (method, params, reply) =>
    method === 'help' && Array.isArray(params) && (params as unknown[])[0] === name ? helpWith(from, to)(method, params, reply) : undefined;

test('coind has no difference that its target file does not accept', async () => {
  expect(await described()).toEqual([]);
});

test('a method that is not listed, and answers, is hidden; one that is listed twice or under another name is a wrong help', async () => {
  expect(seen(await described(helpWith(/^getblockcount\n/m, '')))).toEqual(['unclassified help-wrong getblockcount']);
  expect(seen(await described(helpWith(/^getblockcount\n/m, 'getblockcount\ngetblockcount\n')))).toEqual([
    'unclassified help-wrong getblockcount',
  ]);
  expect(seen(await described(helpWith(/^getblockcount\n/m, 'getblokcount\n')))).toEqual([
    'unclassified help-wrong getblockcount',
    'unclassified help-wrong getblokcount',
  ]);
});

test('missing methods are one finding, with the block of the target file', async () => {
  const missing: Alter = (method, _, reply) =>
    ['getblockcount', 'getnettotals'].includes(method)
      ? error(-32601, 'Method not found')
      : helpWith(/^(getblockcount|getnettotals)\n/gm, '')(method, _, reply);
  const findings = await described(missing);
  expect(seen(findings)).toEqual(['breaking method-removed getblockcount, getnettotals']);
  expect(findings[0]).toMatchObject({
    block: 'absent: getblockcount, getnettotals',
    evidence: { text: 'called: -32601 Method not found' },
  });
});

test('a method that the documents lack is compatible', async () => {
  expect(seen(await described(helpWith(/^getblockcount\n/m, 'getblockcount\ngetnothing "a"\n')))).toEqual([
    'unclassified help-wrong getnothing', // listed, and not found when it is called
  ]);
  const offered: Alter = (method, params, reply) =>
    method === 'getnothing'
      ? error(-1, 'getnothing')
      : helpWith(/^getblockcount\n/m, 'getblockcount\ngetnothing "a"\n')(method, params, reply);
  expect(seen(await described(offered))).toEqual(['compatible method-added getnothing']);
});

/** The node knows only these names of getblockhash. */
const knowsOnly =
  (...names: string[]): Alter =>
  (method, params) => {
    if (method !== 'getblockhash' || Array.isArray(params)) return undefined;
    const unknown = Object.keys(params).find((name) => !names.includes(name));
    return unknown === undefined ? undefined : error(-8, `Unknown named parameter ${unknown}`);
  };
const both =
  (...alterations: Alter[]): Alter =>
  (method, params, reply) =>
    alterations.map((alter) => alter(method, params, reply)).find((altered) => altered !== undefined);

test('an argument under another name breaks calls by name if the node refuses the documented one', async () => {
  const renamed = knownAs('getblockhash', 'height (', 'index (');
  const [real, ...others] = await described(both(renamed, knowsOnly('index')));
  expect(others).toEqual([]);
  expect(real).toMatchObject({
    change: 'param-renamed',
    class: 'breaking',
    before: 'height',
    after: 'index',
    places: [{ method: 'getblockhash', path: 'argument height' }],
  });
  expect(real?.evidence.text).toMatch(/called by name: Unknown named parameter height, the node knows index$/);
});

test('an argument under another name in help alone is compatible, whether calls know that name too or not', async () => {
  const renamed = knownAs('getblockhash', 'height (', 'index (');
  const texts: string[] = [];
  for (const alter of [renamed, both(renamed, knowsOnly('height', 'index'))]) {
    const findings = await described(alter);
    expect(seen(findings)).toEqual(['compatible param-renamed-in-help getblockhash argument height']);
    texts.push(findings[0]?.evidence.text.split('called by name: ')[1] ?? '');
  }
  expect(texts).toEqual(['the node knows height, Unknown named parameter index', 'the node knows height, the node knows index']);
});

test('an argument that help names as the documents do, and calls refuse, breaks calls by name', async () => {
  const [hidden, ...others] = await described(knowsOnly('index'));
  expect(others).toEqual([]);
  expect(hidden).toMatchObject({ change: 'param-renamed', class: 'breaking', before: 'height', evidence: { kind: 'call' } });
  expect(hidden?.evidence.text).toContain('Unknown named parameter height');
});

test('of a node that takes no arguments by name, the help text alone counts', async () => {
  const positional: Alter = (method, params) =>
    method === 'getblockhash' && !Array.isArray(params) ? error(-32600, 'Params must be an array') : undefined;
  expect(await described(positional)).toEqual([]);
  const [found] = await described(both(knownAs('getblockhash', 'height (', 'index ('), positional));
  expect(found).toMatchObject({ change: 'param-renamed', class: 'breaking', after: 'index' });
  expect(found?.evidence.text).toContain('called by name: not known');
});

test('an argument that help does not show is removed if calls by name refuse it, and hidden if they know it', async () => {
  const without: Alter = knownAs('getblockheader', /\n2\. verbose .*/, '');
  expect(seen(await described(without))).toEqual(['unclassified help-wrong getblockheader argument verbose']);
  const refusing: Alter = (method, params) =>
    method === 'getblockheader' && !Array.isArray(params) && Object.hasOwn(params, 'verbose')
      ? error(-8, 'Unknown named parameter verbose')
      : undefined;
  const [removed, ...others] = await described(both(without, refusing));
  expect(others).toEqual([]);
  expect(removed).toMatchObject({ change: 'param-removed', class: 'breaking' });
  expect(removed?.evidence.text).toContain('Unknown named parameter verbose');
});

test('a new argument is breaking if it is required', async () => {
  const added = (terms: string): Alter => knownAs('getblockhash', '\n\nResult', `\n2. chain (string, ${terms}) Of this chain.\n\nResult`);
  expect(seen(await described(added('required')))).toEqual(['breaking required-param-added getblockhash argument chain']);
  expect(seen(await described(added('optional')))).toEqual(['compatible param-added getblockhash argument chain']);
});

test('an OpenRPC document of the node is compared too', async () => {
  const renamed: Alter = (method, _, reply) =>
    method === 'rpc.discover' && reply.type === 'result'
      ? result(JSON.parse(JSON.stringify(reply.result).replace('"name":"height"', '"name":"position"')) as never)
      : undefined;
  const [first, ...others] = await described(renamed);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ change: 'param-renamed', class: 'breaking', after: 'position', evidence: { kind: 'discover' } });
  expect(first?.evidence.text).toContain('rpc.discover: ');
});

/** The node has the subcommands of a method as methods: `gobject_check` for `gobject check`. */
const withoutSubcommands =
  (family: string): Alter =>
  (method, params, reply) => {
    if (method === family) return error(-32601, 'Method not found');
    if (method.startsWith(`${family}_`)) return error(-1, method);
    if (method !== 'help' || reply.type !== 'result') return undefined;
    const [about] = Array.isArray(params) ? (params as unknown[]) : [];
    if (about === undefined) return result(String(reply.result).replaceAll(new RegExp(`^${family} `, 'gm'), `${family}_`));
    return about === family ? result(`help: unknown command: ${family}`) : undefined;
  };

test('subcommands that are methods of their own are renamed: neither missing nor new', async () => {
  const [renamed, ...others] = await described(withoutSubcommands('masternode'));
  expect(seen(others)).toEqual([]);
  expect(renamed).toMatchObject({
    change: 'wire-name-changed',
    class: 'breaking',
    headline:
      'The node has 13 documented methods under other names: masternode count is masternode_count, masternode current is masternode_current, masternode genkey is masternode_genkey and 10 more',
    differences: [],
  });
  expect(renamed?.before).toContain('masternode start-all');
  expect(renamed?.after).toContain('masternode_start-all');
  expect(renamed?.block).toContain('absent: masternode count, masternode current');
});

test('a name that two methods could mean is that of the one with its words', async () => {
  const both: Alter = (method, params, reply) =>
    method === 'masternodelist' ? error(-32601, 'Method not found') : withoutSubcommands('masternode')(method, params, reply);
  const findings = await described(both);
  const renamed = findings.find(({ change }) => change === 'wire-name-changed');
  expect(renamed?.places.map(({ method }) => method)).toContain('masternode list');
  expect(findings.find(({ change }) => change === 'method-removed')?.places).toEqual([{ method: 'masternodelist', path: '' }]);
});

test('an argument that moved and has the name that the documents give it elsewhere is renamed, and another one is missing', async () => {
  const moved: Alter = (method, params, reply) => {
    if (method !== 'help' || reply.type !== 'result' || !Array.isArray(params)) return undefined;
    if ((params as unknown[])[0] !== 'assetallocationburn') return undefined;
    return result(
      [
        'assetallocationburn "asset_guid" "amount" "foreign_destination_address"',
        '',
        'Arguments:',
        '1. asset_guid (number, required)',
        '2. amount (number or string, required)',
        '3. foreign_destination_address (string, required) Hex without 0x.',
      ].join('\n'),
    );
  };
  const known: Alter = (method, params) => {
    if (method !== 'assetallocationburn' || Array.isArray(params)) return undefined;
    const unknown = Object.keys(params).find((name) => !['asset_guid', 'amount', 'foreign_destination_address'].includes(name));
    return unknown === undefined ? undefined : error(-8, `Unknown named parameter ${unknown}`);
  };
  const findings = await described(both(moved, known));
  expect(seen(findings)).toEqual([
    'breaking param-removed assetallocationburn argument address',
    'breaking param-renamed assetallocationburn argument ext address',
  ]);
  expect(findings[1]?.after).toBe('foreign_destination_address');
});

test('a default in other letters is compatible if help says that their case does not matter', async () => {
  const small = knownAs('sendmany', 'default: "UNSET")', 'default="unset") must be one of (case insensitive):\n     "unset", "economical"');
  expect(seen(await described(small))).toEqual(['compatible letter-case-opened sendmany argument estimate_mode']);
  const other = knownAs('sendmany', 'default: "UNSET")', 'default="unset") must be one of:\n     "unset", "economical"');
  expect(seen(await described(other))).toEqual(['breaking default-changed sendmany argument estimate_mode']);
});
