import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import { constant, constantFrom, integer, nat } from 'fast-check';
import { Registry } from '../../../fixtures/registry/registry.ts';
import { fundToken } from '../../../fixtures/world/ingredients/tokens.ts';
import type { StateModel } from '../support/state-model.ts';
import { Burn, Confirm, Register } from './bridge-commands.ts';
import { Create, Issue, UpdateContract, UpdateFlags } from './owner-commands.ts';
import { ALL_RIGHTS, CONTRACT_RIGHT, FLAGS_RIGHT, SUPPLY, type TokenModel, type TokenReal } from './token-model.ts';

const flags = constantFrom(ALL_RIGHTS, CONTRACT_RIGHT | FLAGS_RIGHT, FLAGS_RIGHT, 0);

/** A token from its creation to a registration that is outdated or trust-minimized, with a simulated bridge. */
export const tokenProvisioning: StateModel<TokenModel, TokenReal> = {
  id: 'token-provisioning',
  text: 'A token is created, minted, burnt and updated by its owner as the table of states permits, and not before the step before it is confirmed.',
  rows: [
    'provisioning-create',
    'provisioning-mint',
    'provisioning-burn',
    'provisioning-change-contract',
    'provisioning-reduce-trust',
    'assetsend/after-confirmation',
    'assetallocationburn/after-confirmation',
  ],
  methods: ['assetnew', 'assetsend', 'assetallocationburn', 'assetupdate', 'assetinfo'],
  effect: ['wallet', 'chain'],
  restores: true,
  commands: [
    constant(new Create()),
    constant(new Confirm()),
    constant(new Confirm()),
    constant(new Confirm()),
    constantFrom(new Issue(SUPPLY), new Issue(SUPPLY), new Issue(1)),
    integer({ min: 1, max: SUPPLY }).map((amount) => new Issue(amount)),
    nat(2).map((number) => new Burn(number)),
    nat(1).map((number) => new Burn(number)),
    constant(new UpdateContract()),
    flags.map((value) => new UpdateFlags(value)),
    constant(new Register()),
  ],
  tour: [
    new Create(),
    new Issue(1),
    new Confirm(),
    new Issue(SUPPLY),
    new Burn(0),
    new Confirm(),
    new Issue(1),
    new Burn(0),
    new Confirm(),
    new Burn(0),
    new Issue(1),
    new Register(),
    new UpdateContract(),
    new Confirm(),
    new Register(),
    new UpdateFlags(CONTRACT_RIGHT),
    new Confirm(),
    new UpdateFlags(ALL_RIGHTS),
    new UpdateContract(),
    new Confirm(),
  ],
  async prepare(t) {
    await fundToken(t.world);
  },
  async begin(t) {
    await fundToken(t.world);
    const firstHeight = (await tipHeight(t.world)) + 1;
    return {
      model: {
        guid: undefined,
        token: undefined,
        pending: undefined,
        issues: [],
        contractTxid: undefined,
        registered: undefined,
        isReadable: false,
        takesUpdates: undefined,
      },
      real: { t, registry: new Registry({ world: t.world, seed: t.random.hex(8), firstHeight }) },
    };
  },
};
