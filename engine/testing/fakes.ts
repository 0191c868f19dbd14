import { Secrets } from '../../client/mask.ts';
import type { CallOptions, Client, Credentials, Params, Reply } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import {
  TargetError,
  type Capabilities,
  type ProfileName,
  type RunningNode,
  type StartOptions,
  type Target,
} from '../../fixtures/targets/types.ts';
import type { Arguments } from '../../fixtures/world/service.ts';
import type { Definitions, World, WorldCallOptions } from '../../fixtures/world/world.ts';
import { Specification } from '../../specs/model/spec.ts';
import { methodOf, somewhere as source } from '../../specs/model/testing/small-spec.ts';
import type { Effect, Method, Schema, Spec } from '../../specs/model/types.ts';
import { STARTED } from '../node-state.ts';
import { OpenedNode } from '../open-node.ts';
import { runOptions as composed } from '../open-trial.ts';
import type { RunOptions } from '../run.ts';
import type { RunEvent } from '../run-event.ts';
import type { TargetFile } from '../target-file.ts';
import type { Trial } from '../trial.ts';
import type { Case } from '../case.ts';
import type { Finding } from '../outcome.ts';

function method(id: string, effect: readonly Effect[], result: Schema | null, rest: Partial<Method> = {}): Method {
  return methodOf(id, { variants: [{ id: 'default', effect, result }], ...rest });
}

const mode = { name: 'mode', required: false, onInvalid: 'unstated', schema: { enum: ['look', 'take'] }, default: 'look' } as const;

const spec: Spec = {
  methods: [
    method('getblockcount', ['read'], { type: 'integer' }),
    method('getthing', ['read'], { type: 'object' }, { rules: [{ id: 'getthing/a', text: '', source }] }),
    method('setthing', ['wallet'], null, { family: 'wallet' }),
    method('keything', ['read', 'secret'], null, { family: 'wallet' }),
    method('eitherthing', [], null, {
      params: [mode],
      variants: [
        { id: 'mode=look', when: { mode: 'look' }, effect: ['read'], result: null },
        { id: 'mode=take', effect: ['wallet'], result: null },
      ],
    }),
    method('{coin}thing', ['read'], null, { id: 'cointhing', wire: { method: '{coin}thing', prefix: ['sub'] }, params: [mode] }),
    method('generatetoaddress', ['chain'], null, { family: 'control', beyond: true }),
  ],
  shapes: {},
  edition: { title: 'A standard', edition: '1' },
  documents: [],
  states: [],
  statuses: [],
  limits: [],
  errors: [],
  envelope: [],
};

const isObject = Object.assign((value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value), {
  errors: [{ keyword: 'type', instancePath: '', schemaPath: '#/type', params: { type: 'object' }, message: 'must be object' }],
});

/** A few methods: some read, one writes, one is secret, one depends on its argument, one has a brand, one is beyond. */
export const fakeSpecification = new Specification(
  { spec, branded: ['{coin}_status', '{extclient}_blocks'], validators: { 'pyx:result/getthing/default': 'isObject' } },
  { isObject },
);

/** The answers of a fake node. */
export type Answers = (method: string, params: Params, node: FakeNode) => Reply | Promise<Reply>;

export const result = (value: Wire): Reply => ({ type: 'result', result: value, durationMs: 0 });
export const refused = (code: number, message: string): Reply => ({ type: 'error', error: { code, message }, durationMs: 0 });
export const timedOut: Reply = {
  type: 'fault',
  durationMs: 0,
  fault: { kind: 'timeout', evidence: 'health', source: 'no answer', message: 'no answer came' },
};

/** A node without a process, with scripted answers. */
export class FakeNode implements RunningNode {
  readonly name: string;
  readonly profile: ProfileName;
  readonly client: Client;
  readonly credentials: Credentials | undefined;
  readonly ended: Promise<string>;
  readonly called: { readonly method: string; readonly params: Params; readonly options: CallOptions | undefined }[] = [];
  stopped = 0;
  #alive = true;
  #end: (how: string) => void = () => undefined;

  constructor(name: string, profile: ProfileName, answers: Answers) {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.name = name;
    this.profile = profile;
    this.credentials = { user: 'pyx', password: `password of ${name}` };
    this.client = {
      address: 'http://127.0.0.1:1',
      lost: 0,
      call: async (called, params, options) => {
        this.called.push({ method: called, params, options });
        return answers(called, params, this);
      },
      callList: (calls, options) => Promise.all(calls.map(({ method, params }) => this.client.call(method, params, options))),
      raw: async () => {
        throw new Error('no HTTP here');
      },
      close: () => undefined,
    };
  }

  /** What it was called with, less the checks of its chain. */
  get asked(): FakeNode['called'] {
    return this.called.filter(({ method: name }) => name !== 'getblockchaininfo');
  }

  alive(): boolean {
    return this.#alive;
  }

  async usage(): Promise<undefined> {
    return undefined;
  }

  async snapshot(): Promise<never> {
    throw new TargetError('not this one');
  }

  kill(): void {
    this.#alive = false;
    this.#end('signal SIGKILL');
  }

  lastLines(): readonly string[] {
    return ['out of memory'];
  }

  async restart(): Promise<void> {
    throw new TargetError('not this one');
  }

  async startAgain(): Promise<void> {
    throw new TargetError('not this one');
  }

  async stop(): Promise<void> {
    this.stopped++;
    this.#alive = false;
    this.#end('exit code 0');
  }
}

/** A target that starts fake nodes and counts them. */
export class FakeTarget implements Target {
  readonly kind;
  readonly name = 'process:fake';
  readonly capabilities: Capabilities;
  readonly nodes: FakeNode[] = [];
  readonly startOptions: StartOptions[] = [];
  /** Profiles whose nodes do not come up. */
  readonly broken = new Set<ProfileName>();
  /** Profiles whose options the node refuses. */
  readonly refuses = new Set<ProfileName>();
  starts = 0;
  readonly #answers: Answers;

  constructor(answers: Answers = () => result({}), startNodes = true) {
    this.#answers = answers;
    this.kind = startNodes ? ('process' as const) : ('remote' as const);
    this.capabilities = {
      startNodes,
      restart: startNodes,
      peers: startNodes,
      sharedFiles: startNodes,
      sharedLoopback: startNodes,
      snapshots: false,
    };
  }

  setStartOptions(options: StartOptions): void {
    this.startOptions.push(options);
  }

  async start(profile: ProfileName): Promise<FakeNode> {
    this.starts++;
    if (this.broken.has(profile)) throw new TargetError('it did not come up', { details: ['no space left'] });
    if (this.refuses.has(profile))
      throw new TargetError('it did not come up', {
        details: ['Prune configured below the minimum'],
        refusal: { options: [], again: false },
      });
    if (!this.capabilities.startNodes && this.nodes[0]) return this.nodes[0];
    const node = new FakeNode(`${profile}-${this.nodes.length + 1}`, profile, this.#answers);
    this.nodes.push(node);
    return node;
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await node.stop();
  }
}

type FakeCaseParts = Partial<Omit<Case, 'uses'>> & { readonly uses?: readonly string[] };

/** A case of the suite `fake`. It may use the methods of `fakeSpecification`. */
export function fakeCase(
  id: string,
  tried: (trial: Trial) => Promise<void> | void = () => undefined,
  { uses = [], ...rest }: FakeCaseParts = {},
): Case {
  return {
    id: `fake/${id}`,
    suite: 'fake',
    method: null,
    kind: 'relation',
    title: id,
    effect: ['read'],
    profile: 'default',
    uses: uses as Case['uses'],
    judges: [],
    evidence: 'document',
    source: 'document 2, Somewhere',
    run: async (trial) => {
      trial.judged();
      await tried(trial);
    },
    ...rest,
  };
}

/** Definitions of a world with a wallet and the given ingredients. */
export function fakeDefinitions(rest: Partial<Definitions> = {}): Definitions {
  return { wallet: { build: async () => ({ name: 'wallet' }) }, ...rest } as Definitions;
}

export interface FakeRun extends RunOptions {
  readonly events: RunEvent[];
}

const BEGUN = new Date('2026-11-20T10:00:00Z');

/** Options of a run on a fake target, as a trial makes them, with the given ones instead. */
export function runOptions(target: Target, rest: Partial<RunOptions> & { readonly targetFile?: TargetFile } = {}): FakeRun {
  const events: RunEvent[] = [];
  const secrets = new Secrets();
  const { targetFile, specification = fakeSpecification, ...own } = rest;
  const settings = { specification, target, seed: 1, secrets, definitions: fakeDefinitions(), now: BEGUN };
  const node = new FakeNode('unused', 'default', () => result(null));
  const info = { chain: 'regtest', version: null, subversion: '' };
  return {
    ...composed(settings, new OpenedNode(settings, { node, info, targetFile, state: STARTED })),
    replay: (id) => `try ${id}`,
    onEvent: (event) => events.push(event),
    events,
    ...own,
  };
}

export function finding(rest: Partial<Finding> = {}): Finding {
  return { check: 'equals', evidence: 'document', source: 'document 2, Somewhere', message: 'it differs', ...rest };
}

/** The result of a method of the fake specification, whose ids are not in the generated types. */
export const resultOf = (
  t: Pick<Trial, 'result'> | Pick<World, 'result'>,
  method: string,
  args?: Arguments,
  options?: WorldCallOptions,
): Promise<Wire> =>
  (t.result as unknown as (id: string, args?: Arguments, options?: WorldCallOptions) => Promise<Wire>)(method, args, options);
