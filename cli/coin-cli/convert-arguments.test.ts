import { describe, expect, test } from 'vitest';
import { ArgumentError, convertCall } from './convert-arguments.ts';
import { printResult } from './print-result.ts';
import { parse, stringify } from '../../client/wire-json.ts';

describe('words are converted to the types of their arguments', () => {
  test.each<[string, string[], string]>([
    ['getblockhash', ['5'], '[5]'],
    ['getblock', ['0123', '2'], '["0123",2]'],
    ['getnewaddress', ['5', 'legacy'], '["5","legacy"]'],
    ['sendtoaddress', ['addr', '0.10', 'a note', '', 'true'], '["addr",0.10,"a note","",true]'],
    ['getblockstats', ['5', '["txs"]'], '[5,["txs"]]'],
    ['getblockstats', ['00ff', '["txs"]'], '["00ff",["txs"]]'],
    ['getblockstats', ['"00ff"'], '["00ff"]'],
    ['createrawtransaction', ['[]', '{"a":0.10}'], '[[],{"a":0.10}]'],
    ['fundrawtransaction', ['00', 'true'], '["00",true]'],
    ['listunspent', ['1', '9', 'null', 'false'], '[1,9,null,false]'],
    ['help', ['5'], '["5"]'],
    ['echo', ['x', '5', '[1]'], '["x","5","[1]"]'],
    ['gobject', ['count', 'all'], '["count","all"]'],
    ['gobject', ['prepare', '0', '1', '1600000000', 'ab'], '["prepare","0",1,1600000000,"ab"]'],
    ['elsewhere', ['5', 'true'], '["5","true"]'],
  ])('%s %j', (method, words, params) => {
    expect(stringify(convertCall(method, words, false).params as never)).toBe(params);
  });

  test('for arguments by name', () => {
    expect(convertCall('getblock', ['verbosity=2', 'blockhash=a=b'], true).params).toEqual({ verbosity: 2, blockhash: 'a=b' });
    expect(() => convertCall('getblock', ['x'], true)).toThrow(/No '=' in named argument 'x'/);
  });

  test('a word that is not JSON is refused for a JSON argument', () => {
    expect(() => convertCall('getblockhash', ['five'], false)).toThrow(ArgumentError);
    expect(() => convertCall('listunspent', ['1', '9', '[a]'], false)).toThrow('Error parsing JSON: [a]');
  });

  test('a duplicate name is refused with any values, in JSON and for arguments', () => {
    for (const amounts of ['{"a":1,"a":2}', '{"a":1,"a":1}']) {
      expect(() => convertCall('sendmany', ['', amounts], false)).toThrow(/Error parsing JSON: .* The name "a" occurs twice/);
    }
    expect(() => convertCall('getblockhash', ['height=1', 'height=2'], true)).toThrow('The argument height is given twice');
  });
});

test.each([
  ['null', ''],
  ['"text"', 'text\n'],
  ['1.10000000', '1.10000000\n'],
  ['[]', '[\n]\n'],
  ['{}', '{\n}\n'],
  ['{"a":[1,{"b":0.10}]}', '{\n  "a": [\n    1,\n    {\n      "b": 0.10\n    }\n  ]\n}\n'],
])('the result %s is printed', (json, text) => {
  expect(printResult(parse(json))).toBe(text);
});
