import { describe, expect, test } from 'vitest';
import { parseFault } from './parse-fault.ts';
import { FaultPlanError } from './types.ts';

test.each([
  ['kill:receiver-1@30%', { kind: 'kill', node: 'receiver-1', from: 0.3, until: undefined }],
  ['kill:receiver-1@30%-45.5%', { kind: 'kill', node: 'receiver-1', from: 0.3, until: 0.455 }],
  ['restart@50%', { kind: 'restart', node: undefined, from: 0.5, until: undefined }],
  ['pause:a@0%-100%', { kind: 'pause', node: 'a', from: 0, until: 1 }],
  ['clock:+90s@40%', { kind: 'clock', node: undefined, shiftS: 90, from: 0.4, until: undefined }],
  ['clock:-2m:b@40%-60%', { kind: 'clock', node: 'b', shiftS: -120, from: 0.4, until: 0.6 }],
  ['partition:a, b|c@20%-60%', { kind: 'partition', sides: [['a', 'b'], ['c']], from: 0.2, until: 0.6 }],
  ['partition:europe|rest@20%-60%', { kind: 'partition', sides: [['europe'], ['rest']], from: 0.2, until: 0.6 }],
])('%s is read as a plan', (text, fault) => {
  expect(parseFault(text)).toEqual({ ...fault, text });
});

describe('what is no plan is refused with what to write', () => {
  test.each([
    ['kill:receiver-1', 'it has no share of the transactions at which it happens; add one, such as @30%'],
    ['explode:a@30%', 'there is no fault "explode"; the faults are kill, pause, partition, restart and clock'],
    ['kill:a@30', '"30" is no share; write a share such as @30%'],
    ['kill:a@130%', '130% is more than all'],
    ['pause:a@50%-30%', 'it ends at 30%, where it has not begun; write the lower share first'],
    ['pause:a@50%', 'a pause has an end; write @50%-70%'],
    ['pause:a@90%', 'a pause has an end; write @90%-100%'],
    ['restart:a@50%-60%', 'a restart is over at once; write @50%'],
    ['partition:a|b@20%', 'a partition has an end; write @20%-40%'],
    ['partition:a@20%-40%', 'a partition has two sides'],
    ['partition:a|b|c@20%-40%', 'a partition has two sides'],
    ['partition:a|@20%-40%', 'a partition has two sides'],
    ['clock:90s@40%', 'a clock is set ahead or back by whole seconds; write +90s or -90s'],
    ['clock:+2h@40%', 'nodes whose clocks are so far apart do not accept each other’s blocks; give at most 90m'],
    ['clock:+0.5s@40%', 'a clock is set ahead or back by whole seconds'],
    ['full-disk:a@40%', 'the disk of a node cannot be filled'],
    ['', 'it has no share'],
  ])('%s', (text, problem) => {
    expect(() => parseFault(text)).toThrow(FaultPlanError);
    expect(() => parseFault(text)).toThrow(`--fault ${text}: ${problem}`);
  });
});
