import { expect, test } from 'vitest';
import { generalPath, generalText } from './general-form.ts';

test.each([
  ['tx[0].vin[12].txid', 'tx[].vin[].txid'],
  ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206.fees.base', '{}.fees.base'],
  ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206-1', '{}'],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080[3]', '{}[]'],
  ['127.0.0.1:8333.services', '{}.services'],
  ['softforks.segwit.bip9', 'softforks.segwit.bip9'],
  ['total_fee_per_virtual_byte', 'total_fee_per_virtual_byte'],
  ['["any name"].label', '{}.label'],
])('the path %s is generalised to %s', (path, expected) => {
  expect(generalPath(path)).toBe(expected);
});

test.each([
  ['the balance is 12.50000000, expected -3', 'the balance is {}, expected {}'],
  ['size of tx 0f9188f13cb7b2c71f2a is missing', 'size of tx {} is missing'],
  ['its label is "pyx abc", expected "pyx def"', 'its label is {}, expected {}'],
  ['refused with -8 (Block height 7 out of range)', 'refused with -8 (Block height {} out of range)'],
  ['tx[3] answered {"a":[1,"b"]} here', 'tx[] answered {} here'],
  ['cannot open /tmp/pyx-a1b2/scratch/w.dat', 'cannot open {}'],
  ['Unexpected key totalFee', 'Unexpected key totalFee'],
  ['must be one of ALL, NONE', 'must be one of ALL, NONE'],
])('the message "%s" is generalised to "%s"', (message, expected) => {
  expect(generalText(message)).toBe(expected);
});
