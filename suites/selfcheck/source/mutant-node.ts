import type { Case } from '../../../engine/case.ts';
import type { NoSession } from '../../../engine/sessions.ts';
import { SelfcheckNode, type LostNodes, type RunSettings, type SelfcheckNodeOptions, type SelfcheckNodeRun } from '../selfcheck-node.ts';
import type { ActiveMutant } from '../../../fixtures/targets/node-messages.ts';
import { MutantTarget, type Hits, type OpenMutants } from './mutant-target.ts';

export interface MutantNodeOptions extends Omit<SelfcheckNodeOptions, 'around' | 'keepsNodes'> {
  readonly openMutants: OpenMutants;
  /** Its lane has a node for each run, which is the mutant from its start on. Otherwise a node that runs becomes the mutant. */
  readonly startsMutants?: boolean;
  /**
   * Called after each run without a mutant, with the mutants that it reached, and those that the start of a node reached: of some node,
   * and of one that the case started again.
   */
  readonly onReached?: (testCase: Case, hits: Hits, starts: Pick<MutantTarget, 'atStart' | 'atRestart'>) => void;
}

/** One run of a case on a node that was mutants of its source. */
export interface MutantRun {
  readonly run: SelfcheckNodeRun | LostNodes | NoSession;
  /** Of these mutants, the numbers of hits; not of nodes that were killed. */
  readonly hits: Hits;
}

/** What a node is in the present run. */
interface Present {
  mutants: readonly ActiveMutant[];
  hits: Hits;
}

/** Runs single cases on a node that behaves as mutants of its source. Has nodes of its own: their processes are what this run needs. */
export class MutantNode extends SelfcheckNode {
  readonly startsMutants: boolean;
  readonly #target: MutantTarget;
  readonly #present: Present;

  constructor(options: MutantNodeOptions) {
    const { openMutants, startsMutants = false, onReached } = options;
    const target = new MutantTarget(openMutants, onReached !== undefined);
    const present: Present = { mutants: [], hits: new Map() };
    super({
      ...options,
      run: { ...options.run, target },
      keepsNodes: !startsMutants,
      around: {
        begin: async () => {
          if (present.mutants.length > 0) await target.become(present.mutants, true);
          else if (onReached) await target.count();
        },
        // Before nodes are stopped: their hits are in their processes.
        end: async (testCase) => {
          if (present.mutants.length > 0) present.hits = await target.beAsBefore();
          else onReached?.(testCase, await target.reached(), target);
        },
        mayEnd: () => present.mutants.length > 0,
      },
    });
    this.startsMutants = startsMutants;
    this.#target = target;
    this.#present = present;
  }

  /** Runs a case while the node, and those that the case starts, are all these mutants at once. */
  async runMutants(testCase: Case, mutants: readonly ActiveMutant[], settings: RunSettings = {}): Promise<MutantRun> {
    const present = this.#present;
    present.mutants = mutants;
    present.hits = new Map();
    try {
      if (this.startsMutants) await this.#target.become(mutants, false);
      return { run: await this.run(testCase, settings), hits: present.hits };
    } finally {
      present.mutants = [];
      await this.#target.beAsBefore();
    }
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#target.close();
  }
}
