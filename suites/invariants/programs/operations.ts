import type { Case } from '../../../engine/case.ts';
import { littleEndian, toHex } from '../../../oracles/bytes.ts';
import { invariant } from '../invariant.ts';
import { judgePrograms, leaves, type Programs } from './program.ts';

const FAMILY = 'consensus of the family';

const operations = (slug: string, text: string, programs: Programs, source: string = FAMILY): Case =>
  invariant({
    id: `programs/${slug}`,
    text,
    effect: ['wallet'],
    evidence: 'standard',
    source,
    methods: ['testmempoolaccept'],
    run: (t) => judgePrograms(t, programs),
  });

const of = (...scripts: readonly string[]): { readonly script: string }[] => scripts.map((script) => ({ script }));

/** Binary operations on numbers, and what they make of two. */
const BINARY: readonly (readonly [name: string, ...rows: (readonly [a: number, b: number, result: number])[]])[] = [
  ['ADD', [2, 3, 5], [-7, 3, -4], [2147483647, 1, 2147483648], [100, 200, 300]],
  ['SUB', [2, 3, -1], [300, 45, 255]],
  ['BOOLAND', [2, 3, 1], [0, 3, 0], [3, 0, 0], [0, 0, 0]],
  ['BOOLOR', [2, 3, 1], [0, 3, 1], [3, 0, 1], [0, 0, 0]],
  ['NUMEQUAL', [300, 300, 1], [2, 3, 0]],
  ['NUMNOTEQUAL', [300, 300, 0], [2, 3, 1]],
  ['LESSTHAN', [2, 3, 1], [3, 3, 0], [3, 2, 0], [-3, 2, 1]],
  ['GREATERTHAN', [2, 3, 0], [3, 3, 0], [3, 2, 1], [2, -3, 1]],
  ['LESSTHANOREQUAL', [2, 3, 1], [3, 3, 1], [3, 2, 0]],
  ['GREATERTHANOREQUAL', [2, 3, 0], [3, 3, 1], [3, 2, 1]],
  ['MIN', [2, 3, 2], [3, -2, -2]],
  ['MAX', [2, 3, 3], [3, -2, 3]],
];
const UNARY: readonly (readonly [name: string, ...rows: (readonly [a: number, result: number])[]])[] = [
  ['1ADD', [2, 3], [-1, 0], [255, 256]],
  ['1SUB', [2, 1], [0, -1], [128, 127]],
  ['NEGATE', [2, -2], [-2, 2], [0, 0], [-128, 128]],
  ['ABS', [2, 2], [-300, 300], [0, 0]],
  ['NOT', [0, 1], [1, 0], [2, 0]],
  ['0NOTEQUAL', [0, 0], [1, 1], [-2, 1]],
];

/** The number 2^31 takes five bytes: as an operand it is too long. */
const TOO_LONG = 2147483648;

/** The point that all keys are made of. */
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

/** What each hash makes of the bytes `abc`, by the vectors of FIPS 180 and of RIPEMD-160; the double ones are computed from those. */
const ABC_HASHES = {
  RIPEMD160: '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc',
  SHA1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
  SHA256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  HASH160: 'bb1be98c142444d7a56aa3981c3942a978e4dc33',
  HASH256: '4f8b42c22dd3729b519ba6f68d2da7cc5b2d606d05daed5ad5128cc03e6c6358',
} as const;

const bytes = (length: number): string =>
  `0x4d${(length & 0xff).toString(16).padStart(2, '0')}${(length >> 8).toString(16).padStart(2, '0')}${'ab'.repeat(length)}`;
/** A push of this many bytes by an opcode with a length of this many bytes. */
const pushOf = (opcode: number, width: number, length: number): string =>
  `0x${opcode.toString(16)}${toHex(littleEndian(length, width))}${'ab'.repeat(length)}`;
const times = (count: number, words: string): string => Array.from({ length: count }, () => words).join(' ');

export const programOperationInvariants: readonly Case[] = [
  operations('stack', 'Operations on the stack rearrange its elements, and fail where elements are missing.', {
    valid: [
      leaves('5 TOALTSTACK 6 FROMALTSTACK', 6, 5),
      leaves('7 8 9 2DROP', 7),
      leaves('1 2 2DUP', 1, 2, 1, 2),
      leaves('1 2 3 3DUP', 1, 2, 3, 1, 2, 3),
      leaves('1 2 3 4 2OVER', 1, 2, 3, 4, 1, 2),
      leaves('1 2 3 4 5 6 2ROT', 3, 4, 5, 6, 1, 2),
      leaves('1 2 3 4 2SWAP', 3, 4, 1, 2),
      leaves('0 IFDUP', 0),
      leaves('2 IFDUP', 2, 2),
      leaves('<80> IFDUP', '<80>'),
      leaves('<0080> IFDUP', '<0080>'),
      leaves('<8000> IFDUP', '<8000>', '<8000>'),
      leaves('DEPTH', 0),
      leaves('9 9 9 DEPTH', 9, 9, 9, 3),
      leaves('1 2 DROP', 1),
      leaves('1 2 DUP', 1, 2, 2),
      leaves('1 2 3 NIP', 1, 3),
      leaves('1 2 3 OVER', 1, 2, 3, 2),
      leaves('1 2 3 0 PICK', 1, 2, 3, 3),
      leaves('1 2 3 2 PICK', 1, 2, 3, 1),
      leaves('1 2 3 0 ROLL', 1, 2, 3),
      leaves('1 2 3 2 ROLL', 2, 3, 1),
      leaves('1 2 3 4 ROT', 1, 3, 4, 2),
      leaves('1 2 3 SWAP', 1, 3, 2),
      leaves('1 2 3 TUCK', 1, 3, 2, 3),
      leaves('<abcdef> SIZE', '<abcdef>', 3),
      leaves('0 SIZE', 0, 0),
      ...[-1, ...Array.from({ length: 16 }, (_, n) => n + 1)].map((n) => leaves(`${n} SIZE`, n, 1)),
    ],
    invalid: of(
      '1 FROMALTSTACK',
      'TOALTSTACK 1',
      '1 2DROP 1',
      '1 2DUP 2DROP',
      '1 2 3DUP 2DROP 2DROP',
      '1 2 3 2OVER 2DROP 2DROP',
      '1 2 3 4 5 2ROT 2DROP 2DROP',
      '1 2 3 2SWAP 2DROP',
      'IFDUP 1',
      'DROP 1',
      'DUP 1',
      '1 NIP',
      '1 OVER DROP',
      '1 1 PICK DROP',
      '1 -1 PICK DROP',
      '0 PICK 1',
      '0 ROLL 1',
      '1 1 ROLL',
      '1 -1 ROLL',
      `1 ${TOO_LONG} PICK DROP`,
      '1 2 ROT 2DROP',
      '1 SWAP',
      '1 TUCK',
      'SIZE 1',
      '1 1',
      '0',
      '<80>',
      'DEPTH',
    ),
  }),
  operations('arithmetic', 'Operations on numbers compute them, and take operands of at most four bytes.', {
    valid: [
      ...UNARY.flatMap(([name, ...rows]) => rows.map(([a, result]) => leaves(`${a} ${name}`, result))),
      ...BINARY.flatMap(([name, ...rows]) => rows.map(([a, b, result]) => leaves(`${a} ${b} ${name}`, result))),
      leaves('3 3 NUMEQUALVERIFY 7', 7),
      ...[
        [2, 2, 4, 1],
        [3, 2, 4, 1],
        [4, 2, 4, 0],
        [1, 2, 4, 0],
      ].map(([value, least, limit, result]) => leaves(`${value} ${least} ${limit} WITHIN`, result as number)),
    ],
    invalid: of(
      ...UNARY.flatMap(([name]) => [`${name} DROP 1`, `${TOO_LONG} ${name} DROP 1`]),
      ...BINARY.flatMap(([name]) => [`1 ${name} DROP 1`, `1 ${TOO_LONG} ${name} DROP 1`, `${TOO_LONG} 1 ${name} DROP 1`]),
      '3 4 NUMEQUALVERIFY 7',
      '3 NUMEQUALVERIFY 7',
      '1 2 WITHIN DROP 1',
      `1 1 ${TOO_LONG} WITHIN DROP 1`,
      `1 ${TOO_LONG} 1 WITHIN DROP 1`,
      `${TOO_LONG} 1 1 WITHIN DROP 1`,
    ),
  }),
  operations(
    'branches',
    'A script runs the branches that its conditions select, and fails on unbalanced ones, RETURN, VERIFY of false, and reserved opcodes.',
    {
      valid: [
        leaves('1 IF 2 ELSE 3 ENDIF', 2),
        leaves('0 IF 2 ELSE 3 ENDIF', 3),
        leaves('1 NOTIF 2 ELSE 3 ENDIF', 3),
        leaves('0 NOTIF 2 ELSE 3 ENDIF', 2),
        leaves('1 IF 2 ENDIF', 2),
        leaves('5 0 IF 2 ENDIF', 5),
        leaves('1 IF 0 IF 2 ELSE 3 ENDIF ELSE 4 ENDIF', 3),
        leaves('0 IF 0 IF 2 ELSE 3 ENDIF ELSE 4 ENDIF', 4),
        leaves('0 IF RETURN 1ADD VER RESERVED ENDIF 6', 6),
        leaves('1 IF 2 ELSE 3 ELSE 4 ENDIF', 2, 4),
        leaves('3 1 VERIFY', 3),
        leaves('3 NOP', 3),
        leaves('4 <0100> VERIFY', 4),
      ],
      invalid: of(
        '1 1 IF',
        '1 ENDIF',
        '1 ELSE ENDIF',
        '1 ELSE',
        'IF 1 ENDIF 1',
        'NOTIF 1 ENDIF 1',
        '1 1 IF ELSE',
        '1 IF RETURN ENDIF 1',
        '1 0 VERIFY',
        '1 <80> VERIFY',
        'VERIFY 1',
        '1 RETURN',
        '0 IF VERIF ENDIF 1',
        '0 IF VERNOTIF ENDIF 1',
        '1 VER',
        '1 RESERVED',
        '1 RESERVED1',
        '1 RESERVED2',
        '1 INVALID',
        '1 0xba',
        ...['CAT', 'SUBSTR', 'LEFT', 'RIGHT', 'INVERT', 'AND', 'OR', 'XOR', '2MUL', '2DIV', 'MUL', 'DIV', 'MOD', 'LSHIFT', 'RSHIFT'].map(
          (name) => `0 IF ${name} ENDIF 1`,
        ),
      ),
    },
  ),
  operations('hashes', 'The hash operations compute the hashes of their names, and EQUAL compares bytes.', {
    valid: [
      ...Object.entries(ABC_HASHES).map(([name, hash]) => leaves(`<616263> ${name}`, `<${hash}>`)),
      leaves('<01ff> <01ff> EQUAL', 1),
      leaves('<01ff> <02ff> EQUAL', 0),
      leaves('<0203> <020300> EQUAL', 0),
      leaves('7 <01ff> <01ff> EQUALVERIFY', 7),
    ],
    invalid: of(...Object.keys(ABC_HASHES).map((name) => `${name} DROP 1`), '1 EQUAL DROP 1', '1 2 EQUALVERIFY 1', '1 EQUALVERIFY 1'),
  }),
  operations(
    'signature-operations',
    'The signature operations take as many elements as they say, and an empty signature is valid for no key.',
    {
      valid: [
        leaves(`0 <${KEY}> CHECKSIG`, 0),
        leaves('0 0 0 CHECKMULTISIG', 1),
        leaves(`5 0 0 <${KEY}> 1 CHECKMULTISIG`, 5, 1),
        leaves(`0 0 1 <${KEY}> 1 CHECKMULTISIG`, 0),
        leaves(`0 0 ${times(20, `<${KEY}>`)} 20 CHECKMULTISIG`, 1),
        leaves(`0 0 ${times(3, `<${KEY}>`)} 3 CHECKMULTISIGVERIFY 7`, 7),
      ],
      invalid: of(
        'CHECKSIG 1',
        `<${KEY}> CHECKSIG NOT`,
        `0 <${KEY}> CHECKSIG`,
        `0 <${KEY}> CHECKSIGVERIFY 1`,
        'CHECKMULTISIG 1',
        '0 CHECKMULTISIG 1',
        '0 0 CHECKMULTISIG',
        '0 1 0 CHECKMULTISIG NOT',
        `0 0 0 2 <${KEY}> 1 CHECKMULTISIG NOT`,
        '0 0 -1 CHECKMULTISIG',
        '0 -1 0 CHECKMULTISIG',
        `0 0 ${TOO_LONG} CHECKMULTISIG`,
        `0 ${TOO_LONG} 0 CHECKMULTISIG`,
        `0 0 ${times(21, `<${KEY}>`)} 21 CHECKMULTISIG`,
        `0 0 <${KEY}> 2 CHECKMULTISIG`,
        `0 0 1 <${KEY}> 1 CHECKMULTISIG`,
        `0 0 1 <${KEY}> 1 CHECKMULTISIGVERIFY 1`,
        // Each key counts as an operation.
        `${times(180, 'NOP')} 0 0 ${times(20, `<${KEY}>`)} 20 CHECKMULTISIG`,
      ),
    },
  ),
  operations('limits', 'A script has at most 10,000 bytes, 201 operations, pushes of 520 bytes and 1,000 elements.', {
    valid: [
      { script: `${bytes(520)} DROP 1` },
      // One of the operations is that after the random push.
      { script: `${times(200, 'NOP')} 1` },
      { script: `${times(300, '16')} ${times(149, '2DROP')} DROP` },
    ],
    invalid: [
      { script: `${bytes(521)} DROP 1` },
      { script: `${times(201, 'NOP')} 1` },
      { script: `0 IF ${times(200, 'NOP')} ENDIF 1` },
      { script: `1 0 IF ${bytes(521)} ENDIF` },
      { script: `${times(19, `${bytes(519)} DROP`)} 1 ${bytes(100)} DROP` },
      { script: '0x4c' },
      { script: '1 0x4c05aa' },
      { script: '1 0x4d0500aa' },
      { script: '1 0x02aa' },
    ],
  }),
  operations(
    'shortest-forms',
    'A script whose elements and numbers have their shortest form, and whose conditions are 0 or 1, can be spent.',
    {
      valid: [
        { script: '0x0111 DROP 1' },
        { script: '0x0100 DROP 1' },
        { script: '0x0182 DROP 1' },
        { script: `${pushOf(0x4c, 1, 76)} DROP 1` },
        { script: `${pushOf(0x4c, 1, 255)} DROP 1` },
        { script: `${pushOf(0x4d, 2, 256)} DROP 1` },
        leaves('<7f> 1ADD', 128),
        leaves('<ff00> 255 NUMEQUAL', 1),
        leaves('<ff80> -255 NUMEQUAL', 1),
        leaves('1 IF 5 ENDIF', 5),
        leaves('0 NOTIF 5 ENDIF', 5),
        leaves('0 IF 0x0105 0x4c01aa <0100> IF ENDIF ENDIF 5', 5),
        { script: 'CODESEPARATOR 1' },
      ],
      invalid: [],
      unrelayed: of(
        ...['01', '05', '10', '81'].map((byte) => `0x01${byte} DROP 1`),
        '0x4c00 DROP 1',
        '0x4c0111 DROP 1',
        `${pushOf(0x4c, 1, 75)} DROP 1`,
        `${pushOf(0x4d, 2, 255)} DROP 1`,
        `${pushOf(0x4e, 4, 256)} DROP 1`,
        ...['00', '80', '0100', '0080', '010000', '7f00'].map((number) => `<${number}> 1ADD DROP 1`),
        '1 <0100> ADD DROP 1',
        '<0100> 1 ADD DROP 1',
        ...['2', '-1', '<0100>', '<80>', '<00>'].map((condition) => `${condition} IF ENDIF 1`),
        ...['2', '<0100>', '<00>'].map((condition) => `${condition} NOTIF ENDIF 1`),
        ...['b0', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8', 'b9'].map((opcode) => `0x${opcode} 1`),
      ),
    },
  ),
  operations(
    'lock-times',
    'CHECKLOCKTIMEVERIFY and CHECKSEQUENCEVERIFY hold an output until the lock time or the sequence of the input reaches what they ask.',
    {
      valid: [
        { script: '0 CHECKLOCKTIMEVERIFY DROP 1' },
        { script: '10 CHECKLOCKTIMEVERIFY DROP 1', lockTime: 10 },
        { script: '9 CHECKLOCKTIMEVERIFY DROP 1', lockTime: 10 },
        { script: '500000000 CHECKLOCKTIMEVERIFY DROP 1', lockTime: 500000000 },
        { script: '0 CHECKSEQUENCEVERIFY DROP 1', sequence: 0 },
        { script: '4194304 CHECKSEQUENCEVERIFY DROP 1', sequence: 4194304 },
        { script: '2147483648 CHECKSEQUENCEVERIFY DROP 1', sequence: 0 },
        { script: '2147483653 CHECKSEQUENCEVERIFY DROP 1', version: 1 },
        { script: '65536 CHECKSEQUENCEVERIFY DROP 1', sequence: 0 },
      ],
      invalid: [
        { script: 'CHECKLOCKTIMEVERIFY 1' },
        { script: '1 CHECKLOCKTIMEVERIFY DROP 1' },
        { script: '11 CHECKLOCKTIMEVERIFY DROP 1', lockTime: 10 },
        { script: '10 CHECKLOCKTIMEVERIFY DROP 1', lockTime: 10, sequence: 0xffffffff },
        { script: '-1 CHECKLOCKTIMEVERIFY DROP 1', lockTime: 10 },
        { script: '10 CHECKLOCKTIMEVERIFY DROP 1', lockTime: 500000000 },
        { script: '500000000 CHECKLOCKTIMEVERIFY DROP 1', lockTime: 10 },
        { script: '499999999 CHECKLOCKTIMEVERIFY DROP 1', lockTime: 500000000 },
        { script: '<000000000001> CHECKLOCKTIMEVERIFY DROP 1', lockTime: 10 },
        { script: 'CHECKSEQUENCEVERIFY 1', sequence: 0 },
        { script: '1 CHECKSEQUENCEVERIFY DROP 1', sequence: 0 },
        { script: '-1 CHECKSEQUENCEVERIFY DROP 1', sequence: 0 },
        { script: '0 CHECKSEQUENCEVERIFY DROP 1' },
        { script: '0 CHECKSEQUENCEVERIFY DROP 1', sequence: 0, version: 1 },
        { script: '4194304 CHECKSEQUENCEVERIFY DROP 1', sequence: 0 },
        { script: '0 CHECKSEQUENCEVERIFY DROP 1', sequence: 4194304 },
        { script: '<000000000001> CHECKSEQUENCEVERIFY DROP 1', sequence: 0 },
      ],
    },
    'BIP 65, BIP 68, BIP 112',
  ),
];
