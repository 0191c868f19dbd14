import { maskData } from '../client/mask-data.ts';
import { Secrets } from '../client/mask.ts';
import { chosenStandard, type ChosenStandard } from '../cli/chosen-standard.ts';
import { loadNamedPlugins } from '../cli/named-plugins.ts';
import { newSeed } from '../cli/new-seed.ts';
import type { Case } from '../engine/case.ts';
import { openTrial as openEngineTrial, type OpenedTrial, type TrialSettings } from '../engine/open-trial.ts';
import type { Finding, Outcome } from '../engine/outcome.ts';
import type { Plan } from '../engine/plan.ts';
import type { NodeInfo } from '../engine/prepare.ts';
import type { Selection } from '../engine/selection.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { defined } from '../specs/model/defined.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Plugin } from '../plugins/plugin.ts';
import { registerPlugin } from '../plugins/register-plugin.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';

/** As for `pyx run`, whose options have the same names. */
export interface TrialOptions extends Pick<TrialSettings, 'jobs' | 'bail' | 'readOnly' | 'stress' | 'timeMs' | 'names' | 'signal'> {
  /** A value of `--target`, or a target of one's own. Default: `embedded`. */
  readonly target?: string | Target;
  /** Credentials: a cookie file of the node. */
  readonly cookie?: string;
  /** Credentials: the conf file of the node. Without either: PYX_RPC_USER and PYX_RPC_PASSWORD. */
  readonly conf?: string;
  readonly targetFile?: string;
  /** A folder of method files, or an OpenRPC document. Default: the standard that comes with Pyx. */
  readonly standard?: string;
  /**
   * Files of plug-ins, or plug-ins themselves. They stay for the rest of the program. Replay commands name a file; of an object they
   * name the plug-in in place of its file, which is not known.
   */
  readonly plugins?: readonly (string | Plugin)[];
  /** Default: a new one. */
  readonly seed?: number;
}

/**
 * Starts the first node of a target, or finds it, and returns a trial of it, which the caller closes. Throws `UserError`, with what to
 * do, if that cannot be done: no case has been run then, and no node is left.
 */
export async function openTrial(options: TrialOptions = {}): Promise<OpenTrial> {
  const { target: asked = 'embedded', cookie, conf, targetFile, standard, plugins = [], seed = newSeed(), ...settings } = options;
  for (const plugin of plugins) if (typeof plugin !== 'string') registerPlugin(plugin);
  const files = plugins.filter((plugin) => typeof plugin === 'string');
  await loadNamedPlugins({ plugin: files, ...defined({ targetFile }) });
  const chosen = chosenStandard(standard);
  const secrets = new Secrets();
  const credentials = defined({ cookieFile: cookie, confFile: conf, signal: settings.signal });
  const target = typeof asked === 'string' ? await openTarget(asked, { env: process.env, secrets, ...credentials }) : asked;
  try {
    const { specification } = chosen;
    const trial = await openEngineTrial({ specification, target, targetFile, standard, plugins, seed, secrets, ...settings });
    return new OpenTrial({ trial, chosen, target, secrets, seed });
  } catch (error) {
    await target.close();
    throw error;
  }
}

interface Parts {
  readonly trial: OpenedTrial;
  readonly chosen: ChosenStandard;
  readonly target: Target;
  readonly secrets: Secrets;
  readonly seed: number;
}

/** A trial whose first node is ready. */
export class OpenTrial {
  readonly seed: number;
  /** All cases of the standard and of the plug-ins. */
  readonly cases: readonly Case[];
  readonly standard: Specification;
  readonly #parts: Parts;

  /** Made by `openTrial`. */
  constructor(parts: Parts) {
    this.#parts = parts;
    this.seed = parts.seed;
    this.standard = parts.chosen.specification;
    this.cases = parts.chosen.cases(DEFAULT_SETTINGS);
  }

  /** What the node says of itself. */
  get node(): NodeInfo {
    return this.#parts.trial.opened.info;
  }

  /** The selected cases, in the order in which they are run. Throws `SelectionError` for a name that does not exist. */
  plan(selection: Selection = {}): Plan {
    const { chosen, trial } = this.#parts;
    return chosen.plan(this.cases, { readOnly: trial.options.readOnly, ...selection });
  }

  /** Runs the selected cases, all by default. Outcomes come as cases end, with secrets masked; whoever stops reading stops the run. */
  async *run(selection: Selection = {}): AsyncGenerator<Outcome> {
    const { trial, secrets } = this.#parts;
    for await (const outcome of trial.run(this.plan(selection))) yield maskData(outcome, secrets);
  }

  /** After a run of these cases: findings about the target file itself, such as an accepted difference that is gone. */
  aboutTargetFile(selection: Selection = {}): readonly Finding[] {
    return this.#parts.trial.aboutTargetFile(this.plan(selection));
  }

  /** Stops all nodes that Pyx has started. */
  async close(): Promise<void> {
    await this.#parts.target.close();
  }
}
