import { durationSchema, type SchemaParts } from './scenario-schema.ts';

/** What files of networks have in common. */
export function networkSchemas({ text, closed, about }: SchemaParts) {
  const bandwidth = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?(kbit|mbit|gbit)$' };
  const name = { type: 'string', pattern: '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$' };
  const pair = { type: 'array', items: name, minItems: 2, maxItems: 2 };
  const shaping = {
    latency: about('One way, half of a round trip: 80ms. Default: that of the regions, or none.', durationSchema),
    jitter: about('The latency is drawn evenly up to so much below and above, by the seed: 20ms. Order is kept.', durationSchema),
    bandwidth: about('Of each direction, such as 20mbit; or of both apart. Default: no limit.', {
      anyOf: [
        bandwidth,
        closed(
          {
            forward: about('From the first node of the link to the second.', bandwidth),
            back: about('From the second node to the first.', bandwidth),
          },
          [],
        ),
      ],
    }),
    breaks: about(
      'The connection breaks and comes back, at times drawn by the seed.',
      closed(
        {
          every: about('Mean time from one break to the next: 30s.', durationSchema),
          for: about('Mean time until it is back: 2s.', durationSchema),
        },
        ['every', 'for'],
      ),
    ),
  };
  return {
    head: {
      name: about('Name of the network, for reports.', text),
      summary: about('What the network stands for, in one sentence.', text),
    },
    nodesOf: (node: object) =>
      about('The nodes: senders are given the transactions, receivers are watched.', {
        type: 'array',
        minItems: 2,
        maxItems: 128,
        items: node,
      }),
    name,
    pair,
    shaping,
    role: { enum: ['sender', 'receiver'] },
    region: about('Its region.', name),
    shape: about('Which nodes are linked: full, line, ring, star (the first node in the middle), random:K. In place of, or beside links.', {
      type: 'string',
      pattern: '^(full|line|ring|star|random:[0-9]+)$',
    }),
  };
}

/** A network of `pyx tps`: its nodes, their regions, and the links between them (`load/topologies`). */
export function topologySchema(parts: SchemaParts): object {
  const { closed, about } = parts;
  const { head, nodesOf, name, pair, shaping, role, region, shape } = networkSchemas(parts);
  return closed(
    {
      ...head,
      nodes: nodesOf(
        closed(
          {
            name: about('Its name, lower-case letters, digits and dashes. Default: sender-1, receiver-1, in the order of the file.', name),
            role,
            region,
            count: about('So many of them; they have no name of their own then. Default 1.', { type: 'integer', minimum: 1, maximum: 128 }),
          },
          ['role'],
        ),
      ),
      shape,
      distances: about('How far regions are from each other, and nodes of one region among themselves.', {
        type: 'array',
        items: closed(
          {
            between: about('Two regions, or one region twice.', pair),
            roundTrip: about('The time there and back: 148ms. The latency of a link is half of it.', durationSchema),
          },
          ['between', 'roundTrip'],
        ),
      }),
      link: about('What all links have unless it is said of one of them.', closed(shaping, [])),
      links: about('Links that the shape lacks, or that differ from the others.', {
        type: 'array',
        items: closed({ between: about('The names of two nodes.', pair), ...shaping }, ['between']),
      }),
    },
    ['name', 'nodes'],
  );
}
