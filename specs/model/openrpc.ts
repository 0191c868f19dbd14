import { argumentShapes } from './json-schema.ts';
import type { Names } from './names.ts';
import { brander } from './openrpc/brands.ts';
import { exportMethod, exportSubCommands } from './openrpc/method.ts';
import { exportSchema, type Exported } from './openrpc/schema.ts';
import type { Compiled } from './spec.ts';
import type { Method } from './types.ts';

/**
 * The documented service as one OpenRPC document, plain data ready for `JSON.stringify`: methods under their names on
 * the wire, methods with subcommands once, shapes as components. Data without an OpenRPC field is in `x-pyx-…`.
 * `names` are the node's brands; with `neutralNames` the document is neutral. Methods beyond the documents are left out.
 */
export function toOpenRpc({ spec, branded }: Pick<Compiled, 'spec' | 'branded'>, names: Names): object {
  const documented = spec.methods.filter((method) => !method.beyond);
  const withSubCommands = new Map<string, Method[]>();
  for (const method of documented) {
    const [name = method.id] = method.wire.prefix.length > 0 ? method.id.split(' ') : [];
    if (method.wire.prefix.length > 0) withSubCommands.set(name, [...(withSubCommands.get(name) ?? []), method]);
  }
  const methods = [
    ...documented.filter((method) => method.wire.prefix.length === 0).map((method) => exportMethod(spec, method)),
    ...[...withSubCommands].map(([name, members]) => exportSubCommands(spec, name, members)),
  ].sort((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1));
  const given = argumentShapes(spec);
  const schemas: Exported = {};
  for (const { name, summary, secret, source, schema } of Object.values(spec.shapes)) {
    const exported = exportSchema(schema, given.has(name) ? 'param' : 'result');
    schemas[name] = {
      ...exported,
      title: name,
      description: summary,
      ...(secret && { 'x-pyx-secret': true }),
      'x-pyx-source': source,
    };
  }
  const document = {
    openrpc: '1.3.2',
    info: {
      title: spec.edition.title,
      description: 'As its documents state it; what they leave open is in x-pyx-unstated.',
      version: spec.edition.edition,
    },
    // The documents state no address; replace this with the address of the node.
    servers: [{ name: 'regtest', summary: 'A regtest node on this machine.', url: 'http://127.0.0.1:18443/' }],
    methods,
    components: { schemas },
    ...(spec.edition.service && { 'x-pyx-service': spec.edition.service }),
  };
  return brander(branded, names)(document) as object;
}
