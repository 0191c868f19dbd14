/** Seconds, bytes, or what is counted, in braces, also per second: the units of OpenTelemetry (UCUM). */
export type Unit = 's' | 'By' | `{${string}}` | `{${string}}/s`;

/** What an instrument measures. */
export interface Description<Label extends string = string> {
  /** By the conventions of OpenTelemetry, without unit: `pyx.load.late_sends`. */
  readonly name: string;
  /** In a sentence. */
  readonly help: string;
  readonly unit: Unit;
  readonly labels: readonly Label[];
}

export type Labels<Label extends string = string> = Readonly<Record<Label, string>>;

/** The values of an instrument for one set of labels. */
export interface Series<Value> {
  readonly labels: Labels;
  readonly value: Value;
}

/** Sets of labels of one instrument: further ones are counted as one, so that no node can fill the memory of a collector. */
const MAX_SERIES = 500;
/** Stands for the labels of those. */
const OTHER = 'other';

/** A number: a total that only grows, or a present value. */
export class Amount {
  value = 0;

  add(amount: number): void {
    this.value += amount;
  }
}

/** Counts values by ranges. */
export class Distribution {
  /** Values up to each bound, and not to the one before; the last one: values above all bounds. */
  readonly counts: number[];
  readonly bounds: readonly number[];
  sum = 0;
  count = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const { bounds, counts } = this;
    let [low, high] = [0, bounds.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (value <= bounds[middle]!) high = middle;
      else low = middle + 1;
    }
    counts[low]!++;
    this.sum += value;
    this.count++;
  }
}

/** What is measured, with a value for each set of labels. */
export class Instrument<Label extends string, Value> {
  readonly description: Description<Label>;
  readonly #series = new Map<string, Series<Value>>();
  readonly #make: () => Value;

  constructor(description: Description<Label>, make: () => Value) {
    this.description = description;
    this.#make = make;
    // What has no labels is 0 from the beginning.
    if (description.labels.length === 0) this.at({} as Labels<Label>);
  }

  /** The value of these labels. What is counted often keeps it. */
  at(labels: Labels<Label>): Value {
    const names = this.description.labels;
    const key = names.map((name) => labels[name]).join('\n');
    const known = this.#series.get(key);
    if (known) return known.value;
    if (this.#series.size >= MAX_SERIES && names.some((name) => labels[name] !== OTHER))
      return this.at(Object.fromEntries(names.map((name) => [name, OTHER])) as Labels<Label>);
    const value = this.#make();
    this.#series.set(key, { labels, value });
    return value;
  }

  series(): readonly Series<Value>[] {
    return [...this.#series.values()];
  }
}

/** An instrument as it is read. */
export type ReadInstrument = { readonly description: Description } & (
  | { readonly type: 'counter' | 'gauge'; series(): readonly Series<Amount>[] }
  | { readonly type: 'histogram'; series(): readonly Series<Distribution>[] }
);

/**
 * All instruments of a command. Every form in which figures are watched (OpenMetrics, OTLP) reads this one. Labels must be of a bounded
 * set that Pyx knows (methods, outcomes, names that it gave to nodes), never texts of a node.
 */
export class Registry {
  readonly startedAt = new Date();
  readonly #instruments: ReadInstrument[] = [];
  readonly #observers: (() => void)[] = [];

  /** A total that only grows. */
  counter<Label extends string = never>(description: Description<Label>): Instrument<Label, Amount> {
    return this.#amount('counter', description);
  }

  /** A present value. */
  gauge<Label extends string = never>(description: Description<Label>): Instrument<Label, Amount> {
    return this.#amount('gauge', description);
  }

  /** How values are distributed. `bounds`: upper ends of its ranges, ascending, in the unit. */
  histogram<Label extends string = never>(description: Description<Label>, bounds: readonly number[]): Instrument<Label, Distribution> {
    const instrument = new Instrument(description, () => new Distribution(bounds));
    this.#instruments.push({ type: 'histogram', description, series: () => instrument.series() });
    return instrument;
  }

  /** Called before the instruments are read, for what is measured then. */
  onRead(observe: () => void): void {
    this.#observers.push(observe);
  }

  /** The instruments with their present values. */
  read(): readonly ReadInstrument[] {
    for (const observe of this.#observers) observe();
    return this.#instruments;
  }

  #amount<Label extends string>(type: 'counter' | 'gauge', description: Description<Label>): Instrument<Label, Amount> {
    const instrument = new Instrument(description, () => new Amount());
    this.#instruments.push({ type, description, series: () => instrument.series() });
    return instrument;
  }
}
