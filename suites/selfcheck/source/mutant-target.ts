import type { Capabilities, ProfileName, RunningNode, StartOptions, Target } from '../../../fixtures/targets/types.ts';
import { TargetError } from '../../../fixtures/targets/types.ts';
import { MUTANT_VARIABLE } from '../../../fixtures/targets/node-messages.ts';
import type { RequestForm } from '../../../client/types.ts';
import { withClient } from '../../../fixtures/targets/with-client.ts';

/** Variables of the environment of each node that is started. */
export type Environment = () => Readonly<Record<string, string>>;

/** Makes the target whose nodes are started with the variables. */
export type OpenMutants = (environment: Environment) => Target;

/** Numbers of hits by the ids of mutants. */
export type Hits = ReadonlyMap<string, number>;

/** As which mutant nodes behave. */
export interface ActiveMutant {
  readonly id: string;
  /** Hits after which it throws; only of programs with switches. */
  readonly limit: number | undefined;
}

/** A target whose nodes, those that run and those that are started, behave as one mutant of their source. */
export class MutantTarget implements Target {
  readonly kind: Target['kind'];
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly #inner: Target;
  readonly #countsStarts: boolean;
  readonly #running = new Set<RunningNode>();
  #active: ActiveMutant | undefined;
  /** Hits since `count`; undefined while they are not counted. */
  #hits: Map<string, number> | undefined;
  /** Mutants that were reached by the start of some node. */
  readonly atStart = new Set<string>();

  /** @param countsStarts notes what the starts of nodes reach */
  constructor(open: OpenMutants, countsStarts: boolean) {
    this.#countsStarts = countsStarts;
    const inner = open(() => (this.#active === undefined ? {} : { [MUTANT_VARIABLE]: this.#active.id }));
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
      await this.#begin(node);
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

  /** Nodes that are started from now on are this mutant; with `now`, those that run too. `undefined`: as the source says. */
  async switchTo(active: ActiveMutant | undefined, now: boolean): Promise<void> {
    this.#active = active;
    if (now) await Promise.all([...this.#running].map((node) => this.#switch(node)));
  }

  /** Counts hits from now on. */
  async count(): Promise<void> {
    this.#hits = new Map();
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

  async #begin(node: RunningNode): Promise<void> {
    if (this.#active !== undefined) await this.#switch(node);
    if (!this.#countsStarts) return;
    // No hits of a case: what is made once, at the start, is as it was made then.
    for (const id of Object.keys((await ask(node, { type: 'reached' })) ?? {})) this.atStart.add(id);
    if (this.#hits !== undefined) await ask(node, { type: 'count' });
  }

  async #switch(node: RunningNode): Promise<void> {
    const { id, limit } = this.#active ?? {};
    await ask(node, { type: 'switch', ...(id !== undefined && { mutant: id }), ...(limit !== undefined && { limit }) });
  }

  async #note(node: RunningNode): Promise<void> {
    if (this.#hits === undefined) return;
    for (const [id, hits] of Object.entries((await ask(node, { type: 'reached' })) ?? {})) this.#add(id, hits);
  }

  #add(id: string, hits: number): void {
    this.#hits?.set(id, (this.#hits.get(id) ?? 0) + hits);
  }
}

type AskMutants = NonNullable<RunningNode['askMutants']>;

/** Undefined from a node that cannot be asked, or has ended. */
async function ask(node: RunningNode, request: Parameters<AskMutants>[0]): Promise<Awaited<ReturnType<AskMutants>> | undefined> {
  if (!node.alive()) return undefined;
  try {
    return await node.askMutants?.(request);
  } catch (error) {
    // It has ended meanwhile, or hangs: the next call of the case shows that.
    if (error instanceof TargetError) return undefined;
    throw error;
  }
}
