import { dirname, join } from 'node:path';
import type { ProfileName } from '../../fixtures/targets/types.ts';
import { profileNames } from '../../fixtures/targets/profiles.ts';
import { ingredients } from '../../fixtures/world/ingredients/all.ts';
import type { IngredientName } from '../../fixtures/world/types.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { likely } from '../../specs/model/nearest.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method } from '../../specs/model/types.ts';
import { specsFolder } from '../../specs/model/specs-folder.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { validateFile } from '../../specs/model/validate-file.ts';
import { parseYamlText, YamlTextError } from '../../specs/model/yaml-text.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { durationMs } from '../duration.ts';
import { namesIn, readNamedFile } from '../named-file.ts';
import type { LoadModel, MixEntry, Scenario, SingleCall, Stage } from './types.ts';

/** A scenario that does not exist or does not fit; the message is for the user. */
export class ScenarioError extends UserError {
  override readonly name = 'ScenarioError';
}

interface WrittenCall {
  readonly method: string;
  readonly args?: { readonly [param: string]: Wire };
}

/** A scenario file as it is written (`specs/schemas/scenario.schema.json`). */
interface ScenarioFile {
  readonly name: string;
  readonly summary?: string;
  readonly profile?: string;
  readonly world?: { readonly blocks?: number; readonly transactionsPerBlock?: number; readonly poolTransactions?: number };
  readonly needs?: readonly string[];
  readonly before?: readonly WrittenCall[];
  readonly after?: readonly WrittenCall[];
  readonly mix: readonly {
    readonly method: string;
    readonly weight?: number;
    readonly args?: { readonly [param: string]: Wire };
    readonly optional?: readonly string[];
    readonly pool?: number;
    readonly from?: 'prepared';
    readonly batch?: number;
  }[];
  readonly model: 'open' | 'closed';
  readonly rate?: number;
  readonly arrivals?: 'poisson' | 'constant';
  readonly stages?: readonly { readonly duration: string; readonly rate: number }[];
  readonly connections?: number;
  readonly keepAlive?: boolean;
  readonly duration?: string;
  readonly warmUp?: string;
  readonly timeout?: string;
  readonly check?: number;
  readonly thresholds?: readonly string[];
}

const DEFAULTS = { connections: 16, duration: '10s', warmUp: '1s', timeout: '10s', check: 1, pool: 32 } as const;

/** The scenarios that come with Pyx, from the sources or from the installed package. */
const scenariosFolder = (): string => join(dirname(specsFolder()), 'load/scenarios');

/** Names of the scenarios that come with Pyx, with what each stands for. */
export function listScenarios(specification: Specification, folder = scenariosFolder()): { name: string; summary: string }[] {
  return namesIn(folder).map((name) => ({ name, summary: readScenario(join(folder, `${name}.yaml`), specification).summary }));
}

/** Reads a scenario by path, or by the name of one that comes with Pyx (`explorer`). Throws `NamedFileError` or `ScenarioError`. */
export function readScenario(nameOrFile: string, specification: Specification, folder = scenariosFolder()): Scenario {
  const { file, content } = readNamedFile('scenario', nameOrFile, folder);
  return parseScenario(content, file, specification);
}

/** Reads the text of a scenario file; `file` is named in errors. Throws `ScenarioError`. */
export function parseScenario(content: string, file: string, specification: Specification): Scenario {
  let data: unknown;
  try {
    data = parseYamlText(content).data;
  } catch (error) {
    if (!(error instanceof YamlTextError)) throw error;
    throw new ScenarioError(`${file}: ${error.message}`, { cause: error });
  }
  const problems = validateFile('scenario', data, content);
  if (problems.length > 0) throw new ScenarioError(`${file}: ${problems.join('; ')}`);
  const written = data as ScenarioFile;
  const profile = written.profile ?? 'default';
  if (!profileNames.includes(profile as ProfileName))
    throw new ScenarioError(`${file}: there is no profile "${profile}"`, { remedy: `the profiles are ${profileNames.join(', ')}` });
  const model = modelOf(written, file);
  return {
    name: written.name,
    summary: written.summary ?? written.name,
    file,
    profile: profile as ProfileName,
    fill: {
      blocks: written.world?.blocks ?? 0,
      transactionsPerBlock: written.world?.transactionsPerBlock ?? 0,
      poolTransactions: written.world?.poolTransactions ?? 0,
    },
    needs: (written.needs ?? []).map((name) => ingredientName(name, file)),
    before: (written.before ?? []).map((call) => singleCall(call, file, specification)),
    after: (written.after ?? []).map((call) => singleCall(call, file, specification)),
    mix: written.mix.map((entry) => mixEntry(entry, file, specification)),
    model,
    connections: written.connections ?? DEFAULTS.connections,
    keepAlive: written.keepAlive ?? true,
    durationMs:
      model.type === 'open' && written.stages
        ? sum(model.stages.map((stage) => stage.durationMs))
        : ms(written.duration ?? DEFAULTS.duration),
    warmUpMs: ms(written.warmUp ?? DEFAULTS.warmUp),
    timeoutMs: ms(written.timeout ?? DEFAULTS.timeout),
    check: written.check ?? DEFAULTS.check,
    thresholds: written.thresholds ?? [],
  };
}

/** A scenario of one method with arguments from the world, as `--method` asks for it. Throws `ScenarioError`. */
export function scenarioOfMethod(method: string, specification: Specification): Scenario {
  return {
    name: method,
    summary: `${method} alone, with arguments from the world of the node.`,
    profile: 'default',
    fill: { blocks: 10, transactionsPerBlock: 10, poolTransactions: 10 },
    needs: [],
    before: [],
    after: [],
    mix: [mixEntry({ method }, '--method', specification)],
    model: { type: 'closed' },
    connections: DEFAULTS.connections,
    keepAlive: true,
    durationMs: ms(DEFAULTS.duration),
    warmUpMs: ms(DEFAULTS.warmUp),
    timeoutMs: ms(DEFAULTS.timeout),
    check: DEFAULTS.check,
    thresholds: [],
  };
}

function modelOf(written: ScenarioFile, file: string): LoadModel {
  const { model, rate, arrivals, stages, duration } = written;
  if (model === 'closed') {
    const strange = [rate !== undefined && 'rate', arrivals !== undefined && 'arrivals', stages !== undefined && 'stages'].filter(Boolean);
    if (strange.length > 0)
      throw new ScenarioError(`${file}: the closed model has no ${strange.join(', ')}`, { remedy: 'write model: open, or leave it out' });
    return { type: 'closed' };
  }
  if (stages !== undefined && (duration !== undefined || rate !== undefined))
    throw new ScenarioError(`${file}: stages give both rate and duration`, { remedy: 'leave out rate and duration beside stages' });
  if (stages === undefined && rate === undefined)
    throw new ScenarioError(`${file}: the open model needs an arrival rate`, { remedy: 'give rate (calls per second) or stages' });
  const steps: readonly Stage[] = stages
    ? stages.map((stage) => ({ durationMs: ms(stage.duration), ratePerS: stage.rate }))
    : [{ durationMs: ms(duration ?? DEFAULTS.duration), ratePerS: rate as number }];
  // Stages rise from nothing; a single rate holds from the start.
  return { type: 'open', arrivals: arrivals ?? 'poisson', stages: steps, startRatePerS: stages ? 0 : (rate as number) };
}

function ingredientName(name: string, file: string): IngredientName {
  if (Object.hasOwn(ingredients, name)) return name as IngredientName;
  throw new ScenarioError(`${file}: there is no ingredient "${name}"`, {
    remedy: `the ingredients are ${Object.keys(ingredients).join(', ')}`,
  });
}

function singleCall({ method, args = {} }: WrittenCall, file: string, specification: Specification): SingleCall {
  const { id } = knownMethod(method, Object.keys(args), file, specification);
  return { method: id as MethodId, args };
}

function mixEntry(entry: ScenarioFile['mix'][number], file: string, specification: Specification): MixEntry {
  const method = knownMethod(entry.method, [...Object.keys(entry.args ?? {}), ...(entry.optional ?? [])], file, specification);
  const submits = method.id === 'sendrawtransaction' || method.id === 'tpstestadd';
  if (entry.from === 'prepared' && !submits)
    throw new ScenarioError(`${file}: ${method.id} takes no prepared transactions`, { remedy: 'sendrawtransaction and tpstestadd do' });
  return {
    method: method.id as MethodId,
    weight: entry.weight ?? 1,
    args: entry.args ?? {},
    optional: entry.optional ?? [],
    pool: entry.pool ?? DEFAULTS.pool,
    prepared: entry.from === 'prepared' || submits,
    batch: entry.batch ?? (method.id === 'tpstestadd' ? 100 : 1),
  };
}

/** The method of this id, which has these arguments. Throws `ScenarioError`. */
function knownMethod(id: string, args: readonly string[], file: string, specification: Specification): Method {
  const method = specification.find(id);
  if (!method) {
    const near = likely(
      id,
      specification.spec.methods.map((known) => known.id),
    );
    throw new ScenarioError(`${file}: the service has no method "${id}"`, {
      remedy: near === undefined ? 'write methods as pyx run --list shows them' : `did you mean ${near}?`,
    });
  }
  const params = method.params.map(({ name }) => name);
  for (const name of args)
    if (!params.includes(name))
      throw new ScenarioError(`${file}: ${method.id} has no argument "${name}"`, { remedy: `it has ${params.join(', ') || 'none'}` });
  return method;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Of a text that the schema has let through. */
function ms(text: string): number {
  const value = durationMs(text);
  if (value === undefined) throw new Error(`not a duration: ${text}`);
  return value;
}
