import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ServiceError, type Members } from './json-rpc-2-service.ts';

const source = 'source: { document: 1, section: Fruit }';

/** A standard of a service. `service`: what its edition states besides the protocol. */
export function standardIn(folder: string, service = '', protocol = 'json-rpc-2.0'): string {
  const files: Record<string, string> = {
    'edition.yaml': `title: Fruit service\nedition: "1"\nservice: { protocol: ${protocol}${service} }\n`,
    'sections.yaml': '- document: 1\n  sections: ["Fruit"]\n',
    'methods/control/countfruit.yaml': `id: countfruit
family: control
summary: The number of kinds of fruit.
${source}
variants: [{ id: default, effect: [read], result: { type: integer, minimum: 0 } }]
`,
    'methods/control/getfruit.yaml': `id: getfruit
family: control
summary: One kind of fruit, by its number.
${source}
params:
  - { name: number, required: true, schema: { type: integer, minimum: 0, maximum: 2 } }
  - { name: loud, schema: { type: boolean }, default: false, description: In capitals. }
  - { name: suffix, schema: { type: string, enum: ["!"] }, description: What follows the name. }
variants: [{ id: default, effect: [read], result: { type: string } }]
`,
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

const fruit = ['apple', 'pear', 'plum'];
/** The methods of a service of that standard, and those that Pyx needs. */
export const methods = {
  getblockchaininfo: { run: () => ({ chain: 'regtest', blocks: 0 }) },
  getnetworkinfo: { run: () => ({ version: 1, subversion: '/Fruit:1/' }) },
  listwallets: { run: () => [] },
  countfruit: { run: () => fruit.length },
  getfruit: {
    names: ['number', 'loud', 'suffix'],
    run: ({ number, loud = false, suffix = '' }: Members) => {
      const name = typeof number === 'number' ? fruit[number] : undefined;
      if (name === undefined || typeof loud !== 'boolean' || typeof suffix !== 'string') throw new ServiceError(-32602, 'Invalid params');
      return `${loud ? name.toUpperCase() : name}${suffix}`;
    },
  },
};
