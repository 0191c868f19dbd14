import { openNode, type NodeSettings, type OpenedNode } from '../engine/open-node.ts';
import type { Session } from '../engine/session.ts';
import { METHOD_NOT_FOUND } from '../fixtures/world/error-codes.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import type { World } from '../fixtures/world/world.ts';
import type { MethodId } from '../specs/model/generated/wire.d.ts';
import { specification } from '../specs/model/specification.ts';
import { ProvisionError } from './errors.ts';

export interface OpenProvisionOptions extends Omit<NodeSettings, 'specification' | 'readOnly' | 'waivers'> {
  readonly seed: number;
}

export interface OpenedProvision {
  readonly opened: OpenedNode;
  readonly session: Session;
}

/** What the steps and the registry call, beside methods that every node of this family has. */
const NEEDED = [
  'assetnew',
  'assetsend',
  'assetallocationburn',
  'assetupdate',
  'assetinfo',
  'coindecoderawtransaction',
  'getgovernanceinfo',
] as const satisfies readonly MethodId[];

/**
 * Starts (or finds) the node, and lays a world around it. Throws `TargetError`, `RefusedError`, `TargetFileError`, and
 * `ProvisionError` for a node that lacks a method.
 */
export async function openProvision({ seed, ...settings }: OpenProvisionOptions): Promise<OpenedProvision> {
  const opened = await openNode({ ...settings, specification });
  const { absent, target } = opened;
  const session = await opened.session({ definitions: ingredients, seed }, 'default', opened.node);
  for (const method of NEEDED) {
    const reason = absent.get(method) ?? (await lacks(session.world, method));
    if (reason === undefined) continue;
    throw new ProvisionError(`${target.name} does not have ${method}, so no token can be provisioned: ${reason}`, {
      remedy: 'use a release that has the methods of platform tokens, or --target embedded',
    });
  }
  return { opened, session };
}

/** A call without arguments changes nothing: all but `getgovernanceinfo` require some. */
async function lacks({ service }: World, method: MethodId): Promise<string | undefined> {
  const reply = await service.call(method);
  return reply.type === 'error' && reply.error.code === METHOD_NOT_FOUND ? `${reply.error.code} ${reply.error.message}` : undefined;
}
