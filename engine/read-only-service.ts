import { toPlain } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';
import { Service, type Request } from '../fixtures/world/service.ts';
import { Unavailable } from '../fixtures/world/world-errors.ts';
import { variantFor } from '../specs/model/variants.ts';
import { namedArguments } from '../specs/model/named-arguments.ts';

/**
 * The service of a node that must not be changed: only calls whose variant has no effect but `read` are sent. All other
 * calls throw `Unavailable`.
 */
export class ReadOnlyService extends Service {
  protected override allow({ id, params }: Request): void {
    const method = this.specification.method(id);
    const variant = variantFor(method, toPlain(namedArguments(method, params) as Wire) as Record<string, unknown>);
    // Arguments that match no variant may have any effect of the method.
    const effects = variant?.effect ?? method.variants.flatMap((variant) => variant.effect);
    const other = effects.find((effect) => effect !== 'read');
    if (other !== undefined) throw new Unavailable(`read-only: ${id} is not called with these arguments because its effect is "${other}"`);
    if (effects.length === 0) throw new Unavailable(`read-only: ${id} is not called because its specification does not list its effects`);
  }
}
