import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { branded, doubtful, testBrands } from './support/learnt.ts';
import { otherCoind } from './support/other-coind.ts';
import { inFolder, pyx, resultsIn } from './support/pyx.ts';

const withinMs = 900_000;
const names = { coin: 'orbit', ext: 'vela', extclient: 'gvela' };
const without = ['coinaddscript', 'coinburn', 'coindecoderawtransaction', 'coinlistreceivedbyaddress', 'coinmint', 'cointxfund'];
const refused = [
  {
    option: '-deprecatedrpc=signrawtransaction',
    method: 'signrawtransaction',
    code: -32,
    message: 'signrawtransaction is deprecated. To use it, restart the node with -deprecatedrpc=signrawtransaction.',
  },
  { option: '-assetindex', method: 'assetsend', code: -1, message: 'You must start the node with -assetindex=1 to send tokens' },
];

test('a whole run with the file that is learnt of a release has no failure, and leaves out only what it lacks', async () => {
  await inFolder(async (folder) => {
    const program = await otherCoind(folder, { names, without, refused, peersOnlyWith: '-unittest', client: 'Satoshi' }, 'orbitd');
    const [file, out] = [join(folder, 'orbit.yaml'), join(folder, 'out')];
    const learnt = await pyx(['drift', '--target', `process:${program}`, '--learn', file], { withinMs });
    expect(learnt, learnt.stderr).toMatchObject({ code: 0 });
    expect(learnt.stdout).toContain('name: coin=orbit by orbitsetvelaheaders, orbitsetvelastatus, orbitstartgvela, orbitstopgvela\n');
    expect(learnt.stdout).toMatch(/^checked by the first \d+ cases of the suites in .*; 0 failed$/m);
    expect(learnt.stdout).toContain('6 methods absent, 3 start options wanted');
    expect(await readFile(file, 'utf8')).not.toContain('Doubtful');
    expect(await pyx(['spec', 'check', file])).toMatchObject({ code: 0 });
    const run = await pyx(['run', '--target', `process:${program}`, '--target-file', file, '--seed', '1', '--out', out], { withinMs });
    expect(run.code, run.stdout).toBe(0);
    const { totals, cases } = await resultsIn(out);
    expect(totals['skipped']).toBe(0);
    const lacking = cases.filter(({ status, reason }) => status === 'inapplicable' && /the target has no /.test(reason ?? ''));
    expect(new Set(lacking.map(({ reason = '' }) => /the target has no (\S+):/.exec(reason)?.[1]))).toEqual(new Set(without));
  });
});

testBrands(branded);
test.each(doubtful)('%s', (_, expectDoubt) => expectDoubt());
