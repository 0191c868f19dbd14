const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether arrays and objects in a JSON text are nested deeper than `max`, without parsing it: parsers need time and memory
 * for each level, or fail by their own recursion. Reads no further than the first bracket that is too deep. Of a text that
 * is not JSON the answer means nothing.
 */
export function isNestedDeeper(text: string, max: number): boolean {
  if (text.length <= max) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at += 1;
      continue;
    }
    // [ and { differ by 0x20 only, and so do ] and }.
    const bracket = code | 0x20;
    if (bracket === 0x7b) {
      depth += 1;
      if (depth > max) return true;
    } else if (bracket === 0x7d) depth -= 1;
  }
  return false;
}
