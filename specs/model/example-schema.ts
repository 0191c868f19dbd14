/** The parts of the meta-schema that it shares. */
interface Parts {
  readonly text: object;
  readonly closed: (properties: object, required: string[]) => object;
  readonly about: (description: string, schema: object) => object;
}

/** The examples of a method, and the errors that it answers, in its file. */
export function exampleSchemas({ text, closed, about }: Parts): { readonly examples: object; readonly errors: object } {
  const code = { type: 'integer' };
  const example = closed(
    {
      name: about('Unique within the method; the last part of the id of its case.', { type: 'string', pattern: '^[\\w@%+=:,.-]+$' }),
      text: about('What it shows, in a sentence.', text),
      params: about('The arguments: in order, or by name.', { type: ['array', 'object'] }),
      result: about('The result. Of an object only the members that must have these values.', {}),
      error: about('The refusal. Its code is judged.', closed({ code, message: text }, ['code'])),
      illustrative: about(
        'The values need not exist on the service: the result is judged by its description only, and a refusal is observed.',
        { const: true },
      ),
    },
    ['name', 'params'],
  );
  return {
    examples: about('Calls with their answers. Each with a result or an error is tried by a case.', { type: 'array', items: example }),
    errors: about('Errors with which the method refuses calls; there may be others.', {
      type: 'array',
      items: closed({ code, message: text }, ['code', 'message']),
    }),
  };
}
