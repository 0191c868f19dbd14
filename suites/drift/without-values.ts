const LONGEST = 200;

/** The first line of a message of a node without values that differ between calls: hashes, addresses, Base64, numbers, paths. */
export function withoutValues(message: string): string {
  return (message.split('\n', 1)[0] ?? '')
    .replace(/(?<![\w.+/])\/[\w./-]{6,}/g, '…')
    .replace(/(?<![\w+/])(?=[\w+/]*\d)[\w+/]{40,}={0,2}/g, '…')
    .replace(/\b(?:[0-9a-f]{8,}|(?=[a-z]*\d)[a-z0-9]{20,})\b/gi, '…')
    .replace(/"[^"]{12,}"/g, '"…"')
    .replace(/(?<!\w)(?<!with -?|error -?)-?\d+(?:[.,]\d+)*(?!\w)/g, '…')
    .slice(0, LONGEST);
}
