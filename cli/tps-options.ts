import { Option, type Command } from 'commander';
import { startedTargetForms } from '../fixtures/targets/open-target.ts';
import { MAX_TRANSACTIONS } from '../load/tps/limits.ts';
import { assertNoImages, emitTps, type EmitFlags } from './emit-tps.ts';
import { faults } from './fault-option.ts';
import { perform } from './perform.ts';
import { linkBandwidth, repeated, time, wholeNumber } from './option-values.ts';
import { TPS_DEFAULTS } from './tps-defaults.ts';
import { tpsCommand } from './tps-command.ts';
import { sweepCommand, type SweepFlags } from './tps-sweep-command.ts';
import { parseSweep } from './tps-sweep.ts';
import { targetFileOption, inconclusiveOption, liveOption, outOption, jsonOption, metricsOption, pluginOption } from './common-options.ts';

/** Adds `pyx tps` to the program. */
export function addTpsCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('tps')
    .description('measure how many transactions per second reach the other nodes of a network')
    .option('--target <target>', `start the nodes: ${startedTargetForms()}`, 'embedded')
    .addOption(targetFileOption)
    .addOption(pluginOption)
    .option('--senders <number>', 'nodes that send (default: 2)', wholeNumber('The number of senders', 1, 64))
    .option('--receivers <number>', 'nodes that receive (default: 1)', wholeNumber('The number of receivers', 1, 64))
    .option(
      '--sender <url>',
      'a sender that runs already, on regtest: http://host:port[,PEER], PEER being the host:port at which other nodes reach it; may be repeated',
      repeated,
    )
    .option('--receiver <url>', 'a receiver that runs already; may be repeated', repeated)
    .option(
      '--topology <shape>',
      'who is connected to whom: full, line, ring, star, random:K (K links each), five-regions, or a file (default: full)',
    )
    .addOption(
      new Option('--latency <time>', 'of each link, one way, such as 80ms; without it nodes are connected directly').argParser(
        time('0s', '10m'),
      ),
    )
    .addOption(new Option('--jitter <time>', 'the latency is so much more or less, drawn by the seed').argParser(time('0s', '10m')))
    .option(
      '--bandwidth <rate>',
      'of each link: 20mbit both ways, or 20mbit,5mbit: from its first node to its second, which dials, and back',
      linkBandwidth,
    )
    .option('--nodes <file>', 'the nodes of a network that runs already, from a file that names each with its URL and links (docs/tps.md)')
    .option(
      '--emit <engine and dir...>',
      'write the network and its measurement as manifests in place of a test: kubernetes DIR (with Chaos Mesh), or compose DIR',
    )
    .option('--image <name>', 'with --emit: image of the nodes (default: pyx-coind)')
    .option('--pyx-image <name>', 'with --emit: image of Pyx (default: pyx)')
    .option(
      '--sweep <option=values>',
      'one test for each value of an option, each in a folder of its own: latency=0,20,50ms, nodes=4,8, bandwidth=1,10mbit, outputs-per-tx=1,10 or batch=1,100',
      parseSweep,
    )
    .option('--cookie <file>', 'credentials of the running nodes: a cookie file')
    .option('--conf <file>', 'credentials of the running nodes: a conf file (else in the URL, or PYX_RPC_USER and PYX_RPC_PASSWORD)')
    .option(
      '--transactions <number>',
      'transactions of each round',
      wholeNumber('The number of transactions', 1, MAX_TRANSACTIONS),
      TPS_DEFAULTS.transactions,
    )
    .option('--outputs-per-tx <number>', 'outputs of each transaction (default: 1)', wholeNumber('The number of outputs', 1, 250))
    .option(
      '--batch <numbers>',
      'transactions in a call of tpstestadd; several sizes, such as 1,10,100, are measured one after another (default: 100)',
      batches,
    )
    .addOption(
      new Option('--start-in <time>', 'from the announcement of the start time to that time, such as 500ms or 5s')
        .argParser(time('0s', '1h'))
        .default(TPS_DEFAULTS.startIn, '2s'),
    )
    .option('--rounds <number>', 'rounds on the same nodes', wholeNumber('The number of rounds', 1, 1_000), TPS_DEFAULTS.rounds)
    .option(
      '--warm-up <rounds>',
      'rounds before them that do not count, as new nodes are slower',
      wholeNumber('The number of rounds', 0, 1_000),
      TPS_DEFAULTS.warmUp,
    )
    .addOption(
      new Option('--kind <kind>', 'what transactions move: the chain’s own coin, or an asset created for the test')
        .choices(['coin', 'asset'])
        .default(TPS_DEFAULTS.kind),
    )
    .addOption(
      new Option('--via <method>', 'how transactions are given to senders (default: tpstestadd where all nodes have it)').choices([
        'tpstestadd',
        'sendrawtransaction',
      ]),
    )
    .option(
      '--connections <number>',
      'kept connections to each sender',
      wholeNumber('The number of connections', 1, 1_024),
      TPS_DEFAULTS.connections,
    )
    .addOption(
      new Option('--timeout <time>', 'after the start time, until what has not arrived counts as lost')
        .argParser(time('1ms', '1h'))
        .default(TPS_DEFAULTS.timeout, '60s'),
    )
    .option('--prepared <file>', 'keep the signed transactions in this file (.gz compresses), or use those that it holds')
    .option('--jobs <number>', 'threads that sign (default: one per core)', wholeNumber('The number of jobs', 1, 64))
    .addOption(metricsOption)
    .option('--csv <file>', 'write the arrivals of each second to this file, after each round')
    .option('--seed <number>', 'seed of keys and coins (default: a new one)', wholeNumber('A seed', 0, 2 ** 53 - 1))
    .option(
      '--fault <fault>',
      'what happens to nodes in each round that counts, when such a share of its transactions has arrived: kill:NODE@30%, pause:NODE@30%-50%, partition:A,B|rest@20%-60%, restart:NODE@50%, clock:+90s[:NODE]@40%; may be repeated',
      faults,
    )
    .addOption(inconclusiveOption)
    .addOption(outOption)
    .addOption(liveOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
Only what a receiver received counts. The span is from the start time to the last arrival at every receiver.
Nothing is done on a chain other than regtest.

Exit code: 0 all received, 1 losses, refused transactions or a node that failed, 2 the test was not possible,
130 interrupted.

Examples:
  pyx tps
  pyx tps --senders 2 --receivers 1 --transactions 10000 --rounds 3
  pyx tps --kind asset --senders 2 --receivers 1 --transactions 5000 --rounds 10
  pyx tps --target process:litecoind --senders 1 --via sendrawtransaction
  pyx tps --transactions 500 --fault kill:receiver-1@30% --fault restart:sender-1@60%
  pyx tps --topology ring --receivers 4 --latency 80ms --jitter 20ms --bandwidth 20mbit
  pyx tps --topology five-regions --transactions 2000
  pyx tps --topology line --receivers 3 --sweep latency=0,20,50,100,200ms
  pyx tps --batch 1,10,100 --outputs-per-tx 250 --prepared /tmp/transactions.ndjson.gz
  pyx tps --sender http://me:secret@127.0.0.1:18443 --receiver http://me:secret@127.0.0.1:18453
  pyx tps --nodes nodes.yaml
  pyx tps --topology five-regions --emit kubernetes DIR --image registry.example.com/our-node:1.2`,
    )
    .action(async ({ sweep, ...flags }: EmitFlags & Partial<Pick<SweepFlags, 'sweep'>>) => {
      if (flags.emit !== undefined) return emitTps({ ...flags, ...(sweep && { sweep }) }, flags.emit);
      assertNoImages(flags);
      setExitCode(await (sweep ? perform(sweepCommand, { ...flags, sweep }) : perform(tpsCommand, flags)));
    });
}

const MAX_BATCH = 10_000;

function batches(value: string): number[] {
  return value.split(',').map((item) => wholeNumber('A batch', 1, MAX_BATCH)(item.trim()));
}
