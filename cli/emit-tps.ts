import { composeManifests } from '../load/emit/compose/manifests.ts';
import { kubernetesManifests } from '../load/emit/kubernetes/manifests.ts';
import type { EmitPlan } from '../load/emit/plan.ts';
import { planFaults } from '../load/faults/fault-plan.ts';
import type { Manifest } from '../load/manifest.ts';
import { poolNeed } from '../load/tps/network/start-options.ts';
import { printLine } from '../reports/print.ts';
import { newSeed } from './new-seed.ts';
import { DEFAULT_BATCH, type TpsFlags } from './tps-command.ts';
import type { Sweep } from './tps-sweep.ts';
import { topologyOf } from './tps-topology.ts';
import { UsageError } from './usage-error.ts';
import { writableFolder } from './writable-folder.ts';
import { writeManifests } from './write-manifests.ts';

/** Engines that make the network of a plan elsewhere. */
const ENGINES = new Map<string, (plan: EmitPlan) => Manifest[]>([
  ['kubernetes', kubernetesManifests],
  ['compose', composeManifests],
]);

/** The options of `pyx tps`, with those of manifests. */
export interface EmitFlags extends TpsFlags {
  /** The engine, and the folder of the manifests. */
  readonly emit?: readonly string[];
  readonly image?: string;
  readonly pyxImage?: string;
  /** Has no meaning beside them. */
  readonly sweep?: Sweep;
}

/** Throws `UsageError` for options of manifests where none are to be written. */
export function assertNoImages({ image, pyxImage }: EmitFlags): void {
  if (image !== undefined || pyxImage !== undefined)
    throw new UsageError(`--${image === undefined ? 'pyx-image' : 'image'} is for --emit`, {
      remedy: 'add --emit kubernetes DIR, or leave it out; --target names nodes that Pyx starts',
    });
}

/**
 * `pyx tps --emit`: writes the network and its measurement as manifests. Throws `UsageError`, `NamedFileError` or `TopologyError`.
 * @param words the engine, and the folder
 */
export function emitTps(flags: EmitFlags, words: readonly string[]): void {
  const [engine = '', folder] = words;
  const manifestsOf = ENGINES.get(engine);
  if (!manifestsOf || folder === undefined || words.length > 2)
    throw new UsageError(`--emit ${words.join(' ')} is not an engine and a folder`, {
      remedy: `write --emit ${[...ENGINES.keys()].join('|')} DIR`,
    });
  assertUnstarted(flags);
  const { via = 'tpstestadd', transactions, kind, outputsPerTx = 1, image = 'pyx-coind', pyxImage = 'pyx' } = flags;
  const seed = flags.seed ?? newSeed();
  const topology = topologyOf(flags, seed);
  if (topology === undefined)
    throw new UsageError('--emit needs a network', { remedy: 'add --topology FILE, or a shape such as --topology ring' });
  const manifests = manifestsOf({
    topology,
    image,
    pyxImage,
    via,
    pool: poolNeed(transactions, kind, outputsPerTx),
    faults: planFaults(flags.fault ?? [], topology.nodes),
    measurement: measurementOf(flags, seed),
  });
  const path = writableFolder(folder, '--emit');
  writeManifests(manifests, path);
  printLine(process.stdout, `How to use them: ${path}/README.md`);
}

/** Throws `UsageError` for options of nodes that run, or that Pyx starts. */
function assertUnstarted({
  sender,
  receiver,
  nodes,
  cookie,
  conf,
  target,
  targetFile,
  prepared,
  out,
  sweep,
  live,
  metrics,
  csv,
}: EmitFlags): void {
  const given = {
    sender,
    receiver,
    nodes,
    cookie,
    conf,
    'target-file': targetFile,
    prepared,
    out,
    sweep,
    live,
    metrics,
    csv,
    ...(target !== 'embedded' && { target }),
  };
  const strange = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]));
  if (strange.length > 0)
    throw new UsageError(
      `--emit writes a network of nodes that do not run yet, so ${strange.join(', ')} ${strange.length === 1 ? 'has' : 'have'} no meaning`,
      {
        remedy: 'leave that out; --image names the image of the nodes',
      },
    );
}

/** The arguments of the `pyx tps` that measures the network: all that is not as it is by default is written out. */
function measurementOf(flags: TpsFlags, seed: number): string[] {
  const {
    transactions,
    outputsPerTx,
    batch = [DEFAULT_BATCH],
    startIn,
    rounds,
    warmUp,
    kind,
    via = 'tpstestadd',
    connections,
    timeout,
  } = flags;
  const values: Readonly<Record<string, string | number | undefined>> = {
    transactions,
    'outputs-per-tx': outputsPerTx,
    batch: via === 'tpstestadd' ? batch.join(',') : undefined,
    'start-in': `${startIn}ms`,
    rounds,
    'warm-up': warmUp,
    kind,
    via,
    connections,
    timeout: `${timeout}ms`,
    jobs: flags.jobs,
    inconclusive: flags.inconclusive,
    seed,
  };
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]));
}
