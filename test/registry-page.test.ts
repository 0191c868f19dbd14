import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { RegistryServer } from '../fixtures/registry/registry-server.ts';
import { ownAddress } from '../fixtures/world/ingredients/addresses.ts';
import { fundToken } from '../fixtures/world/ingredients/tokens.ts';
import { updateArguments } from '../fixtures/world/update-arguments.ts';
import { openRegistry } from '../provision/run-provision.ts';
import { provisionWorld } from '../provision/testing/provision-world.ts';
import { needs } from './require.ts';
import { inBrowser } from './support/browser.ts';

const CONTRACTS = ['c0'.repeat(20), 'd1'.repeat(20)] as const;

/** What a person sees and does on the page. */
class Visitor {
  readonly #page: Page;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.#page = page;
    this.#url = url;
  }

  /** By the search of the first page. */
  async find(guid: number): Promise<void> {
    await this.#page.goto(this.#url);
    await this.#page.type('#guid', String(guid));
    await this.#press('Find');
  }

  /** By the address of its page. */
  async open(guid: number): Promise<void> {
    await this.#page.goto(`${this.#url}/token?guid=${guid}`);
  }

  async register(guid: number, txid: string): Promise<string> {
    await this.open(guid);
    await this.#page.type('#txid', txid);
    await this.#press('Register');
    return this.text();
  }

  async decide(decision: 'Authorize' | 'Reject'): Promise<string> {
    await this.#press(decision);
    return this.text();
  }

  text(): Promise<string> {
    return this.#page.$eval('body', (body) => body.innerText);
  }

  /** The fact of the token with this name. */
  fact(name: string): Promise<string> {
    return this.#page.$eval(`[data-fact="${name}"]`, (element) => element.textContent);
  }

  async #press(name: string): Promise<void> {
    const button = await this.#page.waitForSelector(`::-p-xpath(//button[normalize-space()="${name}"])`);
    await Promise.all([this.#page.waitForNavigation(), button!.click()]);
  }
}

test('a visitor of the registry page sees a token in each state, and each message of an attempt that is too early', async (ctx) => {
  await needs(ctx, 'chromium');
  const { target, world } = await provisionWorld(11);
  const server = await RegistryServer.listen(await openRegistry(world, 11));
  try {
    await inBrowser(async (page) => {
      const refused: string[] = [];
      page.on('pageerror', (error) => refused.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
      const visitor = new Visitor(page, server.url);
      const states: string[] = [];
      const state = async (guid: number): Promise<string> => {
        await visitor.open(guid);
        return visitor.fact('state');
      };
      const nextSuperblock = async (): Promise<void> => {
        const { nextsuperblock } = await world.result('getgovernanceinfo');
        await world.mine(nextsuperblock - (await world.result('getblockcount')));
      };
      const registered = async (guid: number, txid: string, isFirst: boolean): Promise<void> => {
        await expect(visitor.register(guid, txid)).resolves.toContain('Superblock has not been stored in local database yet');
        await nextSuperblock();
        await expect(visitor.register(guid, txid)).resolves.toContain('Superblock has not been approved yet');
        await nextSuperblock();
        if (isFirst) {
          await visitor.register(guid, txid);
          await expect(visitor.decide('Reject')).resolves.toContain('The external wallet did not authorize the registration.');
        }
        await expect(visitor.register(guid, txid)).resolves.toContain('External wallet');
        await visitor.decide('Authorize');
      };

      await fundToken(world);
      await nextSuperblock();
      const { address } = await ownAddress(world, 'bech32');
      const { asset_guid: guid, txid } = await world.result('assetnew', {
        funding_amount: '1',
        symbol: 'PAGE<b>&',
        description: '<script>alert(1)</script>',
        contract: CONTRACTS[0],
        precision: 8,
        max_supply: '50',
        updatecapability_flags: 127,
      });
      await visitor.find(guid);
      expect(await visitor.text()).toContain(`The node has no token ${guid}.`); // not confirmed yet
      await world.mine(1);
      states.push(await state(guid));
      expect(await visitor.text()).toContain('Token PAGE<b>&');
      await expect(visitor.register(guid, txid)).resolves.toContain('mint the whole supply with assetsend');

      await world.result('assetsend', { asset_guid: guid, address, amount: '50' });
      await world.mine(1);
      states.push(await state(guid));
      await world.result('assetallocationburn', { asset_guid: guid, address, amount: '50', 'ext address': 'ab'.repeat(20) });
      await world.mine(1);
      states.push(await state(guid));

      await expect(visitor.register(guid, 'ff'.repeat(32))).resolves.toContain('is not the one that set the contract');
      await registered(guid, txid, true);
      states.push(await visitor.fact('state'));
      await visitor.find(guid); // a later look-up by the asset guid shows the contract (document 3, States and transitions)
      expect(await visitor.fact('registered contract')).toBe(`0x${CONTRACTS[0]}`);

      const update = await world.result('assetupdate', updateArguments(guid, { contract: CONTRACTS[1] }) as never);
      await world.mine(1);
      states.push(await state(guid));
      await expect(visitor.register(guid, txid)).resolves.toContain(
        'give the transaction id of its assetnew, or of the latest assetupdate',
      );
      await registered(guid, update as never, false);
      expect(await visitor.fact('registered contract')).toBe(`0x${CONTRACTS[1]}`);

      await world.result('assetupdate', updateArguments(guid, { updatecapability_flags: 0 }) as never);
      await world.mine(1);
      states.push(await state(guid));
      expect(states).toEqual([
        'token created',
        'entire supply minted to owner',
        'supply burned',
        'registered',
        'registration outdated',
        'trust-minimized',
      ]);
      // The status of a refused attempt is logged by the browser; nothing else may go wrong on a page.
      expect(refused.filter((text) => !/status of 40[49]/.test(text))).toEqual([]);
    });
  } finally {
    await server.close();
    await target.close();
  }
});
