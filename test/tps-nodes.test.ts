import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { RunningNode } from '../fixtures/targets/types.ts';
import type { TpsResults } from '../load/tps/results.ts';
import { urlOf, withNodes } from './support/given-nodes.ts';
import { inFolder, pyx, type PyxEnded } from './support/pyx.ts';

const small = ['--warm-up', '0', '--rounds', '1', '--transactions', '50', '--start-in', '500ms', '--seed', '5'];

interface WrittenNode {
  readonly name: string;
  readonly role: string;
  readonly region?: string;
  readonly url: string;
  readonly peer?: string;
}

/** A node of a file; `credentials` are in its URL unless they come from elsewhere. */
function written(name: string, role: string, node: RunningNode): WrittenNode {
  const [url = '', peer = ''] = urlOf(node).split(',');
  return { name, role, url, peer };
}

async function measured(folder: string, file: object, options: Parameters<typeof pyx>[1] = {}): Promise<PyxEnded> {
  const path = join(folder, 'nodes.yaml');
  await writeFile(path, stringify(file));
  return pyx(['tps', '--nodes', path, ...small, '--out', join(folder, 'out')], options);
}

const resultsIn = async (folder: string): Promise<TpsResults> =>
  JSON.parse(await readFile(join(folder, 'out/results.json'), 'utf8')) as TpsResults;

describe('pyx tps --nodes', () => {
  test('measures nodes that run already, by the names of the file, and links them as it says', () =>
    inFolder((folder) =>
      withNodes(3, async ([a, b, c]) => {
        const credentials = a!.credentials!;
        const nodes = [
          { ...written('source', 'sender', a!), region: 'east', url: a!.client.address },
          { ...written('middle', 'receiver', b!), region: 'west' },
          { ...written('end', 'receiver', c!), region: 'west' },
        ];
        const links = [{ between: ['source', 'middle'], latency: '40ms' }, { between: ['middle', 'end'] }];
        const env = { PYX_RPC_USER: credentials.user, PYX_RPC_PASSWORD: credentials.password };
        const { code, stdout, stderr } = await measured(folder, { name: 'a line', nodes, links }, { env });
        expect(code, stdout + stderr).toBe(0);
        expect(stderr).toContain('Pyx did not start these nodes');
        const { nodes: seen, totals, target, network } = await resultsIn(folder);
        expect(target.kind).toBe('remote');
        expect(seen.map(({ name, role, peers }) => [name, role, peers])).toEqual([
          ['source', 'sender', 1],
          ['middle', 'receiver', 2],
          ['end', 'receiver', 1],
        ]);
        expect(totals).toMatchObject({ given: 50, received: 50, lost: 0 });
        expect(network!.links.map(({ between, latencyMs }) => [...between, latencyMs])).toEqual([
          ['source', 'middle', 40],
          ['middle', 'end', 0],
        ]);
      }),
    ));

  test('nodes whose addresses are names of hosts are counted: each has as many connections as it has links', () =>
    inFolder((folder) =>
      withNodes(3, async (started) => {
        const [a, b, c] = started.map((node, index) => {
          const named = written(`n${index}`, index === 0 ? 'sender' : 'receiver', node);
          return { ...named, peer: named.peer!.replace('127.0.0.1', 'localhost') };
        });
        const nodes = [a, b, c];
        const { code, stdout, stderr } = await measured(folder, { name: 'a line', shape: 'line', nodes });
        expect(code, stdout + stderr).toBe(0);
        expect((await resultsIn(folder)).nodes.map(({ peers }) => peers)).toEqual([1, 2, 1]);
      }),
    ));

  test('names all nodes that do not answer', () =>
    inFolder((folder) =>
      withNodes(1, async ([a]) => {
        const nodes = [
          written('source', 'sender', a!),
          { name: 'far', role: 'receiver', url: 'http://127.0.0.1:9' },
          { name: 'farther', role: 'receiver', url: 'http://nowhere.invalid:18443' },
        ];
        const { code, stderr } = await measured(folder, { name: 'a', nodes });
        expect(code, stderr).toBe(2);
        expect(stderr).toContain('2 of 3 nodes cannot be used: far, farther');
        expect(stderr).toMatch(
          /far: http:\/\/127\.0\.0\.1:9 does not answer: .*\n.*farther: http:\/\/nowhere\.invalid:18443 does not answer/,
        );
      }),
    ));

  test.each([
    [['--nodes', '/nowhere/nodes.yaml'], /--nodes \/nowhere\/nodes\.yaml: .*nodes\.schema\.json/],
    [['--nodes', 'a', '--sender', 'http://127.0.0.1:9'], /--nodes names all nodes/],
    [['--nodes', 'a', '--senders', '2'], /--nodes names nodes that run/],
    [['--nodes', 'a', '--topology', 'ring'], /--nodes names those that run; .*the file has the links/],
    [['--emit', 'swarm', 'x'], /--emit swarm x is not an engine and a folder; write --emit kubernetes\|compose DIR/],
    [['--emit', 'compose'], /--emit compose is not an engine and a folder/],
    [['--emit', 'compose', 'x'], /--emit needs a network; add --topology FILE/],
    [['--emit', 'compose', 'x', '--topology', 'ring', '--target', 'process:x'], /so --target has no meaning/],
    [['--image', 'x'], /--image is for --emit/],
  ])('refuses %j with a remedy', async (args, message) => {
    const { code, stderr } = await pyx(['tps', ...args]);
    expect(code, stderr).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });
});
