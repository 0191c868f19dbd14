/** Who waits for each signal; it has one listener, since adding and removing one for every case takes its time. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Has `interrupt` called once when the signal is given. Gives how to take that back. */
export function onAbort(signal: AbortSignal, interrupt: () => void): () => void {
  let all = waiting.get(signal);
  if (!all) {
    const made = new Set<() => void>();
    waiting.set(signal, (all = made));
    signal.addEventListener('abort', () => {
      for (const each of made) each();
    }, { once: true });
  }
  all.add(interrupt);
  return () => void waiting.get(signal)?.delete(interrupt);
}
