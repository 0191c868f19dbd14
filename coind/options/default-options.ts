import type { NodeOptions } from './node-options.ts';
import { parseOptions } from './parse-options.ts';

const { daemon: _, ...defaults } = parseOptions(new Map());

/** A node as it is without any option: in memory, on loopback only, with one wallet, and as the node family has it otherwise. */
export const defaultOptions: NodeOptions = defaults;

/** A node within another program: nothing listens. */
export const embeddedOptions: NodeOptions = {
  ...defaultOptions,
  listen: false,
  rpc: { ...defaultOptions.rpc, enabled: false },
};
