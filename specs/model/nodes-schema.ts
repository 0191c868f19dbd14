import type { SchemaParts } from './scenario-schema.ts';
import { networkSchemas } from './topology-schema.ts';

/** A network of nodes that run already, for `pyx tps --nodes`: where each is called, and who is linked to whom. */
export function nodesSchema(parts: SchemaParts): object {
  const { closed, about } = parts;
  const { head, nodesOf, name, pair, shaping, role, region, shape } = networkSchemas(parts);
  return closed(
    {
      ...head,
      nodes: nodesOf(
        closed(
          {
            name: about('Its name, as in the topology: lower-case letters, digits and dashes.', name),
            role,
            region,
            url: about('Where it answers calls: http://host:port. Credentials come from --cookie, --conf or the environment.', {
              type: 'string',
              pattern: '^https?://',
            }),
            peer: about('host:port at which the other nodes reach it. Without it, those that are to call it must be connected already.', {
              type: 'string',
              pattern: '^[^,\\s]+:[0-9]+$',
            }),
          },
          ['name', 'role', 'url'],
        ),
      ),
      shape,
      links: about('Who is linked to whom; the node that comes later calls the earlier one, senders first. Default: each to all others.', {
        type: 'array',
        items: closed({ between: about('The names of two nodes.', pair), ...shaping }, ['between']),
      }),
    },
    ['name', 'nodes'],
  );
}
