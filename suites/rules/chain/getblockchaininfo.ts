import { toNumber } from '../../support/amounts.ts';
import type { ChainInfo, SoftforkDeployment } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { checkedResult } from '../../support/checked-result.ts';
import { present } from '../../support/present.ts';
import { rule } from '../rule.ts';

const PRUNING_MEMBERS = ['pruneheight', 'automatic_pruning', 'prune_target_size'] as const;

function absent(t: Trial, info: ChainInfo, name: (typeof PRUNING_MEMBERS)[number], why: string): void {
  t.ok(info[name] === undefined, `${name} is present, expected no ${name}: ${why}`, { path: name });
}

/** Number of blocks after which regtest nodes of the family start a defined deployment. */
const DEPLOYMENT_PERIOD = 144;

/** On nodes that Pyx starts, makes a chain that is long enough for a deployment to start. */
async function passFirstPeriod(t: Trial): Promise<void> {
  const { blocks } = await t.result('getblockchaininfo');
  if (t.target.capabilities.startNodes && blocks < DEPLOYMENT_PERIOD) await t.world.mine(DEPLOYMENT_PERIOD - blocks);
}

/** Checks that a member of each deployment is present exactly while the deployment has the status started. */
async function onlyWhenStarted(t: Trial, member: 'bit' | 'statistics'): Promise<void> {
  await passFirstPeriod(t);
  const { bip9_softforks: deployments } = await t.result('getblockchaininfo');
  const named: [string, SoftforkDeployment][] = Object.entries(present(t, deployments, 'bip9_softforks is missing', 'bip9_softforks'));
  if (named.length === 0) t.inapplicable('the node lists no deployment');
  for (const [name, deployment] of named) {
    const started = deployment.status === 'started';
    t.ok(
      (deployment[member] !== undefined) === started,
      `${member} is ${started ? 'missing' : 'present'} for a deployment with the status ${deployment.status}`,
      { path: `bip9_softforks.${name}.${member}` },
    );
  }
  // The cases of the method itself see no deployment that has started.
  if (named.some(([, { status }]) => status === 'started')) await checkedResult(t, 'getblockchaininfo');
}

/** Records whether a field shows a value that was set; the documents do not require it. */
function seenAs(t: Trial, name: string, shows: boolean, what: string): void {
  t.observe('value', shows ? `shows ${what}` : 'shows something else', `${name} ${shows ? 'shows' : 'does not show'} ${what}`, name);
}

/** In MiB: above the minimum of every release (550 or 5500). */
const AUTOMATIC_PRUNING = '-prune=20000';

export const getblockchaininfoRules: readonly Case[] = [
  rule({
    rule: 'getblockchaininfo/verificationprogress',
    effect: ['read'],
    run: async (t) => {
      await t.world.use('confirmedSend'); // so that the chain has transactions
      const progress = toNumber((await t.result('getblockchaininfo')).verificationprogress);
      t.ok(progress >= 0 && progress <= 1, `verificationprogress is ${progress}, expected a value from 0 to 1`, {
        path: 'verificationprogress',
      });
    },
  }),
  rule({
    rule: 'getblockchaininfo/pruneheight',
    effect: ['read'],
    run: async (t) => {
      const info = await t.result('getblockchaininfo');
      const { capabilities } = t.target;
      if (info.pruned === true && !capabilities.startNodes)
        t.inapplicable('the node prunes, and Pyx cannot start another node of this target');
      for (const name of PRUNING_MEMBERS) absent(t, info, name, 'the node does not prune');
    },
  }),
  rule({
    rule: ['getblockchaininfo/automatic-pruning', 'getblockchaininfo/pruneheight'],
    effect: ['read'],
    profile: 'prune',
    run: async (t) => {
      const info = await t.result('getblockchaininfo');
      t.equal(info.pruned, true, 'pruned on a node started with -prune=1', { path: 'pruned' });
      for (const name of ['pruneheight', 'automatic_pruning'] as const) {
        t.ok(info[name] !== undefined, `${name} is missing, although the node prunes`, { path: name });
      }
      t.equal(info.automatic_pruning, false, 'automatic_pruning on a node that prunes with pruneblockchain only', {
        path: 'automatic_pruning',
      });
      absent(t, info, 'prune_target_size', 'the node does not prune automatically');
    },
  }),
  rule({
    rule: ['getblockchaininfo/prune-target-size', 'getblockchaininfo/automatic-pruning'],
    effect: ['process'],
    profile: 'prune',
    ownNode: true,
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target with another option');
      absent(t, await t.result('getblockchaininfo'), 'prune_target_size', 'the node does not prune automatically');
      await t.node.restart([AUTOMATIC_PRUNING]);
      const info = await t.result('getblockchaininfo');
      t.equal(info.automatic_pruning, true, `automatic_pruning on a node started with ${AUTOMATIC_PRUNING}`, { path: 'automatic_pruning' });
      const size = info.prune_target_size;
      t.ok(size !== undefined && size > 0, 'prune_target_size is missing or 0, expected more than 0: the node prunes automatically', {
        path: 'prune_target_size',
      });
    },
  }),
  rule({
    rule: 'getblockchaininfo/ext-total-blocks',
    effect: ['network'],
    uses: ['coinsetextstatus'],
    run: async (t) => {
      const { extclient_total_blocks: before } = await t.result('getblockchaininfo');
      // Above all that other cases have set: the field is that of the highest block.
      const highestBlock = (before ?? 0) + t.random.integer(1, 1_000);
      await t.result('coinsetextstatus', { syncing_status: 'syncing', highestBlock });
      try {
        // The documents do not say that the highest block set is the highest block seen.
        const { extclient_total_blocks } = await t.result('getblockchaininfo');
        seenAs(t, 'extclient_total_blocks', extclient_total_blocks === highestBlock, 'the highest block that was set');
      } finally {
        await t.world.result('coinsetextstatus', { syncing_status: 'synced', highestBlock: 0 });
      }
    },
  }),
  rule({
    rule: 'getblockchaininfo/ext-total-blocks',
    case: 'highest',
    effect: ['network'],
    uses: ['coinsetextstatus', 'coinsetextheaders'],
    run: async (t) => {
      const read = async (): Promise<{ readonly total: number; readonly current: number }> => {
        const { extclient_total_blocks: total = 0, extclient_current_block: current = 0 } = await t.result('getblockchaininfo');
        return { total, current };
      };
      let before = (await read()).total;
      const look = async (what: string): Promise<void> => {
        const { total, current } = await read();
        const place = { path: 'extclient_total_blocks' };
        t.ok(
          total >= before,
          `extclient_total_blocks was ${before} and is ${total} after ${what}: the highest block was seen already`,
          place,
        );
        t.ok(total >= current, `extclient_total_blocks is ${total} after ${what}, below extclient_current_block, ${current}`, place);
        before = total;
      };
      const status = async (highestBlock: number): Promise<void> => {
        const syncing_status = highestBlock === 0 ? 'synced' : 'syncing';
        await t.result('coinsetextstatus', { syncing_status, highestBlock });
        await look(`the status ${syncing_status} with the block ${highestBlock}`);
      };
      const header = async (number: number): Promise<void> => {
        await t.result('coinsetextheaders', { headers: [[number, t.random.hex(32)]] });
        await look(`the header of block ${number}`);
      };
      const high = before + t.random.integer(100, 1_000);
      try {
        await status(high);
        await status(t.random.integer(1, high - 1));
        await header(high + t.random.integer(100, 1_000));
        await header(t.random.integer(1, high));
      } finally {
        await t.world.result('coinsetextstatus', { syncing_status: 'synced', highestBlock: 0 });
      }
      await look('the status synced');
    },
  }),
  rule({
    rule: 'getblockchaininfo/ext-current-block',
    effect: ['network'],
    uses: ['coinsetextheaders'],
    run: async (t) => {
      const { extclient_current_block: before } = await t.result('getblockchaininfo');
      const number = (before ?? 0) + t.random.integer(1, 1_000);
      await t.result('coinsetextheaders', { headers: [[number, t.random.hex(32)]] });
      const { extclient_current_block: after } = await t.result('getblockchaininfo');
      // The documents do not say that a block counts as synced once its header is set.
      seenAs(t, 'extclient_current_block', after === number, 'the block whose header was set');
    },
  }),
  rule({
    rule: 'getblockchaininfo/deployment-bit',
    effect: ['chain'],
    run: (t) => onlyWhenStarted(t, 'bit'),
  }),
  rule({ rule: 'getblockchaininfo/deployment-statistics', effect: ['chain'], run: (t) => onlyWhenStarted(t, 'statistics') }),
  rule({
    rule: 'getblockchaininfo/deployment-statistics',
    case: 'started',
    effect: ['chain'],
    // On a shared node the deployments may be active already.
    ownNode: true,
    run: async (t) => {
      await onlyWhenStarted(t, 'bit');
      await onlyWhenStarted(t, 'statistics');
    },
  }),
];
