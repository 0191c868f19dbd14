import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { needs, PYX_IMAGE } from './require.ts';
import { installIn } from './support/installed.ts';
import { inFolder } from './support/pyx.ts';

const root = join(import.meta.dirname, '..');
/** A release that passes in a moment. */
const GOOD = 'target: embedded\ncases: [methods/getblockcount/required-only]\n';

const textOf = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a script as the server of a pipeline does. */
function shell(script: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { PATH = '', HOME = '/' } = process.env;
  const child = spawn('bash', ['-eo', 'pipefail', '-c', script], { cwd, env: { PATH, HOME, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** Runs `work` in a folder with a policy, in which Pyx is installed. */
const inRepository = (policy: string, work: (folder: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'pyx.yaml'), policy);
    await installIn(folder);
    await work(folder);
  });

/** The value of an expression of GitHub that the action uses in an environment. */
function valueOf(text: string, { inputs }: Action, given: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
    if (name === 'github.action_path') return root;
    const input = name.replace('inputs.', '');
    expect(Object.keys(inputs), name).toContain(input);
    return given[input] ?? inputs[input]?.default ?? '';
  });
}

async function runAction(folder: string, given: Readonly<Record<string, string>>): Promise<Ended & { readonly outputs: string }> {
  const action = parse(await textOf('action.yml')) as Action;
  const [outputs, summary] = [join(folder, 'outputs'), join(folder, 'summary')];
  for (const file of [outputs, summary]) await writeFile(file, '');
  let ended: Ended = { code: 0, output: '' };
  for (const step of action.runs.steps) {
    if (step.run === undefined || ended.code !== 0) continue;
    expect(step.shell).toBe('bash');
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, valueOf(text, action, given)]);
    ended = await shell(step.run, folder, {
      ...Object.fromEntries(own),
      GITHUB_OUTPUT: outputs,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_ACTIONS: 'true',
    });
  }
  return { ...ended, outputs: await readFile(outputs, 'utf8') };
}

/** The step that merges the shards. */
async function mergingStep(): Promise<string> {
  const { jobs } = parse(await textOf('examples/github-workflow.yml')) as { jobs: { whole: { steps: Step[] } } };
  return jobs.whole.steps.map(({ run = '' }) => run).find((run) => run.includes('pyx report')) ?? '';
}

describe('action.yml', () => {
  test('is a composite action whose steps run or use something, and name what they are', async () => {
    const { runs } = parse(await textOf('action.yml')) as Action;
    expect(runs.using).toBe('composite');
    for (const step of runs.steps) {
      expect([step.run, step.uses].filter((action) => action !== undefined)).toHaveLength(1);
      expect(step.name).not.toBe('');
      // Inputs in a script would be code.
      expect(step.run ?? '').not.toContain('${{');
    }
  });

  test('passes with the gate, and leaves its outputs', () =>
    inRepository(GOOD, async (folder) => {
      const { code, output, outputs } = await runAction(folder, { shard: '1/1' });
      expect(code, output).toBe(0);
      expect(outputs).toBe('out=pyx-out/gate\nname=pyx-gate-1\nsarif=yes\n');
      expect(existsSync(join(folder, 'pyx-out/gate/pyx.sarif'))).toBe(true);
    }));

  test.each([
    ['shard', '1/1\nout=/etc', 'The input shard must be I/N'],
    ['shard', '1\nname=../../x', 'The input shard must be I/N'],
    ['shard', '../1', 'The input shard must be I/N'],
    ['shard', '0/3', 'The input shard must be I/N'],
    ['out', 'pyx-out/gate\nname=../../x', 'The input out must be the path of a folder'],
    ['out', 'pyx-out\rgate', 'The input out must be the path of a folder'],
    ['out', '', 'The input out must be the path of a folder'],
  ])('refuses the %s %j and sets no output', (input, text, message) =>
    inRepository(GOOD, async (folder) => {
      const { code, output, outputs } = await runAction(folder, { [input]: text });
      expect(code, output).toBe(2);
      expect(output).toContain(message);
      expect(outputs).toBe('');
    }),
  );

  test('runs the gate by an image of Pyx in place of Node, with the annotations and the summary of the job', async (ctx) => {
    await needs(ctx, 'docker', PYX_IMAGE);
    await inRepository(GOOD, async (folder) => {
      await rm(join(folder, 'node_modules'), { recursive: true });
      const good = await runAction(folder, { image: PYX_IMAGE });
      expect(good.code, good.output).toBe(0);
      expect(existsSync(join(folder, 'pyx-out/gate/pyx.sarif'))).toBe(true);
      expect(await readFile(join(folder, 'summary'), 'utf8')).toContain('Passed');
      const bad = await runAction(folder, { image: PYX_IMAGE, target: 'process:false' });
      expect(bad.code, bad.output).toBe(2);
      expect(bad.output).toContain('::error file=pyx.yaml,line=1,');
    });
  });

  test('fails with the gate, for another policy and target, with an annotation', () =>
    inRepository('', async (folder) => {
      await writeFile(join(folder, 'own.yaml'), GOOD);
      const { code, output, outputs } = await runAction(folder, { policy: 'own.yaml', target: 'process:false', out: 'a b' });
      expect(code, output).toBe(2);
      expect(output).toContain('::error file=own.yaml,line=1,');
      expect(outputs).toBe('out=a b\nname=pyx-gate\nsarif=yes\n');
      expect(existsSync(join(folder, 'a b/gate.json'))).toBe(true);
    }));
});

describe('the version of the action', () => {
  test.each([
    ['package-lock.json', '{"packages": {"node_modules/pyx": {"version": "0.0.9"}}}'],
    ['node_modules/pyx/package.json', '{"version": "0.0.9"}'],
  ])('is that of the package in %s, else nothing is run', (file, text) =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'pyx.yaml'), GOOD);
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
      const { code, output, outputs } = await runAction(folder, {});
      expect(code, output).toBe(2);
      expect(output).toMatch(/^::error::This action is Pyx \d+\.\d+\.\d+, and the package of this repository is Pyx 0\.0\.9: /);
      expect(outputs).toBe('');
    }),
  );

  test('is not asked for where the repository has no package', () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'pyx.yaml'), 'target: process:false\n');
      const { code, output } = await runAction(folder, {});
      expect(code, output).toBe(2);
      expect(output).not.toContain('This action is');
    }));

  test('a gate that could not begin has no SARIF, and none is announced', () =>
    inFolder(async (folder) => {
      const { code, output, outputs } = await runAction(folder, {});
      expect(code, output).toBe(2);
      expect(output).toContain('the policy pyx.yaml does not exist');
      expect(outputs).toBe('out=pyx-out/gate\nname=pyx-gate\n');
    }));
});

/** Nothing of Pyx is installed then but the script of its image, as ./pyx. */
async function replacePackageByScript(folder: string): Promise<void> {
  await rm(join(folder, 'node_modules'), { recursive: true });
  await copyFile(join(root, 'docker/pyx/pyx.sh'), join(folder, 'pyx'));
}

/** The commands of one way to a gate, as they are run by its server; they need the image of Pyx if `image` is set. */
interface Way {
  readonly image?: true;
  readonly script: (folder: string) => Promise<string>;
}

const gitlab = async (job: 'pyx-gate' | 'pyx-gate-image'): Promise<string> =>
  (parse(await textOf('examples/gitlab-ci.yml')) as Record<string, { script: string[] }>)[job]!.script.join('\n');

/** The commands of a stage that call pyx. */
async function jenkins(stage: string): Promise<string> {
  const [, block = ''] = (await textOf('examples/Jenkinsfile')).split(`stage('${stage}')`);
  const [own = ''] = block.split("stage('");
  const lines = Array.from(own.matchAll(/^\s*sh '(.*)'$/gm), ([, line]) => line ?? '');
  return lines.filter((line) => line.includes('pyx')).join('\n');
}

const ways: Readonly<Record<string, Way>> = {
  GitLab: { script: () => gitlab('pyx-gate') },
  // The server runs the script within the image.
  'GitLab by the image': {
    image: true,
    script: async (folder) =>
      `docker run --rm --user "$(id -u):$(id -g)" --volume '${folder}:/builds' --workdir /builds --env PYX_TARGET --entrypoint sh ${PYX_IMAGE} -c '${await gitlab('pyx-gate-image')}'`,
  },
  Jenkins: { script: () => jenkins('Gate') },
  'Jenkins by the image': { image: true, script: () => jenkins('Gate by the image') },
  'a plain shell': { script: async () => `bash '${join(root, 'examples/gate.sh')}' "$PYX_TARGET"` },
  'a plain shell by the image': { image: true, script: async () => `PYX=./pyx bash '${join(root, 'examples/gate.sh')}' "$PYX_TARGET"` },
};

describe('the example for', () => {
  test.for(Object.entries(ways))('%s gives the exit code of the gate, and the reports that it names', async ([, way], ctx) => {
    if (way.image) await needs(ctx, 'docker', PYX_IMAGE);
    await inRepository(GOOD, async (folder) => {
      const commands = await way.script(folder);
      expect(commands).not.toBe('');
      if (way.image) await replacePackageByScript(folder);
      const good = await shell(commands, folder, { PYX_TARGET: 'embedded' });
      expect(good.code, good.output).toBe(0);
      for (const file of ['index.html', 'pyx.sarif', 'run-1/junit.xml'])
        expect(existsSync(join(folder, 'pyx-out/gate', file)), file).toBe(true);
      const bad = await shell(commands, folder, { PYX_TARGET: 'process:false' });
      expect(bad.code, bad.output).toBe(2);
    });
  });

  test('GitHub permits only the job that uploads to code scanning to write', async () => {
    const { permissions, jobs } = parse(await textOf('examples/github-workflow.yml')) as {
      permissions: object;
      jobs: Readonly<Record<string, { permissions?: object }>>;
    };
    expect(permissions).toEqual({ contents: 'read' });
    const further = Object.entries(jobs).map(([name, job]) => [name, job.permissions]);
    expect(further).toEqual([
      ['gate', { actions: 'read', contents: 'read', 'security-events': 'write' }],
      ['whole', undefined],
    ]);
  });

  test.each(Object.entries(ways).filter(([, { image }]) => !image))('%s fails where nothing can be run', (_, way) =>
    inFolder(async (folder) => {
      const { code, output } = await shell(await way.script(folder), folder, { PYX_TARGET: 'embedded' });
      expect(code, output).not.toBe(0);
      expect(existsSync(join(folder, 'pyx-out'))).toBe(false);
    }),
  );

  test('GitHub fails where no shard was run, or one is missing', () =>
    inRepository('target: embedded\ncases: [methods/getblockhash/*]\n', async (folder) => {
      const script = await mergingStep();
      const none = await shell(script, folder, { GATE: 'failure' });
      expect(none.code, none.output).toBe(2);
      expect(none.output).toContain('::error::No case was run');
      const merged: string[] = [];
      for (const [index, expected] of [
        [1, 2],
        [2, 1],
        [3, 0],
      ] as const) {
        const shard = await shell(`npx --no-install pyx gate --shard ${index}/3 --out pyx-gate-${index}`, folder);
        expect(shard.code, shard.output).toBe(0);
        const { code, output } = await shell(script, folder, { GATE: index === 3 ? 'success' : 'failure' });
        expect(code, output).toBe(expected);
        merged.push(output);
      }
      expect(merged[0]).toContain('is shard 1 of 3, not a whole run');
      expect(merged[1]).toMatch(/^Inconclusive {2}.*shard 3 of 3 is missing/m);
      // All cases passed, and another part did not.
      const other = await shell(script, folder, { GATE: 'failure' });
      expect(other.code, other.output).toBe(1);
      expect(other.output).toContain('::error::A job of the gate ended with failure.');
    }));

  test.each(['github-workflow.yml', 'github-workflow-image.yml'])('GitHub uses only inputs that the action has: %s', async (file) => {
    const { inputs } = parse(await textOf('action.yml')) as Action;
    const { permissions, jobs } = parse(await textOf(`examples/${file}`)) as {
      permissions: object;
      jobs: { gate: { steps: { uses?: string; with?: object }[] } };
    };
    const step = jobs.gate.steps.find(({ uses }) => uses?.startsWith('PYX-REPOSITORY') === true);
    expect(Object.keys(step?.with ?? {})).not.toEqual([]);
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step?.with ?? {})));
    expect(permissions).toEqual({ contents: 'read' });
  });

  test('GitHub merges the shards with each seed, and judges the waivers on all', () =>
    inRepository('', async (folder) => {
      const script = await mergingStep();
      const policy = 'target: embedded\ncases: [methods/getblockcount/*]\nseeds: [1, 2]\n';
      for (const [waivers, expected] of [
        ['', 0],
        ['waivers:\n  - { cases: methods/getblockcount/*, reason: None. }\n', 1],
      ] as const) {
        await writeFile(join(folder, 'pyx.yaml'), policy + waivers);
        for (const index of [1, 2]) {
          const shard = await shell(`npx --no-install pyx gate --shard ${index}/2 --out pyx-gate-${index}`, folder);
          expect(shard.code, shard.output).toBe(0);
        }
        const merged = await shell(script, folder, { GATE: 'success' });
        expect(merged.code, merged.output).toBe(expected);
        for (const run of ['run-1', 'run-2']) expect(existsSync(join(folder, 'pyx-out/whole', run, 'index.html')), run).toBe(true);
      }
    }));
});
