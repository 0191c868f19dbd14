import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { strictSchema } from '../load/testing/strict-schema.ts';
import { needs } from './require.ts';
import { inFolder, pyx } from './support/pyx.ts';

/** A file of PYX_SCHEMAS. */
const published = (name: string): string => readFileSync(join(process.env['PYX_SCHEMAS'] ?? '', name), 'utf8');

/** The definitions of a release of Kubernetes, by which a member that they do not name is an error. */
const KUBERNETES = '_definitions.json';
const GROUPS: Readonly<Record<string, string>> = { v1: 'core', 'apps/v1': 'apps', 'batch/v1': 'batch' };

const ajv = (): Ajv => new Ajv({ strict: false, validateFormats: false });

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}

function kubernetesValidator(): (object: KubernetesObject) => ValidateFunction {
  const definitions = ajv().addSchema({ $id: KUBERNETES, ...(strictSchema(JSON.parse(published(KUBERNETES))) as object) });
  return ({ apiVersion, kind }) => {
    const name = `io.k8s.api.${GROUPS[apiVersion]}.${apiVersion.split('/').at(-1)}.${kind}`;
    return definitions.compile({ $ref: `${KUBERNETES}#/definitions/${name}` });
  };
}

/** The schema in a CustomResourceDefinition, which leaves `metadata` to Kubernetes. */
function chaosValidator(kind: string): ValidateFunction {
  const definition = parse(published(`chaos-mesh.org_${kind.toLowerCase()}.yaml`)) as {
    spec: { versions: [{ schema: { openAPIV3Schema: object } }] };
  };
  const schema = strictSchema(definition.spec.versions[0].schema.openAPIV3Schema) as { properties: object };
  return ajv().compile({ ...schema, properties: { ...schema.properties, metadata: { type: 'object' } } } as AnySchema);
}

test('manifests of a network for Kubernetes and for Docker Compose fit the published schemas', async (ctx) => {
  await needs(ctx, 'schemas');
  await inFolder(async (folder) => {
    const faults = ['partition:europe|rest@20%-60%', 'kill:receiver-1@30%', 'restart:sender-2@50%'].flatMap((fault) => ['--fault', fault]);
    const network = ['--topology', 'five-regions', '--jitter', '2ms', '--bandwidth', '20mbit,5mbit', ...faults];
    for (const engine of ['kubernetes', 'compose']) {
      const { code, stderr } = await pyx(['tps', ...network, '--emit', engine, join(folder, engine), '--image', 'a/b:1']);
      expect(code, stderr).toBe(0);
    }
    const validatorOf = kubernetesValidator();
    const chaos = new Map(['NetworkChaos', 'PodChaos'].map((kind) => [kind, chaosValidator(kind)]));
    const kinds: Record<string, number> = {};
    const files = readdirSync(join(folder, 'kubernetes'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
    for (const file of files)
      for (const document of parseAllDocuments(readFileSync(join(folder, 'kubernetes', file), 'utf8'))) {
        const object = document.toJS() as KubernetesObject;
        kinds[object.kind] = (kinds[object.kind] ?? 0) + 1;
        const validate = chaos.get(object.kind) ?? validatorOf(object);
        expect(validate(object), `${file}: ${JSON.stringify(validate.errors)}`).toBe(true);
        expect(validate({ ...object, spec: 'none' }), `${file} with a wrong spec`).toBe(false);
      }
    expect(kinds).toEqual({
      Service: 20,
      StatefulSet: 20,
      NetworkChaos: 81,
      PodChaos: 2,
      ConfigMap: 1,
      PersistentVolumeClaim: 1,
      Job: 1,
      Pod: 1,
    });

    const { $schema: _, ...composeSchema } = JSON.parse(published('compose-spec.json')) as { $schema: string };
    const isCompose = ajv().compile(composeSchema);
    const compose = parse(readFileSync(join(folder, 'compose/compose.yaml'), 'utf8')) as { services: object };
    expect(isCompose(compose), JSON.stringify(isCompose.errors)).toBe(true);
    expect(isCompose({ ...compose, services: { ...compose.services, other: { imaged: 'a' } } })).toBe(false);
  });
});
