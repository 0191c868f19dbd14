/** The families of methods: the folders of their files. `control` has only methods beyond the documents. */
export const families = [
  'wallet',
  'accounts',
  'chain',
  'raw',
  'network',
  'governance',
  'masternodes',
  'platform',
  'assets',
  'control',
] as const;
export type Family = (typeof families)[number];

export const isFamily = (name: string): name is Family => (families as readonly string[]).includes(name);
