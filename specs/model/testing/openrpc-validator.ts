import { createRequire } from 'node:module';
import { Ajv, type AnySchema } from 'ajv';

// Its declarations are for types alone; the schema itself is a CommonJS export that they do not name.
const { openrpcDocument } = createRequire(import.meta.url)('@open-rpc/meta-schema') as { openrpcDocument: object };

/**
 * Returns the problems of a document by the published meta-schema of OpenRPC; none for a valid one. The meta-schema takes
 * what a schema may be from JSON Schema draft 7, under an address that nothing here may ask for; ajv brings the same draft along.
 */
export function openRpcValidator(): (document: unknown) => string[] {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const draft7 = 'http://json-schema.org/draft-07/schema#';
  const text = JSON.stringify(openrpcDocument)
    .replace('"$schema":"https://meta.json-schema.tools/",', '')
    .replaceAll('"https://meta.json-schema.tools/#/definitions/JSONSchemaObject/properties/$ref"', `"${draft7}/properties/$ref"`)
    .replaceAll('"https://meta.json-schema.tools"', `"${draft7}"`);
  const validate = ajv.compile(JSON.parse(text) as AnySchema);
  return (document) => (validate(document) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`));
}
