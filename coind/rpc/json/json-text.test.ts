import { LosslessNumber, isLosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { Amount, TokenAmount, readJson, repeatedName, writeJson } from './json-text.ts';

describe('reading', () => {
  test.each(['0', '-5', '9007199254740991', '"a"', 'null', '[]', '{}', '[1,[2,{"a":"b"}]]', ' {"a" : [ true , false ] } '])(
    'reads %s as JSON.parse does',
    (text) => {
      expect(JSON.parse(writeJson(readJson(text)))).toEqual(JSON.parse(text));
    },
  );

  test.each(['0.1', '1e2', '1.0', '-0', '0.30000000000000004', '12345678901234567890', '0.10000000000000000001', '-1E-8'])(
    'keeps the text of %s',
    (text) => {
      for (const whole of [text, `[${text}]`, `{"a":${text}}`, `{"id":"x","params":["00000000000000000000", ${text}]}`]) {
        expect(writeJson(readJson(whole)).replaceAll(' ', '')).toBe(whole.replaceAll(' ', ''));
      }
    },
  );

  test('integers that a double holds exactly are numbers, others are not', () => {
    expect(readJson('[1, 123456789012345]')).toEqual([1, 123456789012345]);
    expect(isLosslessNumber(readJson('1234567890123456789'))).toBe(true);
    expect(readJson('{"a":0.5,"b":7}')).toEqual({ a: new LosslessNumber('0.5'), b: 7 });
  });

  test('the first of repeated names counts, and the name is reported', () => {
    const repeated: readonly (readonly [text: string, name: string, as: string])[] = [
      ['{"a":1,"a":2}', 'a', '{"a":1}'],
      ['{"a":1,"a":1}', 'a', '{"a":1}'],
      ['{"a":1.5,"b":0,"a":2.5}', 'a', '{"a":1.5,"b":0}'],
      ['{"a" : 1 , "\\u0061"\n:\t2}', 'a', '{"a":1}'],
      ['{"x#1":":","x#1":"\\":"}', 'x#1', '{"x#1":":"}'],
      ['{"":1,"":2}', '', '{"":1}'],
      ['{"\\\\":1,"\\\\":2}', '\\', '{"\\\\":1}'],
      ['{"__proto__":1,"__proto__":2}', '__proto__', '{"__proto__":1}'],
    ];
    for (const [text, name, as] of repeated) {
      const [outer] = readJson(`[${text}, {"a":1}]`) as [object, object];
      expect([text, repeatedName(outer), writeJson(outer)]).toEqual([text, name, as]);
    }
    const [plain, within] = readJson('[{"a":"\\"a\\":1","b":{"a":"x:y"}}, {"p":{"a":1,"b":2,"a":3}}]') as [object, { p: object }];
    expect([repeatedName(plain), repeatedName(within), repeatedName(within.p)]).toEqual([undefined, undefined, 'a']);
  });

  test('a long string does not slow down the search for names', () => {
    const text = `{"a":"${'\\\\'.repeat(1_000_000)}","a":"${'0'.repeat(2_000_000)}"}`;
    expect(repeatedName(readJson(text) as object)).toBe('a');
  });

  test.each(['', '{', '[1,]', '{"a":01}', '1.', '.5', 'nul', '[0.1,]', '{"a":1.5,}', "{'a':1}", '[1.5]]'])('refuses %j', (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  });

  test('nesting is bounded, with fractions and without', () => {
    const nested = (depth: number, core: string): string => '['.repeat(depth) + core + ']'.repeat(depth);
    for (const core of ['1', '1.5']) {
      expect(() => readJson(nested(512, core))).not.toThrow();
      expect(() => readJson(nested(513, core))).toThrow(SyntaxError);
      expect(() => readJson(nested(200_000, core))).toThrow(SyntaxError);
    }
  });
});

describe('writing', () => {
  test('amounts of any size have 8 decimals', () => {
    expect(writeJson([0n, 1n, -1n, 123456789n, 8_400_000_000_000_000n].map((sat) => new Amount(sat)))).toBe(
      '[0.00000000,0.00000001,-0.00000001,1.23456789,84000000.00000000]',
    );
  });

  test('amounts of a token have the decimals of the token', () => {
    const amounts = [new TokenAmount(0n, 0), new TokenAmount(10n ** 18n - 1n, 8), new TokenAmount(5n, 3), new TokenAmount(7n, 0)];
    expect(writeJson(amounts)).toBe('[0,9999999999.99999999,0.005,7]');
  });

  test('big integers, and members that are undefined', () => {
    expect(writeJson({ a: 2n ** 64n, b: undefined, c: null })).toBe('{"a":18446744073709551616,"c":null}');
    // The difficulty on regtest, as litecoind prints it.
    expect(writeJson([65_535 / 0x7fffff / 2 ** 24, 0.1 + 0.2, 5.4, 1e21])).toBe('[4.656542373906925e-10,0.3,5.4,1e+21]');
  });

  test.each(['plain', 'a"b', 'back\\slash', 'new\nline', 'tab\t', 'é', '日本', '\u0000', '\u2028', '😀', ''])(
    'the string %j is as JSON.stringify writes it',
    (text) => {
      expect(writeJson(text)).toBe(JSON.stringify(text));
      expect(writeJson({ [text]: 1 })).toBe(JSON.stringify({ [text]: 1 }));
    },
  );

  test('values that JSON cannot represent are refused', () => {
    for (const value of [Number.NaN, Infinity, undefined, () => 1, Symbol('a')]) expect(() => writeJson(value)).toThrow(TypeError);
  });
});
