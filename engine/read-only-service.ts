import { toPlain } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';
import { Service, type Request } from '../fixtures/world/service.ts';
import { Unavailable } from '../fixtures/world/world.ts';
import { variantFor } from '../specs/model/variants.ts';
import { namedArguments } from '../specs/model/named-arguments.ts';

/**
 * The service of a node that must stay as it is: whatever a case or the world asks for, only calls whose variant does
 * nothing but read are sent. All others throw `Unavailable`.
 */
export class ReadOnlyService extends Service {
  protected override allow({ id, params }: Request): void {
    const method = this.specification.method(id);
    const variant = variantFor(method, toPlain(namedArguments(method, params) as Wire) as Record<string, unknown>);
    // Arguments that no variant describes could do whatever the method can do.
    const effects = variant?.effect ?? method.variants.flatMap((one) => one.effect);
    const other = effects.find((effect) => effect !== 'read');
    if (other !== undefined) throw new Unavailable(`read-only: ${id} is not called like this, its effect is "${other}"`);
    if (effects.length === 0) throw new Unavailable(`read-only: ${id} is not called, nothing says that it only reads`);
  }
}
