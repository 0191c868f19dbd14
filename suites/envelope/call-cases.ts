import type { Wire } from '../../specs/model/wire.ts';
import type { Case } from '../../engine/case.ts';
import type { Specification } from '../../specs/model/spec.ts';
import { show } from '../../engine/show.ts';
import { inShort } from './answer.ts';
import { answerOf, bodyOf, callBody, post, resultOf, stillServes } from './exchange.ts';
import { CALL_ENVELOPE, envelopeCase } from './envelope-case.ts';

/** The call as document 1 describes it, member by member. */
/** A block header in hex: 80 bytes, and more on a merge-mined chain, whose proof follows. */
const HEADER_HEX = /^(?:[0-9a-fA-F]{2}){80,}$/;

export function callCases(specification: Specification): Case[] {
  return [
    envelopeCase({
      slug: 'documented-call',
      title: 'A call in the form of document 1 is answered with a result',
      source: CALL_ENVELOPE,
      rows: [
        'verb-post',
        'header-content-type',
        'credentials-sent',
        'body-one-object',
        'member-jsonrpc',
        'member-id',
        'member-method',
        'params-empty',
        'authentication-basic',
      ],
      run: async (t) => {
        const got = await post(t, callBody({ id: t.random.word(12) }));
        const blocks = resultOf(t, got, 'getblockcount called as documented');
        t.equal(blocks, await t.result('getblockcount'), 'the result of the documented call', { path: 'result' });
      },
    }),
    envelopeCase({
      slug: 'base-url',
      title: 'The base URL accepts calls of every method family that needs no wallet',
      source: CALL_ENVELOPE,
      rows: ['url-base'],
      run: async (t) => {
        for (const method of argumentlessReaders(specification)) {
          const id = t.random.word(12);
          const { method: name, params } = t.world.service.request(method);
          const answer = answerOf(t, await post(t, callBody({ id, method: name, params })), `${method} at the base URL`);
          t.equal(answer['id'], id, `the id of the answer to ${method}`, { path: 'id', check: 'foreign-id' });
        }
      },
    }),
    envelopeCase({
      slug: 'params-positional',
      title: 'Arguments are read by position',
      source: CALL_ENVELOPE,
      rows: ['params-positional'],
      uses: ['getblockhash', 'getblockheader', 'getblock'],
      run: async (t) => {
        const genesis = await t.result('getblockhash', [0]);
        const call = async (method: string, params: Wire[]): Promise<Wire> =>
          resultOf(t, await post(t, callBody({ id: t.random.word(8), method, params })), `${method} ${show(params)}`);
        t.equal(await call('getblockhash', [0]), genesis, 'getblockhash of height 0');
        const hex = await call('getblockheader', [genesis, false]);
        t.ok(
          typeof hex === 'string' && HEADER_HEX.test(hex),
          `getblockheader with false as second argument returned ${show(hex)}, expected the header as hex`,
        );
        const header = await call('getblockheader', [genesis, true]);
        t.equal(memberOf(header, 'hash'), genesis, 'the hash that getblockheader returns with true as second argument', { path: 'hash' });
        const block = await call('getblock', [genesis, 0]);
        t.ok(
          typeof block === 'string' && typeof hex === 'string' && block.startsWith(hex),
          'getblock with 0 as second argument did not return hex that begins with the header of the block',
        );
      },
    }),
    envelopeCase({
      slug: 'notation-required',
      title: 'A call without a required argument is refused',
      source: CALL_ENVELOPE,
      rows: ['notation-required'],
      uses: ['getblockhash', 'getblock', 'getblockheader', 'decoderawtransaction'],
      run: async (t) => {
        for (const method of ['getblockhash', 'getblock', 'getblockheader', 'decoderawtransaction']) {
          const answer = await t.call(method, []);
          t.ok(!answer.ok, `${method} without its required argument returned ${answer.ok ? show(answer.result) : ''}, expected a refusal`, {
            check: 'refusal',
          });
        }
      },
    }),
    envelopeCase({
      slug: 'notation-optional',
      title: 'An omitted optional argument has its default',
      source: CALL_ENVELOPE,
      rows: ['notation-optional'],
      uses: ['getblockhash', 'getblock', 'getblockheader', 'createrawtransaction'],
      run: async (t) => {
        const genesis = await t.result('getblockhash', [0]);
        const block = await t.result('getblock', [genesis]);
        t.equal(block.hash, genesis, 'the hash that getblock returns without verbosity (default 1)', { path: 'hash' });
        t.ok(
          Array.isArray(block.tx) && block.tx.every((tx) => typeof tx === 'string'),
          `tx in getblock without verbosity is ${show(block.tx)}, expected a list of transaction ids`,
          { path: 'tx' },
        );
        const header = await t.result('getblockheader', [genesis]);
        t.equal(header.hash, genesis, 'the hash that getblockheader returns without verbose (default true)', { path: 'hash' });
        const data = [{ data: t.random.hex(20) }];
        t.equal(
          await t.result('createrawtransaction', [[], data]),
          await t.result('createrawtransaction', [[], data, 0, false]),
          'a transaction created without locktime and replaceable',
          { path: '' },
        );
      },
    }),
    envelopeCase({
      slug: 'notation-number-or-string',
      title: 'An amount of type ns is accepted as a number and as a string',
      source: CALL_ENVELOPE,
      rows: ['notation-number-or-string'],
      method: 'createrawtransaction',
      uses: ['createrawtransaction', 'decoderawtransaction'],
      run: async (t) => {
        const { addresses } = await t.world.use('foreignKey');
        const coins = t.random.integer(1, 1_000);
        const byNumber = await t.result('createrawtransaction', [[], [{ [addresses.legacy]: coins }]]);
        const byString = await t.result('createrawtransaction', [[], [{ [addresses.legacy]: String(coins) }]]);
        t.equal(byString, byNumber, `the transaction created with the amount "${coins}"`);
        const { vout } = await t.result('decoderawtransaction', [byString, false]);
        t.equal(vout[0]?.value, coins, 'the output value for an amount given as a string', { path: 'vout[0].value' });
      },
    }),
    envelopeCase({
      slug: 'params-left-out',
      title: 'The node still answers calls after a call without params',
      source: CALL_ENVELOPE,
      run: async (t) => {
        const got = await post(t, bodyOf({ jsonrpc: '1.0', id: t.random.word(8), method: 'getblockcount' }));
        t.observe('answer', inShort(got), `a call without the member params was answered with ${inShort(got)}`);
        await stillServes(t);
      },
    }),
  ];
}

/** Documented methods that only read, have no required argument, and need no wallet. */
function argumentlessReaders(specification: Specification): string[] {
  const walletless = new Set(['chain', 'raw', 'network', 'governance', 'masternodes']);
  return specification.documented
    .filter((method) => walletless.has(method.family) && method.requiresOption === undefined)
    .filter(
      (method) =>
        method.params.every((param) => !param.required) &&
        method.variants.every((variant) => variant.effect.every((effect) => effect === 'read')),
    )
    .map((method) => method.id);
}

function memberOf(value: Wire, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as { readonly [name: string]: unknown })[name] : undefined;
}
