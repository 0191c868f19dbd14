import { Secrets } from '../../client/mask.ts';
import type { RunningNode, Target } from '../../fixtures/targets/types.ts';
import { TargetError } from '../../fixtures/targets/types.ts';
import { ingredients } from '../../fixtures/world/ingredients/all.ts';
import { Service } from '../../fixtures/world/service.ts';
import { World } from '../../fixtures/world/world.ts';
import { neutralNames } from '../../specs/model/names.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { RestorableCoind } from './restorable-coind.ts';

/** A world on a node that cannot be started again and has no peers. */
export function worldOn(coind: RestorableCoind, specification: Specification, seed: number): World {
  const never = async (): Promise<never> => {
    throw new TargetError('there is this one node alone');
  };
  const node: RunningNode = {
    name: 'restorable',
    profile: 'default',
    client: coind.client,
    credentials: coind.credentials,
    scratchDir: coind.folder,
    ended: coind.ended,
    alive: () => coind.isAlive,
    lastLines: () => coind.internalErrors,
    usage: async () => undefined,
    snapshot: never,
    restart: never,
    startAgain: never,
    stop: () => coind.stop(),
  };
  const target: Target = {
    kind: 'embedded',
    name: 'restorable',
    capabilities: { startNodes: false, restart: false, peers: false, sharedFiles: true, sharedLoopback: true, snapshots: false },
    setStartOptions: () => undefined,
    start: never,
    close: () => coind.stop(),
  };
  const service = new Service(coind.client, specification, neutralNames);
  const startNode = (): Promise<RunningNode> => target.start(node.profile);
  return new World({ service, node, target, startNode, definitions: ingredients, seed: `${seed}/world`, secrets: new Secrets() });
}
