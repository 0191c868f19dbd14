/** The class of a change for a client that was written for the earlier side. */
export type ChangeClass = 'breaking' | 'compatible' | 'unclassified';

/** Where a value goes: to the node, or from it. The same change of a schema has another class in each direction. */
export type Direction = 'argument' | 'result';

type ClassOfRule = ChangeClass | { readonly [D in Direction]: ChangeClass };

interface ChangeRule {
  readonly text: string;
  readonly class: ClassOfRule;
}

/** The node takes more, or answers more: what a client sends still fits, what it receives need not. */
const wider = { argument: 'compatible', result: 'breaking' } as const;
const narrower = { argument: 'breaking', result: 'compatible' } as const;

/**
 * The published rules: what each kind of change means for existing clients. `unclassified`: only a person can decide.
 * `pyx spec diff --rules` prints them.
 */
export const changeRules = {
  // Methods
  'method-added': { text: 'There is a new method.', class: 'compatible' },
  'method-removed': { text: 'A method is missing.', class: 'breaking' },
  'method-deprecated': { text: 'A method is deprecated, and works.', class: 'compatible' },
  'method-restored': { text: 'A method is no longer deprecated.', class: 'compatible' },
  'wire-name-changed': { text: 'A method is called by another name.', class: 'breaking' },
  'option-required': { text: 'A method requires a start option.', class: 'breaking' },
  'option-dropped': { text: 'A method no longer requires its start option.', class: 'compatible' },
  'option-changed': { text: 'A method requires another start option.', class: 'breaking' },
  'part-stated': { text: 'What was left open about a method is stated.', class: 'compatible' },
  'part-unstated': { text: 'What was stated about a method is left open.', class: 'unclassified' },
  'text-changed': { text: 'A summary, description or example has other words.', class: 'compatible' },
  // Arguments
  'required-param-added': { text: 'There is a new required argument.', class: 'breaking' },
  'param-added': { text: 'There is a new optional argument after all others.', class: 'compatible' },
  'param-inserted': { text: 'There is a new optional argument before others, whose positions change.', class: 'breaking' },
  'param-removed': { text: 'An argument is missing.', class: 'breaking' },
  'param-renamed': { text: 'An argument has another name, which breaks calls by name.', class: 'breaking' },
  'param-order-changed': { text: 'Arguments have other positions.', class: 'breaking' },
  'param-became-required': { text: 'An optional argument is required.', class: 'breaking' },
  'param-became-optional': { text: 'A required argument is optional.', class: 'compatible' },
  'param-refused': { text: 'A documented argument or value is refused.', class: 'breaking' },
  'invalid-accepted': { text: 'A value that must be refused is accepted.', class: 'compatible' },
  'default-changed': { text: 'An argument that is left out has another value.', class: 'breaking' },
  'default-stated': { text: 'A default is stated that was left open.', class: 'compatible' },
  'default-unstated': { text: 'A default that was stated is left open.', class: 'unclassified' },
  'on-invalid-changed': { text: 'Invalid values of an argument are treated in another way.', class: 'unclassified' },
  'conflict-added': { text: 'Arguments that could be given together exclude each other.', class: 'breaking' },
  'conflict-removed': { text: 'Arguments that excluded each other can be given together.', class: 'compatible' },
  'required-member-added': { text: 'An argument object has a new required member.', class: 'breaking' },
  'member-added': { text: 'An argument object has a new optional member.', class: 'compatible' },
  'member-removed': { text: 'A member of an argument object is missing.', class: 'breaking' },
  'member-became-required': { text: 'An optional member of an argument object is required.', class: 'breaking' },
  'member-became-optional': { text: 'A required member of an argument object is optional.', class: 'compatible' },
  // Variants of a call
  'variant-added': { text: 'A method has a new variant.', class: 'compatible' },
  'variant-removed': { text: 'A variant of a method is missing.', class: 'breaking' },
  'variant-condition-changed': { text: 'A variant is selected by other arguments.', class: 'breaking' },
  'effect-added': { text: 'A call changes more than before.', class: 'breaking' },
  'effect-removed': { text: 'A call changes less than before.', class: 'compatible' },
  'result-stated': { text: 'A result is described that was left open.', class: 'compatible' },
  'result-unstated': { text: 'A result that was described is left open.', class: 'breaking' },
  // Fields of results
  'field-added': { text: 'A result has a new field.', class: 'compatible' },
  'field-removed': { text: 'A field of a result is missing.', class: 'breaking' },
  'field-became-optional': { text: 'A field that was always present may be missing.', class: 'breaking' },
  'field-became-certain': { text: 'A field that could be missing is always present.', class: 'compatible' },
  'field-condition-stated': { text: 'The condition of an optional field is stated.', class: 'compatible' },
  'field-condition-unstated': { text: 'The condition of a field is left open.', class: 'breaking' },
  'field-condition-changed': { text: 'A field is present under another condition.', class: 'unclassified' },
  'columns-changed': { text: 'A text has other columns, or has them in another order.', class: 'breaking' },
  'columns-stated': { text: 'The columns of a text are stated.', class: 'compatible' },
  'columns-unstated': { text: 'The columns of a text are left open.', class: 'breaking' },
  'order-stated': { text: 'The order of a list is stated.', class: 'compatible' },
  'order-unstated': { text: 'The order of a list is left open.', class: 'breaking' },
  // Schemas, in either direction
  'type-widened': { text: 'More JSON types are possible.', class: wider },
  'type-narrowed': { text: 'Fewer JSON types are possible.', class: narrower },
  'type-changed': { text: 'The JSON type is another one.', class: 'breaking' },
  'value-added': { text: 'A closed list has a new value.', class: wider },
  'value-removed': { text: 'A closed list lacks a value.', class: narrower },
  'values-opened': { text: 'A closed list of values is open.', class: wider },
  'values-closed': { text: 'Only listed values are possible.', class: narrower },
  'minimum-lowered': { text: 'Smaller numbers are possible.', class: wider },
  'minimum-raised': { text: 'The smallest possible number is larger.', class: narrower },
  'maximum-raised': { text: 'Larger numbers are possible.', class: wider },
  'maximum-lowered': { text: 'The largest possible number is smaller.', class: narrower },
  'length-widened': { text: 'Shorter or longer texts are possible.', class: wider },
  'length-narrowed': { text: 'The length of a text is more limited.', class: narrower },
  'size-widened': { text: 'Shorter or longer lists, or fewer or more members, are possible.', class: wider },
  'size-narrowed': { text: 'The size of a list or an object is more limited.', class: narrower },
  'pattern-removed': { text: 'Texts need not have a form any more.', class: wider },
  'pattern-added': { text: 'Texts must have a form.', class: narrower },
  'pattern-changed': { text: 'Texts have another form.', class: 'unclassified' },
  'multiples-opened': { text: 'Numbers need not be multiples of a number, or of a smaller one.', class: wider },
  'multiples-closed': { text: 'Numbers must be multiples of a number, or of a larger one.', class: narrower },
  'multiples-changed': { text: 'Numbers must be multiples of another number.', class: 'unclassified' },
  'duplicates-opened': { text: 'A list may have equal items.', class: wider },
  'duplicates-closed': { text: 'All items of a list are different.', class: narrower },
  'branch-added': { text: 'A value has one more possible form.', class: wider },
  'branch-removed': { text: 'A value has one possible form less.', class: narrower },
  'members-opened': { text: 'Members that are not listed are possible.', class: { argument: 'compatible', result: 'compatible' } },
  'members-closed': { text: 'Only listed members are possible.', class: narrower },
  'item-added': { text: 'A list of fixed positions has one more.', class: 'unclassified' },
  'item-removed': { text: 'A list of fixed positions has one less.', class: 'breaking' },
  'letter-case-opened': { text: 'Small and capital letters mean the same.', class: wider },
  'letter-case-closed': { text: 'Small and capital letters are distinguished.', class: narrower },
  'unit-changed': { text: 'A number has another unit.', class: 'breaking' },
  'unit-stated': { text: 'The unit of a number is stated.', class: 'compatible' },
  'unit-unstated': { text: 'The unit of a number is left open.', class: 'unclassified' },
  'kind-changed': { text: 'Values have the same form and another meaning.', class: 'unclassified' },
  'secret-added': { text: 'Values are secret.', class: 'unclassified' },
  'secret-removed': { text: 'Values are no longer secret.', class: 'unclassified' },
  'place-deprecated': { text: 'An argument or a field is deprecated, and works.', class: 'compatible' },
  'place-restored': { text: 'An argument or a field is no longer deprecated.', class: 'compatible' },
  // Sentences and tables
  'statement-added': {
    text: 'There is a new sentence or row: a rule, an error, a state or a statement on the envelope.',
    class: 'unclassified',
  },
  'statement-removed': { text: 'A sentence or row is missing.', class: 'unclassified' },
  'statement-changed': { text: 'A sentence or row has other words.', class: 'unclassified' },
  'limit-changed': { text: 'A limit has another value.', class: 'unclassified' },
  'status-added': { text: 'A status has a new value.', class: 'breaking' },
  'status-removed': { text: 'A status lacks a value.', class: 'compatible' },
  'error-changed': { text: 'A call is refused with another code or message.', class: 'unclassified' },
  'answer-changed': { text: 'What the documents leave open is answered in another way than when it was accepted.', class: 'unclassified' },
  'behaviour-changed': { text: 'A call does something other than what the documents say.', class: 'unclassified' },
  'param-renamed-in-help': {
    text: 'The help text has another name for an argument; calls by position and by the documented name work.',
    class: 'compatible',
  },
  'help-wrong': { text: 'The help text contradicts the behaviour of the node.', class: 'unclassified' },
} as const satisfies { readonly [rule: string]: ChangeRule };

export type ChangeRuleName = keyof typeof changeRules;

/** Whether a method cannot be called by its documented name after this change: a target file lists it as absent. */
export function isOutOfReach(change: string): boolean {
  return change === 'method-removed' || change === 'wire-name-changed';
}

/** The class of a change by the published rules. Without a direction: the worse of both. */
export function classOf(rule: ChangeRuleName, direction?: Direction): ChangeClass {
  const { class: found }: ChangeRule = changeRules[rule];
  if (typeof found === 'string') return found;
  return direction === undefined ? worst([found.argument, found.result]) : found[direction];
}

/** The most serious of several classes; `compatible` for none. */
export function worst(classes: Iterable<ChangeClass>): ChangeClass {
  const all = [...classes];
  return (['breaking', 'unclassified'] as const).find((changeClass) => all.includes(changeClass)) ?? 'compatible';
}
