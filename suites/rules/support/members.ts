/** The members of an object by name, for comparing objects of different types. */
export const membersOf = (object: object): ReadonlyMap<string, unknown> => new Map(Object.entries(object));
