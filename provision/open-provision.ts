import type { Secrets } from '../client/mask.ts';
import { prepare, type NodeInfo } from '../engine/prepare.ts';
import { Session } from '../engine/session.ts';
import { absentMethods, namesOf, type TargetFile } from '../engine/target-file.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { METHOD_NOT_FOUND } from '../fixtures/world/error-codes.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import type { World } from '../fixtures/world/world.ts';
import type { MethodId } from '../specs/model/generated/wire.d.ts';
import type { Names } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';
import { ProvisionError } from './errors.ts';

export interface OpenProvisionOptions {
  readonly target: Target;
  /** Name or path; `none` for none; undefined to choose one by the node's version. */
  readonly targetFile?: string | undefined;
  readonly names?: Names | undefined;
  readonly secrets: Secrets;
  readonly seed: number;
}

export interface OpenedProvision {
  readonly session: Session;
  readonly info: NodeInfo;
  readonly targetFile: TargetFile | undefined;
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
export async function openProvision({ target, targetFile, names, secrets, seed }: OpenProvisionOptions): Promise<OpenedProvision> {
  const prepared = await prepare(target, { readOnly: false, targetFile });
  const absent = absentMethods(prepared.targetFile);
  const session = await Session.open(
    {
      target,
      specification,
      names: names ?? namesOf(prepared.targetFile),
      definitions: ingredients,
      secrets,
      seed,
      ...(prepared.targetFile?.bridgeContract !== undefined && { bridgeContract: prepared.targetFile.bridgeContract }),
    },
    'default',
    prepared.node,
  );
  for (const method of NEEDED) {
    const reason = absent.get(method) ?? (await lacks(session.world, method));
    if (reason === undefined) continue;
    throw new ProvisionError(`${target.name} does not have ${method}, so no token can be provisioned: ${reason}`, {
      remedy: 'use a release that has the methods of platform tokens, or --target embedded',
    });
  }
  return { session, info: prepared.info, targetFile: prepared.targetFile };
}

/** A call without arguments changes nothing: all but `getgovernanceinfo` require some. */
async function lacks({ service }: World, method: MethodId): Promise<string | undefined> {
  const reply = await service.call(method);
  return reply.type === 'error' && reply.error.code === METHOD_NOT_FOUND ? `${reply.error.code} ${reply.error.message}` : undefined;
}
