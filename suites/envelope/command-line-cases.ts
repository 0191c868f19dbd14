import { InvalidJson } from '../../client/json-reader.ts';
import { parse, stringify } from '../../client/wire-json.ts';
import type { CommandLine } from '../../fixtures/targets/types.ts';
import type { Arguments } from '../../fixtures/world/service.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';
import { envelopeCase } from './envelope-case.ts';

const SOURCE = 'document 1, What the service does';

function clientOf(t: Trial): CommandLine {
  const { commandLine } = t.node;
  return commandLine ?? t.inapplicable('Pyx knows no command-line client of this node');
}

/** The words of a call: texts as they are, other arguments as JSON. */
function wordsOf(t: Trial, method: MethodId, args: Arguments): string[] {
  const request = t.world.service.request(method, args);
  return [request.method, ...request.params.map((param) => (typeof param === 'string' ? param : stringify(param)))];
}

/** The result that the client prints: a text as it is, other results as JSON. Anything else is returned as text. */
function printed(t: Trial, stdout: string, like: Wire): Wire {
  const text = stdout.trim();
  if (typeof like === 'string') return text;
  try {
    return t.world.service.neutralResult(parse(text));
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    return text;
  }
}

/** Cases about the command-line client of the release. */
export const commandLineCases: readonly Case[] = [
  envelopeCase({
    slug: 'command-line-client',
    title: 'The command-line client calls methods and prints what they return',
    source: SOURCE,
    rows: ['command-line-client'],
    uses: ['getblockhash', 'getblockheader', 'getblock'],
    run: async (t) => {
      const run = clientOf(t);
      const blockhash = await t.result('getblockhash', [0]);
      const calls: readonly (readonly [MethodId, Arguments])[] = [
        ['getblockhash', [0]],
        ['getblockheader', [blockhash, false]],
        ['getblock', [blockhash, t.random.pick([1, 2])]],
      ];
      const judge = async ([method, args]: (typeof calls)[number]): Promise<void> => {
        const expected = await t.result(t.specification.method(method), args);
        const { code, stdout, stderr } = await run(wordsOf(t, method, args));
        if (!t.ok(code === 0, `${method} on the command line ended with exit code ${code}: ${stderr.trim().split('\n', 1)[0]}`)) return;
        t.equal(printed(t, stdout, expected), expected, `what ${method} prints on the command line (compared with its result)`);
      };
      await Promise.all(calls.map(judge));
      const { code } = await run(wordsOf(t, 'getblockhash', []));
      t.ok(code !== 0, 'getblockhash without its required argument ended with exit code 0 on the command line');
    },
  }),
];
