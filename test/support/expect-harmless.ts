import { expect } from 'vitest';

/** Checks that a text has no character that a terminal or an editor obeys, except line feeds. */
export function expectNoControls(text: string): void {
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2066\u2028]/);
}

/** Checks that an output has no control sequence, no CI command and no overlong line. */
export function expectHarmless(text: string): void {
  expectNoControls(text);
  expect(text).not.toMatch(/^\s*::|##vso\[|##teamcity\[/m);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(15_000);
}
