import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from './require.ts';
import { startCommand } from './support/command.ts';
import { inFolder, pyx } from './support/pyx.ts';

test('the reference parser of OpenMetrics reads the file, and one of the older format too', (ctx) =>
  inFolder(async (folder) => {
    await needs(ctx, 'openmetrics');
    const file = join(folder, 'pyx.prom');
    const { code, stderr } = await pyx([
      'load',
      '--method',
      'getblockcount',
      '--rate',
      '40',
      '--duration',
      '2s',
      '--threshold',
      'errors < 1%',
      '--metrics',
      file,
      '--out',
      join(folder, 'out'),
    ]);
    expect(code, stderr).toBe(0);
    const program = [
      'import sys, prometheus_client.parser as plain, prometheus_client.openmetrics.parser as full',
      'text = open(sys.argv[1]).read()',
      'read = lambda parser: sum(len(family.samples) for family in parser.text_string_to_metric_families(text))',
      'print(read(full), read(plain))',
    ].join('\n');
    const env = { PYTHONPATH: process.env['PYTHONPATH'] ?? '' };
    const parsed = await startCommand('python3', ['-c', program, file], { env }).ended;
    const samples = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
    expect(parsed.stdout + parsed.stderr).toBe(`${samples} ${samples}\n`);
  }));
