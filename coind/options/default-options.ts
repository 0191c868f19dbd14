import type { NodeOptions } from './node-options.ts';
import { parseOptions } from './parse-options.ts';

const { daemon: _, ...defaults } = parseOptions(new Map());

/** Options of a node that was started without any: in memory, on loopback, with one wallet, else the node family's defaults. */
export const defaultOptions: NodeOptions = defaults;

/** Options of an embedded node: it does not listen. */
export const embeddedOptions: NodeOptions = {
  ...defaultOptions,
  listen: false,
  rpc: { ...defaultOptions.rpc, enabled: false },
};
