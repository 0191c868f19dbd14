import { effects } from './types.ts';
import { acceptedSchema } from './accepted-schema.ts';
import { policySchema } from './policy-schema.ts';
import { changeRules } from '../compare/change-rules.ts';
import { scenarioSchema } from './scenario-schema.ts';
import { nodesSchema } from './nodes-schema.ts';
import { topologySchema } from './topology-schema.ts';
import { exampleSchemas } from './example-schema.ts';
import { FAMILY_NAME, families } from './families.ts';
import { valueSchema } from './value-schema.ts';

/** The kinds of hand-written files: below `specs/`, the scenarios of `pyx load`, the networks of `pyx tps`, and the policies of `pyx gate`. */
export const fileKinds = [
  'method',
  'beyond',
  'unstated',
  'shapes',
  'states',
  'statuses',
  'limits',
  'errors',
  'envelope',
  'sections',
  'edition',
  'target',
  'accepted',
  'scenario',
  'topology',
  'nodes',
  'policy',
] as const;
export type FileKind = (typeof fileKinds)[number];

const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text };
const closed = (properties: object, required: string[]): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const about = (description: string, schema: object): object => ({ description, ...schema });
const documentNumber = about('Its number, from 1.', { type: 'integer', minimum: 1 });
const source = closed({ document: documentNumber, section: text }, ['document', 'section']);
const comparison = { equals: {}, in: { type: 'array' }, above: { type: 'number' }, below: { type: 'number' }, given: { type: 'boolean' } };
const ref = (name: string): object => ({ $ref: `#/$defs/${name}` });

const onInvalid = about('The documented treatment of invalid values. Default: unstated.', {
  enum: ['refuse', 'empty', 'per-item', 'unstated'],
});
const reading = about('Reason for a reading of the documents that is not literal.', text);
const untestable = about('Why no trial can judge it.', text);

const condition = {
  oneOf: [
    closed({ field: text, root: { type: 'boolean' }, ...comparison }, ['field']),
    closed({ param: text, ...comparison }, ['param']),
    closed({ option: { type: 'string', pattern: '^-' } }, ['option']),
    closed({ state: text }, ['state']),
    closed({ not: ref('condition') }, ['not']),
    closed({ all: { type: 'array', items: ref('condition') } }, ['all']),
    closed({ any: { type: 'array', items: ref('condition') } }, ['any']),
  ],
};

const schema = valueSchema({ text, texts, closed, about, ref, onInvalid, reading });

const section = about('A heading of the document (sections.yaml lists them).', text);

const param = closed(
  {
    name: about('As the documents write it; brand tokens such as {ext} are rendered.', text),
    required: about('Default: false.', { type: 'boolean' }),
    schema: ref('schema'),
    description: text,
    default: about('The value if it is left out.', {}),
    defaultText: about('A default that is not a literal: "from the key pool".', text),
    onInvalid,
    onInvalidText: about('The statement of the documents for onInvalid, reworded.', text),
    reading,
  },
  ['name', 'schema'],
);
const variant = closed(
  {
    id: about('Unique within the method: default, verbosity=1.', { type: 'string', pattern: '^\\S+$' }),
    when: about(
      'Arguments (or options.member) to the value they have, or { given: true }. Without it: every call. The first variant that fits applies.',
      { type: 'object', minProperties: 1 },
    ),
    effect: about('Effect of the call on the node.', {
      type: 'array',
      minItems: 1,
      items: { enum: effects },
    }),
    result: about('null if the documents describe no result.', { oneOf: [ref('schema'), { type: 'null' }] }),
    summary: text,
    untestable: about('Fields that no answer of this variant can show, with the reason.', {
      type: 'object',
      minProperties: 1,
      additionalProperties: text,
    }),
  },
  ['id', 'effect'],
);
const rule = closed(
  {
    id: about('The method, a slash and a slug: getblock/confirmations.', { type: 'string', pattern: '^\\S+/\\S+$' }),
    text: about('One statement of the documents about the method, reworded.', text),
    state: about('The id of the row in the table of states with the same statement.', text),
    untestable,
    reading,
  },
  ['id', 'text'],
);
/** Rules from a different section or document than their method. */
const ruleGroup = {
  ...closed({ section, source, rules: { type: 'array', minItems: 1, items: rule } }, ['rules']),
  oneOf: [{ required: ['section'] }, { required: ['source'] }],
};
const conflict = closed(
  {
    text,
    section,
    source,
    parts: about('The conditions on arguments that together make a conflict.', {
      type: 'array',
      minItems: 2,
      items: closed({ param: text, ...comparison }, ['param']),
    }),
    reading,
  },
  ['text', 'parts'],
);
const methodProperties = {
  id: about('Neutral name, with brand tokens such as {coin}; a subcommand: gobject count.', text),
  family: about(
    'The folder of the file, by which cases are selected and coverage is counted. In the standard that comes with Pyx a closed list.',
    { type: 'string', pattern: FAMILY_NAME, examples: families },
  ),
  summary: about('One sentence on what the method does.', text),
  source: about('The section that describes it.', source),
  wire: about('For a subcommand: its method and its leading arguments.', closed({ method: text, prefix: texts }, ['method'])),
  params: about('In the order of the call.', { type: 'array', items: param }),
  variants: about('The forms of the call, distinguished by arguments.', { type: 'array', minItems: 1, items: variant }),
  rules: about('Rules from the section of the method, and groups of rules from other sections.', {
    type: 'array',
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nothing awaits a schema
    items: { if: { required: ['id'] }, then: rule, else: ruleGroup },
  }),
  conflicts: about('Arguments that are valid separately and not together.', { type: 'array', minItems: 1, items: conflict }),
  unstated: about(
    'What the documents say nothing of. state: what the call does in some states of the node (beyond/unstated lists which).',
    {
      type: 'array',
      items: { enum: ['arguments', 'result', 'errors', 'state'] },
    },
  ),
  deprecated: about('The statement of the documents on the deprecation.', text),
  requiresOption: about('Start option that the method requires.', { type: 'string', pattern: '^-' }),
  idempotent: about('Reason why a call that is executed twice leaves the node as executed once.', text),
  ...exampleSchemas({ text, closed, about }),
};
const method = closed(methodProperties, ['id', 'family', 'summary', 'source', 'variants']);
const beyond = closed(methodProperties, ['id', 'family', 'summary', 'variants']);
const openQuestion = closed(
  {
    id: about('The method, a slash and a slug: tpstestadd/while-disabled.', { type: 'string', pattern: '^\\S+/\\S+$' }),
    text: about('The question that the documents leave open.', text),
    answer: about('What coind does.', text),
  },
  ['id', 'text', 'answer'],
);
const unstated = {
  ...closed(
    {
      id: text,
      params: methodProperties.params,
      result: about('What coind answers.', ref('schema')),
      requiresOption: about('Start option without which coind refuses the call.', { type: 'string', pattern: '^-' }),
      questions: about('What the call does in states of the node of which the documents say nothing.', {
        type: 'array',
        minItems: 1,
        items: openQuestion,
      }),
    },
    ['id'],
  ),
  minProperties: 2,
};
const shapes = {
  type: 'object',
  propertyNames: { pattern: '^[A-Z][A-Za-z0-9]*$' },
  additionalProperties: closed({ summary: text, source, secret: { type: 'boolean' }, schema: ref('schema') }, [
    'summary',
    'source',
    'schema',
  ]),
};
const list = (properties: object, required: string[]): object => ({ type: 'array', items: closed(properties, required) });
const id = { type: 'string', pattern: '^[a-z0-9-]+$' };

const plugins = about('Modules that add cases, reports, kinds of targets or of values (docs/plugins.md), relative to this file.', texts);

const names = about('How the node renders the brand tokens of methods and fields.', closed({ coin: text, ext: text, extclient: text }, []));
const accepted = acceptedSchema({ text, closed, about });
const waivers = about('Accepted differences by cases, as earlier releases wrote them. pyx accept --migrate moves them to accepted.', {
  type: 'array',
  items: closed(
    {
      cases: about('Pattern of case ids; * stands for any text.', text),
      path: about('Pattern of field paths; without it, findings of any path.', text),
      check: about('The check whose findings it accepts; without it, of any.', text),
      reason: text,
      until: about('Last valid day: 2027-03-31.', { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
      seeds: about('some: it may match nothing with some seeds.', { const: 'some' }),
    },
    ['cases', 'reason'],
  ),
});

const service = closed(
  {
    protocol: about('Default: json-rpc-1.0.', { enum: ['json-rpc-1.0', 'json-rpc-2.0'] }),
    arguments: about('How arguments are sent. Default: by-position.', { enum: ['by-position', 'by-name'] }),
    batches: about('none: it answers no lists of calls. Default: as JSON-RPC 2.0 describes.', { const: 'none' }),
    chain: about('none: the service has no chain. Default: getblockchaininfo tells it.', { const: 'none' }),
    version: about('How the service tells its version; none: it tells none. Default: by getnetworkinfo.', {
      oneOf: [
        { const: 'none' },
        closed({ method: about('The method that returns it.', text), path: about('The path of the version in its result.', text) }, [
          'method',
        ]),
      ],
    }),
  },
  [],
);

const target = closed(
  {
    name: about('Display name of the release.', text),
    match: about('Regular expression for the subversion of the node, by which the file is selected automatically.', text),
    names,
    startOptions: about('Start options for each node of the release that Pyx starts.', {
      type: 'array',
      items: { type: 'string', pattern: '^-' },
    }),
    alone: about('Profiles of nodes that the release runs only while no other node of it runs on the machine, such as masternode.', texts),
    bridgeContract: about(
      'Contract of the coin on the external chain: the release mints by proofs of its call burn(uint256,uint32,string) with amount, asset and address. Hex without 0x.',
      { type: 'string', pattern: '^[0-9a-f]{40}$' },
    ),
    masternodeCollateral: about(
      'Whole coins that an output must have to be the collateral of a masternode of the release on regtest, which the documents do not state.',
      { type: 'integer', minimum: 1, maximum: 100_000_000 },
    ),
    masternodeEnabledAfter: about(
      'Seconds after its start, by the clock of its node, at which the release shows a masternode that runs as ENABLED on regtest, which the documents do not state.',
      { type: 'integer', minimum: 1, maximum: 86_400 },
    ),
    proposalForm: about(
      'Form of the data of a proposal of the release, which the documents do not show. object: {"type":1,"name":"…","start_epoch":…,"end_epoch":…,"payment_address":"…","payment_amount":…,"url":"…"}; list: [["proposal",{…}]].',
      { enum: ['object', 'list'] },
    ),
    paysProposals: about(
      'Whether nodes of the release that are masternodes have a proposal paid in the next superblocks by themselves, once all masternodes voted for it. The documents do not state what else is needed.',
      { type: 'boolean' },
    ),
    documents: about(
      'Your texts of the documents: a folder (relative to this file), or an address. Reports link to them, and quote them.',
      text,
    ),
    plugins,
    absent: about('Documented methods and start options that the release does not have.', {
      type: 'array',
      items: closed({ methods: texts, options: texts, reason: text }, ['reason']),
    }),
    accepted: accepted.orFile,
    waivers,
    extraFields: about('Fields that the release sends and no document names, by method. Usually in the baseline file.', {
      type: 'object',
      additionalProperties: texts,
    }),
    baselineState: about('The state of the node when the baseline was accepted. Written by pyx run --accept-baseline.', text),
    drift: about('Accepted differences as earlier releases wrote them. pyx accept --migrate moves them to accepted.', {
      type: 'array',
      items: closed(
        {
          change: about('A rule of pyx spec diff --rules.', { enum: Object.keys(changeRules) }),
          found: about('What the release has instead; without it, anything.', text),
          methods: about('Methods that it concerns as a whole.', texts),
          places: about('Arguments, fields or cases by method.', { type: 'object', additionalProperties: texts }),
          reason: text,
        },
        ['change', 'reason'],
      ),
    }),
    errors: about('Code and message of refusals when the target was last observed, by case. Written by pyx drift --accept.', {
      type: 'object',
      additionalProperties: { oneOf: [text, texts] },
    }),
    errorsSeed: about('Seed of the run in which the errors were observed. Default 1. Written by pyx drift --accept.', {
      type: 'integer',
      minimum: 0,
    }),
    baseline: about('Observations when the baseline was accepted. Written by pyx run --accept-baseline.', {
      type: 'object',
      additionalProperties: { oneOf: [text, texts] },
    }),
  },
  ['name'],
);

const titles: { readonly [kind in FileKind]: string } = {
  method: 'A method of the documents',
  beyond: 'A method beyond the documents',
  unstated: 'What coind takes, answers and does where the documents leave a method open',
  shapes: 'Shapes of arguments and results, by name',
  states: 'Rows of the tables of states',
  statuses: 'Closed lists of status values',
  limits: 'Limits',
  errors: 'Statements on errors',
  envelope: 'Statements on the call itself',
  sections: 'The headings of the documents',
  edition: 'The edition of the standard',
  target: 'What is known of a release of a node',
  accepted: 'Accepted differences',
  scenario: 'A load scenario',
  topology: 'A network of nodes',
  nodes: 'A network of nodes that run already',
  policy: 'What is asked of a release',
};

const withSchemas = (file: object): object => ({ ...file, $defs: { condition, schema } });

const kinds: { readonly [kind in FileKind]: object } = {
  method: withSchemas(method),
  beyond: withSchemas(beyond),
  unstated: withSchemas(unstated),
  shapes: withSchemas(shapes),
  states: list({ id, state: text, trigger: text, methods: texts, condition: text, next: text, also: text, source, untestable: text }, [
    'id',
    'state',
    'trigger',
    'methods',
    'next',
    'source',
  ]),
  statuses: list({ id, field: text, values: { type: 'array', items: closed({ value: text, meaning: text }, ['value']) }, source }, [
    'id',
    'field',
    'values',
    'source',
  ]),
  limits: list({ id, limit: text, value: {}, appliesTo: texts, source, untestable: text }, ['id', 'limit', 'value', 'appliesTo', 'source']),
  errors: list({ id, text, methods: texts, source, untestable: text }, ['id', 'text', 'methods', 'source']),
  envelope: list({ id, text, source, untestable: text }, ['id', 'text', 'source']),
  sections: list(
    {
      document: documentNumber,
      title: about('The title of the document.', text),
      nullArguments: about(
        'false: null must not stand for an argument that is left out before a given one, which gets a value instead. Default: it may.',
        { const: false },
      ),
      sections: { type: 'array', minItems: 1, items: text },
    },
    ['document', 'sections'],
  ),
  edition: closed(
    {
      title: about('The name of the standard.', text),
      edition: about('The release that it describes.', text),
      source,
      service: about('How the service is spoken to, and what it says of itself, where that is not as of a coin node.', service),
    },
    ['title', 'edition'],
  ),
  target,
  accepted: accepted.list,
  scenario: scenarioSchema({ text, closed, about }),
  topology: topologySchema({ text, closed, about }),
  nodes: nodesSchema({ text, closed, about }),
  policy: policySchema({ text, texts, closed, about, names, plugins, accepted: accepted.orFile, waivers }),
};

/** The JSON Schema 2020-12 for files of this kind, used by the checks and by editors (`specs/schemas`). */
export function fileSchema(kind: FileKind): object {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: titles[kind], ...kinds[kind] };
}
