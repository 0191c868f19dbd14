import type { Capabilities, ProfileName, RunningNode, StartOptions, Target } from '../../../fixtures/targets/types.ts';
import { TargetError } from '../../../fixtures/targets/types.ts';
import { MUTANT_VARIABLE, type ActiveMutant, type ReachedMutants } from '../../../fixtures/targets/node-messages.ts';
import type { RequestForm } from '../../../client/types.ts';
import { withClient } from '../../../fixtures/targets/with-client.ts';

/** Variables of the environment of each node that is started. */
export type Environment = () => Readonly<Record<string, string>>;

/** Makes the target whose nodes are started with the variables. */
export type OpenMutants = (environment: Environment) => Target;

/** Numbers of hits by the ids of mutants. */
export type Hits = ReadonlyMap<string, number>;

/** A target whose nodes, those that run and those that are started, behave as mutants of their source. */
export class MutantTarget implements Target {
  readonly kind: Target['kind'];
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly #inner: Target;
  readonly #countsStarts: boolean;
  readonly #running = new Set<RunningNode>();
  #active: readonly ActiveMutant[] = [];
  /** Hits since `count`, or of the mutants as which nodes behave; undefined while they are not counted. */
  #hits: Map<string, number> | undefined;
  /** Mutants that were reached by the start of some node. */
  readonly atStart = new Set<string>();
  /** Of these, those that nodes reached which were started again since `count`. */
  readonly atRestart = new Set<string>();

  /** @param countsStarts notes what the starts of nodes reach */
  constructor(open: OpenMutants, countsStarts: boolean) {
    this.#countsStarts = countsStarts;
    const inner = open(() => (this.#active.length === 0 ? {} : { [MUTANT_VARIABLE]: this.#active.map(({ id }) => id).join() }));
    this.#inner = inner;
    this.kind = inner.kind;
    this.name = inner.name;
    this.capabilities = inner.capabilities;
  }

  setStartOptions(options: StartOptions): void {
    this.#inner.setStartOptions(options);
  }

  setRequestForm(form: RequestForm): void {
    this.#inner.setRequestForm?.(form);
  }

  async start(profile: ProfileName, extraOptions?: StartOptions): Promise<RunningNode> {
    const inner = await this.#inner.start(profile, extraOptions);
    const again = async (start: () => Promise<void>): Promise<void> => {
      await this.#note(node);
      await start();
      await this.#begin(node, this.atRestart);
    };
    const node: RunningNode = withClient(inner, inner.client, {
      restart: (options) => again(() => inner.restart(options)),
      startAgain: (options) => again(() => inner.startAgain(options)),
      stop: async () => {
        if (this.#running.delete(node)) await this.#note(node);
        await inner.stop();
      },
    });
    this.#running.add(node);
    await this.#begin(node);
    return node;
  }

  /** Nodes that are started from now on are these mutants, all at once, and their hits are counted; with `now`, those that run too. */
  async become(mutants: readonly ActiveMutant[], now: boolean): Promise<void> {
    this.#active = mutants;
    this.#hits = new Map();
    if (now) await Promise.all([...this.#running].map((node) => this.#switch(node, mutants)));
  }

  /** Nodes are as the source says again. Returns the hits of the mutants that they were. */
  async beAsBefore(): Promise<Hits> {
    const hits = this.#hits ?? new Map<string, number>();
    await Promise.all([...this.#running].map((node) => this.#switch(node, [])));
    this.#active = [];
    this.#hits = undefined;
    return hits;
  }

  /** Counts hits from now on. */
  async count(): Promise<void> {
    this.#hits = new Map();
    this.atRestart.clear();
    await Promise.all([...this.#running].map((node) => ask(node, { type: 'count' })));
  }

  /** The hits since `count`, which ends. */
  async reached(): Promise<Hits> {
    await Promise.all([...this.#running].map((node) => this.#note(node)));
    const hits = this.#hits ?? new Map<string, number>();
    this.#hits = undefined;
    return hits;
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  async #begin(node: RunningNode, reached?: Set<string>): Promise<void> {
    if (this.#active.length > 0) await this.#switch(node, this.#active);
    if (!this.#countsStarts) return;
    // No hits of a case: what is made once, at the start, is as it was made then.
    for (const id of Object.keys((await ask(node, { type: 'reached' })) ?? {})) {
      this.atStart.add(id);
      reached?.add(id);
    }
    if (this.#hits !== undefined) await ask(node, { type: 'count' });
  }

  async #switch(node: RunningNode, mutants: readonly ActiveMutant[]): Promise<void> {
    this.#add(await ask(node, { type: 'switch', mutants }));
  }

  /** Notes what a node has reached, which is about to end. */
  async #note(node: RunningNode): Promise<void> {
    if (this.#active.length > 0) await this.#switch(node, []);
    else if (this.#hits !== undefined) this.#add(await ask(node, { type: 'reached' }));
  }

  #add(reached: ReachedMutants = {}): void {
    for (const [id, hits] of Object.entries(reached)) this.#hits?.set(id, (this.#hits.get(id) ?? 0) + hits);
  }
}

type AskMutants = NonNullable<RunningNode['askMutants']>;

/** Undefined from a node that cannot be asked. */
async function ask(node: RunningNode, request: Parameters<AskMutants>[0]): Promise<Awaited<ReturnType<AskMutants>> | undefined> {
  try {
    return await node.askMutants?.(request);
  } catch (error) {
    // It has ended meanwhile, or hangs: the next call of the case shows that.
    if (error instanceof TargetError) return undefined;
    throw error;
  }
}
