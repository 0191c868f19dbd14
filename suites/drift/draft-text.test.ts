import { expect, test } from 'vitest';
import { parseTargetFile } from '../../engine/target-file.ts';
import { neutralNames } from '../../specs/model/names.ts';
import { specification } from '../../specs/model/specification.ts';
import { draftText, type DraftContent } from './draft-text.ts';

const content: DraftContent = {
  subversion: '/Acme:1.2.3/',
  target: { kind: 'process', name: 'process:acmed' },
  names: neutralNames,
  spoken: [],
  options: { wanted: [], refused: [], open: [], lost: [] },
  absent: [],
  checked: { cases: 10, failed: 0 },
  doubts: [],
};

test('methods that have other names are absent with these, apart from those that are missing', () => {
  const absent = [
    { method: specification.method('gobject get'), renamed: 'gobject_get' },
    { method: specification.method('convertaddress') },
  ];
  expect(parseTargetFile(draftText({ ...content, absent }), 'acme.yaml').absent).toEqual([
    { methods: ['convertaddress'], reason: 'Not found when they are called (wallet).' },
    { methods: ['gobject get'], reason: 'The node has them under other names: gobject get is gobject_get.' },
  ]);
});

test('a doubt with anything in it is one comment', () => {
  const doubts = ['A refusal names -x (\u001b[2J\u0000first\r\nname: Other\u2028\u202e), and it is refused with it too.'];
  const text = draftText({ ...content, doubts });
  expect(text).toContain('# Doubtful: A refusal names -x ( [2J first name: Other ), and it is refused with it too.\n');
  expect(parseTargetFile(text, 'acme.yaml').name).toBe('Acme 1.2.3');
});
