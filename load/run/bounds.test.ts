import { expect, test } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { withOverrides, type ScenarioOverrides } from '../scenario/override.ts';
import { readScenario } from '../scenario/read-scenario.ts';
import { assertWithinBounds } from './bounds.ts';

const NOTHING = { startNodes: false, restart: false, peers: false, sharedFiles: false, sharedLoopback: false, snapshots: false };
const running = { capabilities: NOTHING };
const started = { capabilities: { ...NOTHING, startNodes: true } };
const explorer = (overrides: ScenarioOverrides) => withOverrides(readScenario('explorer', specification), overrides);

test.each([
  [{ ratePerS: 1_001 }, false, /1001 calls per second \(at most 1000\)/],
  [{ connections: 17 }, false, /17 connections/],
  [{ durationMs: 61_000 }, false, /61 s \(at most 60 s\)/],
  [{}, true, /--saturate.*--unbounded/],
])('a node that Pyx did not start is spared %o, saturate %s', (overrides, saturate, message) => {
  expect(() => assertWithinBounds(explorer(overrides), running, saturate)).toThrow(message);
  expect(() => assertWithinBounds(explorer(overrides), started, saturate)).not.toThrow();
});

test('a scenario as it comes is within the bounds', () => {
  expect(() => assertWithinBounds(explorer({}), running, false)).not.toThrow();
});
