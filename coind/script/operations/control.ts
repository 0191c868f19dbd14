import { flag } from '../flags.ts';
import { isTrue, type Operation } from '../machine.ts';
import { op } from '../opcodes.ts';

const nothing: Operation = () => undefined;

const upgradable: Operation = (m) => (m.has(flag.DISCOURAGE_UPGRADABLE_NOPS) ? 'DISCOURAGE_UPGRADABLE_NOPS' : undefined);

const branch: Operation = (m, code) => {
  if (!m.runs) {
    m.branches.push(false);
    return undefined;
  }
  const condition = m.top();
  if (condition === undefined) return 'UNBALANCED_CONDITIONAL';
  const minimal = condition.length === 0 || (condition.length === 1 && condition[0] === 1);
  if (m.inWitness && m.has(flag.MINIMALIF) && !minimal) return 'MINIMALIF';
  m.drop(1);
  m.branches.push(isTrue(condition) === (code === op.OP_IF));
  return undefined;
};

const otherBranch: Operation = (m) => {
  const current = m.branches.pop();
  if (current === undefined) return 'UNBALANCED_CONDITIONAL';
  m.branches.push(!current);
  return undefined;
};

const checkLocktime: Operation = (m, code) => {
  if (!m.has(flag.CHECKLOCKTIMEVERIFY)) return upgradable(m, code); // without the flag it is a NOP
  if (m.stack.length < 1) return 'INVALID_STACK_OPERATION';
  const locktime = m.number(1, 5);
  if (locktime === undefined) return 'UNKNOWN_ERROR';
  if (locktime < 0) return 'NEGATIVE_LOCKTIME';
  return m.checker.checkLocktime(locktime) ? undefined : 'UNSATISFIED_LOCKTIME';
};

const checkSequence: Operation = (m, code) => {
  if (!m.has(flag.CHECKSEQUENCEVERIFY)) return upgradable(m, code);
  if (m.stack.length < 1) return 'INVALID_STACK_OPERATION';
  const sequence = m.number(1, 5);
  if (sequence === undefined) return 'UNKNOWN_ERROR';
  if (sequence < 0) return 'NEGATIVE_LOCKTIME';
  if ((sequence & 0x80000000) !== 0) return undefined; // no lock; reserved for soft forks
  return m.checker.checkSequence(sequence) ? undefined : 'UNSATISFIED_LOCKTIME';
};

/** Branches, locktimes and NOPs. */
export const controlOperations: readonly (readonly [number, Operation])[] = [
  [op.OP_NOP, nothing],
  [op.OP_IF, branch],
  [op.OP_NOTIF, branch],
  [op.OP_ELSE, otherBranch],
  [op.OP_ENDIF, (m) => (m.branches.pop() === undefined ? 'UNBALANCED_CONDITIONAL' : undefined)],
  [
    op.OP_VERIFY,
    (m) => {
      const element = m.top();
      if (element === undefined) return 'INVALID_STACK_OPERATION';
      if (!isTrue(element)) return 'VERIFY';
      m.drop(1);
      return undefined;
    },
  ],
  [op.OP_RETURN, () => 'OP_RETURN'],
  [op.OP_CHECKLOCKTIMEVERIFY, checkLocktime],
  [op.OP_CHECKSEQUENCEVERIFY, checkSequence],
  ...[op.OP_NOP1, op.OP_NOP4, op.OP_NOP5, op.OP_NOP6, op.OP_NOP7, op.OP_NOP8, op.OP_NOP9, op.OP_NOP10].map(
    (code) => [code, upgradable] as const,
  ),
];
