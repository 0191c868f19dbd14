import { durationSchema, type SchemaParts } from './scenario-schema.ts';

const positive = { type: 'number', exclusiveMinimum: 0 };
const seed = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** The parts of the schema of a target file that a policy has too. */
interface SharedParts extends SchemaParts {
  readonly texts: object;
  readonly names: object;
  readonly plugins: object;
  readonly accepted: object;
  readonly waivers: object;
}

/** A policy of `pyx gate`: what is asked of a release, `pyx.yaml`. */
export function policySchema({ text, texts, closed, about, names, plugins, accepted, waivers }: SharedParts): object {
  const someTexts = { ...texts, minItems: 1 };
  const jobs = about('Nodes in parallel.', { type: 'integer', minimum: 1, maximum: 64 });
  const fuzz = closed(
    {
      time: about('How long requests are sent: 2m.', durationSchema),
      runs: about('Number of requests.', { type: 'integer', minimum: 1, maximum: 1_000_000_000 }),
      methods: about('Only these methods.', someTexts),
      families: about('Only methods of these families.', someTexts),
      seed: about('Seed of the requests. Default: the first of seeds.', seed),
      jobs,
      corpus: about('Folder that keeps findings, which are replayed first. Default: pyx-corpus.', text),
    },
    [],
  );
  const listen = closed(
    {
      command: about('A program and its arguments, whose calls are listened to: [npm, test].', someTexts),
      port: about('Port of 127.0.0.1 for its calls. Default: a free one, in PYX_LISTEN_URL.', {
        type: 'integer',
        minimum: 1,
        maximum: 65_535,
      }),
    },
    ['command'],
  );
  const load = {
    ...(closed(
      {
        scenario: about('Name of a scenario that comes with Pyx, or a file.', text),
        method: about('One method in place of a scenario.', text),
        thresholds: about('What must hold, in place of those of the scenario: "p99 < 50ms", "errors < 0.1%".', someTexts),
        rate: about('Arrival rate in calls per second: open model.', { ...positive, maximum: 1_000_000 }),
        connections: about('Kept connections.', { type: 'integer', minimum: 1, maximum: 1_024 }),
        duration: about('How long each measurement takes.', durationSchema),
        warmUp: about('Load before each measurement that is not counted.', durationSchema),
        repeat: about('Number of measurements; with a baseline, of pairs. Default: 1; with a target as baseline 20, with a folder 10.', {
          type: 'integer',
          minimum: 1,
          maximum: 1_000,
        }),
        baseline: about(
          'What the node may not be slower than: a target, such as the last release, which is measured beside it; or the folder of an earlier load of as many repeats on the same machine.',
          text,
        ),
        tolerance: about('Largest slow-down that is none, in percent. Default: 5.', { type: 'number', minimum: 0, maximum: 1_000 }),
        confidence: about('Of the comparison, in percent. Default: 99.', { type: 'number', minimum: 50, maximum: 99.99 }),
        fault: about('What happens to the node at a share of the duration, as --fault has it: restart@50%. Needs a rate.', someTexts),
      },
      [],
    ) as object),
    oneOf: [{ required: ['scenario'] }, { required: ['method'] }],
  };
  const rate = '[0-9]+(\\.[0-9]+)?(kbit|mbit|gbit)';
  const whole = (maximum: number, minimum = 1): object => ({ type: 'integer', minimum, maximum });
  const tps = closed(
    {
      senders: about('Nodes that send. Default: 2.', whole(64)),
      receivers: about('Nodes that receive. Default: 1.', whole(64)),
      topology: about('Who is connected to whom: full, line, ring, star, random:K, five-regions, or a file. Default: full.', text),
      latency: about('Of each link, one way: 80ms. Default: nodes are connected directly.', durationSchema),
      jitter: about('The latency is so much more or less, drawn by the seed.', durationSchema),
      bandwidth: about('Of each link: 20mbit both ways, or 20mbit,5mbit.', { type: 'string', pattern: `^${rate}(, *${rate})?$` }),
      fault: about('What happens to nodes in each round that counts, as --fault has it: kill:receiver-1@30%.', someTexts),
      transactions: about('Transactions of each round. Default: 10,000.', whole(500_000)),
      outputsPerTx: about('Outputs of each transaction. Default: 1.', whole(250)),
      batch: about('Transactions in a call of tpstestadd; several sizes are measured one after another. Default: 100.', {
        type: 'array',
        items: whole(10_000),
        minItems: 1,
      }),
      startIn: about('From the announcement of the start time to that time. Default: 2s.', durationSchema),
      rounds: about('Rounds on the same nodes. Default: 3.', whole(1_000)),
      warmUp: about('Rounds before them that do not count. Default: 1.', whole(1_000, 0)),
      kind: about('What transactions move. Default: coin.', { enum: ['coin', 'asset'] }),
      via: about('How transactions are given to senders. Default: tpstestadd where all nodes have it.', {
        enum: ['tpstestadd', 'sendrawtransaction'],
      }),
      connections: about('Kept connections to each sender. Default: 4.', whole(1_024)),
      timeout: about('After the start time, until what has not arrived counts as lost. Default: 60s.', durationSchema),
    },
    [],
  );
  return closed(
    {
      target: about('The node to validate, in a form of `--target` (docs/targets.md), without credentials.', text),
      targetFile: about('Name or path of a target file; none for none. Default: selected by the version that the node reports.', text),
      names,
      documents: about(
        'Your texts of the documents: a folder (relative to this file), or an address. Reports link to them, and quote them.',
        text,
      ),
      standard: about('Another standard: a folder of method files (relative to this file), or an OpenRPC document.', text),
      plugins,
      reports: about('Reports of the runs, besides results.json and summary.md. Default: html and junit.', {
        type: 'array',
        // Plug-ins have others.
        items: { anyOf: [{ enum: ['html', 'junit', 'allure'] }, text] },
        uniqueItems: true,
      }),
      cookie: about('Cookie file with the credentials of a running node.', text),
      conf: about('Conf file with the credentials of a running node.', text),
      readOnly: about('Make only calls that change nothing.', { type: 'boolean' }),
      suites: about('Only these suites. Default: all.', someTexts),
      families: about('Only methods of these families.', someTexts),
      methods: about('Only cases of these methods.', someTexts),
      cases: about('Only these cases; * stands for any text.', someTexts),
      exclude: about('Cases that are left out; * stands for any text.', someTexts),
      seeds: about('One run of the cases for each seed. Default: [1].', { type: 'array', items: seed, minItems: 1, uniqueItems: true }),
      jobs,
      inconclusive: about('Whether a part that is inconclusive fails the gate or passes. Default: fail.', { enum: ['pass', 'fail'] }),
      failOn: about('Findings of the cases from this severity on make the gate fail. Default: minor.', {
        enum: ['breaking', 'minor', 'pedantic'],
      }),
      drift: about('Which differences between the documents and the node, both ways, fail the gate. Default: drift is not looked for.', {
        enum: ['breaking', 'any', 'none'],
      }),
      fuzz: about('Fuzzing, after the runs. Give time or runs.', { ...fuzz, anyOf: [{ required: ['time'] }, { required: ['runs'] }] }),
      listen: about(
        'Commands that call the node, such as your own tests: what passes is judged (pyx listen), and the command must not fail.',
        {
          type: 'array',
          items: listen,
          minItems: 1,
        },
      ),
      load: about('Loads, one after another, with what must hold.', { type: 'array', items: load, minItems: 1 }),
      tps: about('Throughput tests on networks of nodes that are started for them: nothing may be lost.', {
        type: 'array',
        items: tps,
        minItems: 1,
      }),
      accepted,
      unexplained: about('fail: an accepted difference whose reason is "not explained yet" is a finding. Default: they are counted.', {
        enum: ['fail', 'count'],
      }),
      waivers,
    },
    ['target'],
  );
}
