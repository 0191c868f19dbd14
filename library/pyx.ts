/**
 * Pyx as a library: `import { openTrial } from 'pyx'`. What is exported here keeps to semantic versioning (docs/versioning.md);
 * `pyx.api.md` beside this file lists it.
 */
export { diff, drift, fuzz, gate, learn, load, matrix, provision, run, selfcheck, tps, type Calling, type Options } from './commands.ts';
export { openTrial, type OpenTrial, type TrialOptions } from './trial.ts';

// Results
export type { LearnResults } from '../cli/learn-target-file.ts';
export type { ProvisionResults, ProvisionStep } from '../provision/results.ts';

// Plug-ins
export type { Plugin, Standard } from '../plugins/plugin.ts';
export { PluginError } from '../plugins/plugin-error.ts';
export type { RunReport } from '../reports/run-reports.ts';
export type { Sink, TimedOutcome } from '../reports/sink.ts';
export type { Digest } from '../reports/digest.ts';
export { processTarget } from '../fixtures/targets/process-target.ts';
export type { NodeProgram } from '../fixtures/targets/process-launcher.ts';
export { RemoteTarget, type RemoteTargetOptions } from '../fixtures/targets/remote-target.ts';
export { OwnedTarget, type OwnedTargetOptions } from '../fixtures/targets/owned-target.ts';
export type { Launched, Launcher } from '../fixtures/targets/launcher.ts';
export type { TargetForm, OpenTargetOptions } from '../fixtures/targets/open-target.ts';
export {
  TargetError,
  type Capabilities,
  type NodeSnapshot,
  type ProfileName,
  type RunningNode,
  type StartOptions,
  type Target,
} from '../fixtures/targets/types.ts';
export { createClient } from '../client/http-client.ts';
export type { Client, Credentials, Reply, RequestForm, RpcError } from '../client/types.ts';
export type { KindProvider } from '../fixtures/world/kinds/provider.ts';
export type { Ingredient, World } from '../fixtures/world/world.ts';
export type { Random } from '../fixtures/world/random.ts';
export type { Wire } from '../specs/model/wire.ts';

// Cases, by the functions with which those of Pyx are written
export { rule, type RuleOptions } from '../suites/rules/rule.ts';
export { row, type RowOptions } from '../suites/rules/row.ts';
export { invariant, type InvariantOptions } from '../suites/invariants/invariant.ts';
export { modelCase } from '../suites/states/support/model-case.ts';
export { StateCommand } from '../suites/states/support/state-command.ts';
export type { StateModel, Start } from '../suites/states/support/state-model.ts';
export type { Subject } from '../suites/states/support/subject.ts';
export type { Case } from '../engine/case.ts';
export type { At } from '../engine/finding-place.ts';
export type { Answer, Trial } from '../engine/trial.ts';
export type { Evidence, Finding, Outcome } from '../engine/outcome.ts';
export type { Severity } from '../engine/severity.ts';
export type { Selection } from '../engine/selection.ts';
export type { Specification } from '../specs/model/spec.ts';
export type { Effect, Method } from '../specs/model/types.ts';
export { UserError } from '../specs/model/user-error.ts';
