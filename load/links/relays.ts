import { KnownTransactions } from './known-transactions.ts';
import type { RelayEvent, RelayReply, RelayRequest } from './messages.ts';
import { Relay } from './relay.ts';
import { RelayUseMeter } from './relay-use.ts';
import { Schedule } from './schedule.ts';
import { TrafficCounter } from './traffic-counter.ts';

/** The relays of all links, in the process that has them. */
export class Relays {
  readonly #relays: Relay[] = [];
  readonly #schedule = new Schedule();
  readonly #use = new RelayUseMeter();
  readonly #known = new KnownTransactions();
  readonly #onEvent: (event: RelayEvent) => void;

  constructor(onEvent: (event: RelayEvent) => void) {
    this.#onEvent = onEvent;
  }

  async answer(request: RelayRequest): Promise<Omit<RelayReply, 'number'>> {
    switch (request.type) {
      case 'open':
        return { addresses: await this.#open(request) };
      case 'cut':
        this.#relays[request.link]!.cut();
        return {};
      case 'heal':
        this.#relays[request.link]!.heal();
        return {};
      case 'shape':
        this.#relays[request.link]!.shape(request.shaping);
        return {};
      case 'aim':
        this.#relays[request.link]!.target = request.target;
        return {};
      case 'reset':
        for (const relay of this.#relays) relay.reset();
        this.#known.clear();
        this.#use.reset();
        return {};
      case 'figures':
        return { figures: { links: this.#relays.map(({ figures }) => figures), use: this.#use.figures() } };
    }
  }

  async #open({ links, seed }: Extract<RelayRequest, { type: 'open' }>): Promise<string[]> {
    const numbers = new Map<string, number>();
    const numberOf = (node: string): number => {
      const number = numbers.get(node) ?? numbers.size;
      numbers.set(node, number);
      return number;
    };
    const addresses: string[] = [];
    for (const link of links) {
      const number = this.#relays.length;
      const [first, second] = [numberOf(link.between[0]), numberOf(link.between[1])];
      const relay = new Relay({
        ...link,
        seed,
        forward: new TrafficCounter(this.#known, first, second),
        back: new TrafficCounter(this.#known, second, first),
        schedule: this.#schedule,
        use: this.#use,
        onBreak: (state) => this.#onEvent({ link: number, state }),
      });
      this.#relays.push(relay);
      addresses.push(await relay.listen());
    }
    return addresses;
  }
}
