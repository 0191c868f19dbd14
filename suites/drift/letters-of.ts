/** What is left of a name if only its letters count: `gobject get`, `gobject_get` and `gobjectGet` are one. */
export const lettersOf = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, '');
