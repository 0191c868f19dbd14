import type { Secrets } from '../client/mask.ts';
import { abortableTarget } from '../fixtures/targets/abortable-target.ts';
import { TargetError, type ProfileName, type RunningNode, type Target } from '../fixtures/targets/types.ts';
import { withStarted } from '../fixtures/targets/with-started.ts';
import { requestFormOf } from '../fixtures/world/request-form.ts';
import { defined } from '../specs/model/defined.ts';
import type { Names } from '../specs/model/names.ts';
import type { Specification } from '../specs/model/spec.ts';
import { ChainGuard } from './chain-guard.ts';
import { prepare, type Prepared, type PrepareOptions } from './prepare.ts';
import { SessionNodes } from './session-nodes.ts';
import { Session, type SessionOptions } from './session.ts';
import { absentMethods, absentOptions, assertKnownMethods, namesOf } from './target-file.ts';

export interface NodeSettings extends Omit<PrepareOptions, 'readOnly' | 'service'> {
  /** Send only calls that do not change the node: any chain will do. */
  readonly readOnly?: boolean | undefined;
  readonly specification: Specification;
  readonly target: Target;
  /** The brand of the node. Default: that in the target file. */
  readonly names?: Names | undefined;
  /** Secrets to mask in all output. The credentials of every node that is started are added. */
  readonly secrets: Secrets;
  /** Ends all calls to nodes; those that clean up afterwards have little time: see `abortableClient`. */
  readonly signal?: AbortSignal | undefined;
}

/** What a session needs besides the node: see `SessionOptions`. */
export type SessionSettings = Pick<SessionOptions, 'definitions' | 'seed' | 'readOnly'>;

/**
 * Opens a target, the only way to a node: starts (or finds) the first node, requests its chain and version, and chooses the
 * target file. Every node of the opened target is under the guard of the chain, and its credentials are masked.
 * Throws `TargetError`, `RefusedError` or `TargetFileError`. The caller closes the target in any case.
 */
export async function openNode(settings: NodeSettings): Promise<OpenedNode> {
  const { readOnly = false, listens, targetFile, further, specification, signal } = settings;
  const target = signal ? abortableTarget(settings.target, signal) : settings.target;
  speak(settings);
  const { service } = specification.spec.edition;
  const prepared = await prepare(maskedTarget(target, settings.secrets), { readOnly, listens, targetFile, further, service });
  assertKnownMethods(prepared.targetFile, (method) => specification.find(method) !== undefined);
  return new OpenedNode({ ...settings, target }, prepared);
}

/** Has the nodes of the target called in the form that the standard states. Throws `TargetError` if they cannot be. */
function speak({ specification, target, names }: NodeSettings): void {
  const form = requestFormOf(specification, names);
  if (form === undefined) return;
  if (!target.setRequestForm) {
    const stated = `the standard states ${specification.spec.edition.service?.protocol ?? 'arguments by name'}`;
    throw new TargetError(`${target.name} can only be called by JSON-RPC 1.0 by position, but ${stated}`, {
      remedy: 'name another kind of target, or add setRequestForm to this one',
    });
  }
  target.setRequestForm(form);
}

/** A target that registers the credentials of every node that it starts as secrets. */
function maskedTarget(target: Target, secrets: Secrets): Target {
  return withStarted(target, (node) => {
    if (node.credentials) secrets.addCredentials(node.credentials);
    return node;
  });
}

/** The first node of a target, what is known of it, and the way to the other nodes. */
export class OpenedNode implements Prepared {
  readonly node: RunningNode;
  readonly specification: Specification;
  readonly secrets: Secrets;
  /** Its nodes are guarded, and their credentials are masked. */
  readonly target: Target;
  readonly guard: ChainGuard;
  /** The brand of the node. */
  readonly names: Names;
  readonly info: Prepared['info'];
  readonly targetFile: Prepared['targetFile'];
  readonly state: Prepared['state'];

  constructor({ specification, secrets, target, names }: NodeSettings, { node, info, targetFile, state }: Prepared) {
    this.specification = specification;
    this.secrets = secrets;
    const guard = new ChainGuard(specification.hasChain ? info.chain : undefined, !target.capabilities.startNodes);
    this.guard = guard;
    this.node = guard.watch(node);
    this.target = withStarted(maskedTarget(target, secrets), (node) => guard.watch(node));
    this.names = names ?? namesOf(targetFile);
    this.info = info;
    this.targetFile = targetFile;
    this.state = state;
  }

  /** Neutral ids of the methods that the target file lists as absent, with the reason. */
  get absent(): ReadonlyMap<string, string> {
    return absentMethods(this.targetFile);
  }

  /** Start options that the target file lists as absent, with the reason. */
  get absentOptions(): ReadonlyMap<string, string> {
    return absentOptions(this.targetFile);
  }

  sessionOptions(settings: SessionSettings): SessionOptions {
    const { specification, secrets, target, guard, names, targetFile } = this;
    const { bridgeContract, masternodeCollateral, masternodeEnabledAfter, proposalForm, paysProposals, alone } = targetFile ?? {};
    const facts = defined({ bridgeContract, masternodeCollateral, masternodeEnabledAfter, proposalForm, paysProposals, alone });
    return { specification, secrets, target, guard, names, ...facts, ...settings };
  }

  /** A session on a new node of this profile, or on `node`, which the target has started. Throws `TargetError`. */
  session(settings: SessionSettings, profile: ProfileName, node?: RunningNode): Promise<Session> {
    return Session.open(this.sessionOptions(settings), profile, node && new SessionNodes(this.target, node));
  }
}
