import type { CallOptions } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { stringify } from '../../client/wire-json.ts';
import { argumentsFor } from '../../fixtures/world/arguments.ts';
import type { Random } from '../../fixtures/world/random.ts';
import type { World } from '../../fixtures/world/world.ts';
import { Unavailable, WorldError } from '../../fixtures/world/world-errors.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method } from '../../specs/model/types.ts';

/** Methods whose answers describe the running process or the present moment. */
const momentary: ReadonlySet<string> = new Set([
  'uptime',
  'getrpcinfo',
  'getnettotals',
  'getnetworkinfo',
  'getpeerinfo',
  'getaddednodeinfo',
  'listbanned',
  'getblocktemplate',
  'getmininginfo',
  'getmemoryinfo',
  'ping',
]);

interface Reading {
  readonly what: string;
  readonly take: () => Promise<string>;
}

/** A fixed set of reading calls, to compare their answers. */
export class Readings {
  readonly #readings: readonly Reading[];

  static async of(methods: readonly Method[], world: World, specification: Specification, random: Random): Promise<Readings> {
    const readings: Reading[] = [];
    for (const method of methods) {
      const onlyReads = method.variants.every(({ effect }) => effect.every((kind) => kind === 'read'));
      if (!onlyReads || momentary.has(method.id)) continue;
      for (const optional of ['none', 'all'] as const) {
        try {
          const args = await argumentsFor({ world, specification, random }, method, { optional });
          readings.push(reading(method, args, await world.optionsWithWallet(method.id), world));
        } catch (error) {
          if (!(error instanceof Unavailable || error instanceof WorldError)) throw error;
        }
      }
    }
    return new Readings(readings);
  }

  private constructor(readings: readonly Reading[]) {
    this.#readings = readings;
  }

  /** Sends the calls. Returns the answers by call. */
  async take(): Promise<Map<string, string>> {
    const answers = new Map<string, string>();
    for (const { what, take } of this.#readings) answers.set(what, await take());
    return answers;
  }
}

function reading(method: Method, args: { readonly [name: string]: Wire }, options: CallOptions, world: World): Reading {
  return {
    what: `${method.id} ${stringify(args as Wire)}`,
    take: async () => {
      const reply = await world.service.call(method.id, args, options);
      if (reply.type === 'fault') return reply.fault.message;
      return stringify(reply.type === 'result' ? reply.result : [reply.error.code, reply.error.message]);
    },
  };
}
