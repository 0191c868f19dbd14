/**
 * The parts of SARIF 2.1.0 that a log of Pyx may have, written from the standard (OASIS, sections 3.13 to 3.52): names,
 * types, required members and closed lists. Anything else is refused.
 */
const closed = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const list = (items: object): object => ({ type: 'array', items });
const text = { type: 'string', minLength: 1 };
const count = { type: 'integer', minimum: 0 };
const level = { enum: ['none', 'note', 'warning', 'error'] };
/** 3.11: braces are doubled, and brackets that are no link have a backslash. */
const message = closed({ text: { type: 'string', pattern: '^(?:[^\\\\{}[\\]]|\\\\[\\\\[\\]]|\\{\\{|\\}\\})*$' } }, ['text']);
const bag = { type: 'object' };

const location = closed({
  physicalLocation: closed(
    {
      // 3.4.3: a relative reference of RFC 3986.
      artifactLocation: closed({ uri: { type: 'string', pattern: "^[A-Za-z0-9._~%!$&'()*+,;=@/-]+$" }, uriBaseId: text }),
      region: closed({ startLine: { type: 'integer', minimum: 1 } }),
    },
    ['artifactLocation'],
  ),
  logicalLocations: list(closed({ name: text, fullyQualifiedName: text, kind: text })),
});

const result = closed(
  {
    ruleId: text,
    ruleIndex: count,
    level,
    message,
    locations: list(location),
    occurrenceCount: { type: 'integer', minimum: 1 },
    partialFingerprints: { type: 'object', additionalProperties: text },
    properties: bag,
  },
  ['message'],
);

const utc = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' };
const invocation = closed(
  {
    executionSuccessful: { type: 'boolean' },
    exitCode: { type: 'integer' },
    exitCodeDescription: { type: 'string' },
    startTimeUtc: utc,
    endTimeUtc: utc,
    toolExecutionNotifications: list(closed({ level, message }, ['message'])),
  },
  ['executionSuccessful'],
);

const driver = closed(
  {
    name: text,
    semanticVersion: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
    rules: { ...list(closed({ id: text, shortDescription: message }, ['id'])), uniqueItems: true },
  },
  ['name'],
);

const run = closed(
  {
    tool: closed({ driver }, ['driver']),
    automationDetails: closed({ id: text }),
    invocations: list(invocation),
    originalUriBaseIds: { type: 'object', additionalProperties: closed({ description: message }) },
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    results: list(result),
    properties: bag,
  },
  ['tool'],
);

export const sarifForm = closed({ $schema: text, version: { const: '2.1.0' }, runs: list(run) }, ['version', 'runs']);
