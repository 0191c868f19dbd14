/** The schema, by which a member that it does not name is an error: a cluster would drop it without a word. */
export function strictSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strictSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'properties' ? strictMembers(value as object) : strictSchema(value)]),
  );
  return 'properties' in copy && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy;
}

/** Schemas by the names of members, one of which may be `properties` itself. */
const strictMembers = (members: object): object =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, strictSchema(schema)]));
