import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { DomainError } from './domain-error.ts';
import type { State } from './state/types.ts';

/** Work of this length is done at one go: others wait no longer for their turn. */
const TURN_MS = 10;

/** Work that ends before it is done, through no fault of its own. */
export class WorkError extends DomainError<'shutting-down' | 'state-restored'> {
  override readonly name = 'WorkError';
}

/** The node is to stop. In the family's own words. */
export function shuttingDown(): WorkError {
  return new WorkError('shutting-down', 'Shutting down');
}

/** Long work in turns. Between two of its steps: `if (turns.over) await turns.next();` */
export interface Turns {
  /** Whether others have waited long enough. */
  readonly over: boolean;
  /**
   * Commits what was done so far and lets others have their turn: calls, peers, signals. Throws `WorkError`
   * where the node is to stop or its state was set back: the work ends there.
   */
  next(): Promise<void>;
}

/** Makes long work give way to others. */
export class WorkTurns {
  readonly #clock: Clock;
  readonly #state: State;
  readonly #ending: AbortSignal;
  #restores = 0;

  constructor({ clock, state, ending }: { readonly clock: Clock; readonly state: State; readonly ending: AbortSignal }) {
    this.#clock = clock;
    this.#state = state;
    this.#ending = ending;
    state.onRestore(() => (this.#restores += 1));
  }

  /** The turns of one piece of work, which begins now. */
  begin(): Turns {
    const clock = this.#clock;
    const restores = this.#restores;
    let since = clock.monotonic();
    return {
      get over() {
        return clock.monotonic() - since >= TURN_MS;
      },
      next: async () => {
        this.#state.commit();
        await nextTurn();
        if (this.#ending.aborted) throw shuttingDown();
        if (this.#restores !== restores) throw new WorkError('state-restored', 'The state of the node was set back during the call');
        since = clock.monotonic();
      },
    };
  }
}
