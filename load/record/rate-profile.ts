/** Stretches of time that are counted at most: two are joined when there are more. */
const MAX_STRETCHES = 240;
const FIRST_STRETCH_MS = 250;

/** A stretch of time, with its calls. */
export interface Stretch {
  readonly durationMs: number;
  readonly calls: number;
}

/** When calls came: their number in equal stretches of time, and how regularly they came. Its size does not grow with the traffic. */
export class RateProfile {
  #counts: number[] = [];
  #stretchMs = FIRST_STRETCH_MS;
  #firstMs: number | undefined;
  #lastMs = 0;
  /** Of the times between calls: their number, mean, and sum of squared deviations. */
  readonly #gaps = { count: 0, mean: 0, squares: 0 };

  /** @param atMs a time that does not depend on when anything began: milliseconds since 1970 */
  note(atMs: number): void {
    if (this.#firstMs === undefined) {
      this.#firstMs = atMs;
      this.#lastMs = atMs;
    } else this.#gap(atMs);
    // Calls of several connections are heard in the order of their answers.
    const sinceMs = Math.max(0, atMs - this.#firstMs);
    while (Math.floor(sinceMs / this.#stretchMs) >= MAX_STRETCHES) this.#join();
    const stretch = Math.floor(sinceMs / this.#stretchMs);
    while (this.#counts.length <= stretch) this.#counts.push(0);
    this.#counts[stretch] = (this.#counts[stretch] ?? 0) + 1;
  }

  /** From the first call to the last one, in milliseconds. */
  get lastedMs(): number {
    return this.#lastMs - (this.#firstMs ?? this.#lastMs);
  }

  /** Standard deviation of the times between calls, over their mean: 0 for even ones, 1 for independent ones, more for bursts. */
  get variation(): number {
    const { count, mean, squares } = this.#gaps;
    return count < 2 || mean === 0 ? 1 : Math.sqrt(squares / count) / mean;
  }

  /** At most `most` equal stretches that cover the whole time: the last one ends with the last call. */
  stretches(most: number): Stretch[] {
    const together = Math.max(1, Math.ceil(this.#counts.length / most));
    const durationMs = together * this.#stretchMs;
    const joined: Stretch[] = [];
    for (let from = 0; from < this.#counts.length; from += together) {
      const calls = this.#counts.slice(from, from + together).reduce((sum, count) => sum + count, 0);
      joined.push({ durationMs: Math.min(durationMs, Math.max(1, this.lastedMs - from * this.#stretchMs)), calls });
    }
    return joined;
  }

  #join(): void {
    const { length } = this.#counts;
    this.#counts = Array.from(
      { length: Math.ceil(length / 2) },
      (_, index) => (this.#counts[2 * index] ?? 0) + (this.#counts[2 * index + 1] ?? 0),
    );
    this.#stretchMs *= 2;
  }

  /** Adds the time since the call before in one pass over all (Welford). */
  #gap(atMs: number): void {
    const gap = Math.max(0, atMs - this.#lastMs);
    this.#lastMs = Math.max(this.#lastMs, atMs);
    const gaps = this.#gaps;
    gaps.count++;
    const before = gap - gaps.mean;
    gaps.mean += before / gaps.count;
    gaps.squares += before * (gap - gaps.mean);
  }
}
