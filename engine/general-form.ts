/** `tx[0].vin[12].txid` is `tx[].vin[].txid`; names that are values (hashes, addresses, numbers) become `{}`. */
export function generalPath(path: string): string {
  return path
    .replace(/\[\d+\]/g, '[]')
    .replace(/\[["'][^\]]*["']\]/g, '{}')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d+)?/g, '{}')
    .replace(/[^.[\]]+/g, (name) => (isValue(name) ? '{}' : name));
}

/** A message without its values, which differ between calls. The code of an error is kept: it identifies the error. */
export function generalText(text: string): string {
  return text
    .replace(/\[\d+\]/g, '[]')
    .replace(/[{[]["{[\d].*[}\]]/g, '{}') // JSON
    .replace(/\b(is|expected|answered|got|was) "[^"]*"/g, '$1 {}')
    .replace(/(?<![\w.])\/[\w./-]{6,}/g, '{}') // a path of the file system
    .replace(/(?<!refused with |error )(?<![\w.-])-?\d+(?:[.,]\d+)*(?!\w)/g, '{}')
    .replace(/\b(?:[0-9a-f]{8,}|(?=[a-z]*\d)[a-z0-9]{20,})\b/gi, '{}');
}

function isValue(name: string): boolean {
  if (/^\d+$/.test(name) || /^[0-9a-f]{16,}(?:[-:]\d+)?$/i.test(name)) return true;
  return /^[a-z0-9]{25,}$/i.test(name) && /\d/.test(name); // base58 and bech32 addresses
}
