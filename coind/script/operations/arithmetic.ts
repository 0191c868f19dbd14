import { FALSE, TRUE, type Operation } from '../machine.ts';
import { op } from '../opcodes.ts';
import { scriptNumber } from '../script-number.ts';

type Result = number | boolean;

function element(value: Result): Buffer {
  return typeof value === 'number' ? scriptNumber.encode(value) : value ? TRUE : FALSE;
}

/** A function of one number. Operands have up to four bytes; results may be longer. */
function unary(compute: (a: number) => Result): Operation {
  return (m) => {
    if (m.stack.length < 1) return 'INVALID_STACK_OPERATION';
    const a = m.number(1);
    if (a === undefined) return 'UNKNOWN_ERROR';
    m.drop(1);
    m.stack.push(element(compute(a)));
    return undefined;
  };
}

function binary(compute: (a: number, b: number) => Result): Operation {
  return (m) => {
    if (m.stack.length < 2) return 'INVALID_STACK_OPERATION';
    const a = m.number(2);
    const b = m.number(1);
    if (a === undefined || b === undefined) return 'UNKNOWN_ERROR';
    m.drop(2);
    m.stack.push(element(compute(a, b)));
    return undefined;
  };
}

const numEqual = binary((a, b) => a === b);

/** Arithmetic and comparison of numbers. */
export const arithmeticOperations: readonly (readonly [number, Operation])[] = [
  [op.OP_1ADD, unary((a) => a + 1)],
  [op.OP_1SUB, unary((a) => a - 1)],
  [op.OP_NEGATE, unary((a) => -a)],
  [op.OP_ABS, unary((a) => Math.abs(a))],
  [op.OP_NOT, unary((a) => a === 0)],
  [op.OP_0NOTEQUAL, unary((a) => a !== 0)],
  [op.OP_ADD, binary((a, b) => a + b)],
  [op.OP_SUB, binary((a, b) => a - b)],
  [op.OP_BOOLAND, binary((a, b) => a !== 0 && b !== 0)],
  [op.OP_BOOLOR, binary((a, b) => a !== 0 || b !== 0)],
  [op.OP_NUMEQUAL, numEqual],
  [
    op.OP_NUMEQUALVERIFY,
    (m, code) => {
      const error = numEqual(m, code);
      if (error !== undefined) return error;
      return m.stack.pop() === TRUE ? undefined : 'NUMEQUALVERIFY';
    },
  ],
  [op.OP_NUMNOTEQUAL, binary((a, b) => a !== b)],
  [op.OP_LESSTHAN, binary((a, b) => a < b)],
  [op.OP_GREATERTHAN, binary((a, b) => a > b)],
  [op.OP_LESSTHANOREQUAL, binary((a, b) => a <= b)],
  [op.OP_GREATERTHANOREQUAL, binary((a, b) => a >= b)],
  [op.OP_MIN, binary((a, b) => Math.min(a, b))],
  [op.OP_MAX, binary((a, b) => Math.max(a, b))],
  [
    op.OP_WITHIN,
    (m) => {
      if (m.stack.length < 3) return 'INVALID_STACK_OPERATION';
      const [value, least, limit] = [m.number(3), m.number(2), m.number(1)];
      if (value === undefined || least === undefined || limit === undefined) return 'UNKNOWN_ERROR';
      m.drop(3);
      m.pushBool(least <= value && value < limit);
      return undefined;
    },
  ],
];
