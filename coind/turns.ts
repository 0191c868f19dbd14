import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { DomainError } from './domain-error.ts';
import type { State } from './state/types.ts';

/** Length of one turn: the longest that other calls and peers wait. */
const TURN_MS = 10;

/** Long work that was ended early because the node stops or its state was restored. */
export class WorkError extends DomainError<'shutting-down' | 'state-restored'> {
  override readonly name = 'WorkError';
}

/** The error of a call that waits when the node stops; the text is the node family's. */
export function shuttingDown(): WorkError {
  return new WorkError('shutting-down', 'Shutting down');
}

/** Splits long work into turns. Between two of its steps: `if (turns.over) await turns.next();` */
export interface Turns {
  /** Whether this turn has lasted long enough. */
  readonly over: boolean;
  /**
   * Commits the work so far and lets calls, peers and signals have their turn. Throws `WorkError` if the node stops or
   * its state was restored; the work must end then.
   */
  next(): Promise<void>;
}

/** Does work of many short steps, with a turn for calls, peers and signals after each. Throws `WorkError` if the node stops. */
export async function inTurns<T>(steps: Iterator<void, T>, ending: AbortSignal): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await nextTurn();
    if (ending.aborted) throw shuttingDown();
  }
}

/** Makes long work yield to calls, peers and signals. */
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

  /** Turns for one piece of work that begins now. */
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
        if (this.#restores !== restores) throw new WorkError('state-restored', 'The state of the node was restored during the call');
        since = clock.monotonic();
      },
    };
  }
}
