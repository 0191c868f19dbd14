import type { Case } from '../../../engine/case.ts';
import type { NoSession } from '../../../engine/sessions.ts';
import { SelfcheckNode, type LostNodes, type SelfcheckNodeOptions, type SelfcheckNodeRun } from '../selfcheck-node.ts';
import { MutantTarget, type ActiveMutant, type Hits, type OpenMutants } from './mutant-target.ts';
import type { SourceMutant } from './source-mutant.ts';

export interface MutantNodeOptions extends Omit<SelfcheckNodeOptions, 'around' | 'keepsNodes'> {
  readonly openMutants: OpenMutants;
  /** Its lane has a node for each run, which is the mutant from its start on. Otherwise a node that runs becomes the mutant. */
  readonly startsMutants?: boolean;
  /** Called after each run without a mutant, with the mutants that it reached, and those that the start of some node reached. */
  readonly onReached?: (testCase: Case, hits: Hits, atStart: ReadonlySet<string>) => void;
}

/** Runs single cases on a node that behaves as a mutant of its source. Has nodes of its own: each process is one mutant at a time. */
export class MutantNode extends SelfcheckNode {
  readonly startsMutants: boolean;
  readonly #target: MutantTarget;
  /** The mutant of the present run. */
  readonly #present: { mutant?: ActiveMutant | undefined };

  constructor(options: MutantNodeOptions) {
    const { openMutants, startsMutants = false, onReached } = options;
    const target = new MutantTarget(openMutants, onReached !== undefined);
    const present: { mutant?: ActiveMutant | undefined } = {};
    super({
      ...options,
      run: { ...options.run, target },
      keepsNodes: !startsMutants,
      around: {
        begin: async () => {
          if (present.mutant) await target.switchTo(present.mutant, true);
          else if (onReached) await target.count();
        },
        // Before nodes are stopped: their hits are in their processes.
        end: async (testCase) => {
          if (present.mutant) await target.switchTo(undefined, true);
          else onReached?.(testCase, await target.reached(), target.atStart);
        },
        mayEnd: () => present.mutant !== undefined,
      },
    });
    this.startsMutants = startsMutants;
    this.#target = target;
    this.#present = present;
  }

  /** Runs a case while the node, and those that the case starts, are this mutant. `limit`: hits after which the mutant throws. */
  async runMutant(testCase: Case, { id }: SourceMutant, limit?: number): Promise<SelfcheckNodeRun | LostNodes | NoSession> {
    const mutant = { id, limit };
    this.#present.mutant = mutant;
    try {
      if (this.startsMutants) await this.#target.switchTo(mutant, false);
      return await this.run(testCase);
    } finally {
      this.#present.mutant = undefined;
      await this.#target.switchTo(undefined, false);
    }
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#target.close();
  }
}
