import type { Wire } from '../../specs/model/wire.ts';
import type { Trial } from '../../engine/trial.ts';

/** Address ranges that are reserved for documentation (RFC 5737). */
const RANGES = ['192.0.2', '198.51.100', '203.0.113'] as const;

/** Every string in a value: the documents leave the form of the list of bans open. */
function texts(value: Wire): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...texts(item)]);
}

/** Whether listbanned contains a subnet; a single IPv4 address may have a mask or not. */
export async function isListed(t: Trial, subnet: string): Promise<boolean> {
  const named = texts(await t.result('listbanned'));
  return named.includes(subnet) || (subnet.endsWith('/32') && named.includes(subnet.slice(0, -3)));
}

/** Different reserved addresses that are not banned, with their mask. */
export async function freeAddresses(t: Trial, count: number): Promise<string[]> {
  const free = new Set<string>();
  while (free.size < count) {
    const subnet = `${t.random.pick(RANGES)}.${t.random.integer(1, 254)}/32`;
    if (!(await isListed(t, subnet))) free.add(subnet);
  }
  return [...free];
}

/** Removes the bans that still exist. */
export async function liftBans(t: Trial, subnets: readonly string[]): Promise<void> {
  for (const subnet of subnets) if (await isListed(t, subnet)) await t.world.result('setban', { subnet, command: 'remove' });
}

/** Bans subnets, runs `during`, and removes the remaining bans. */
export async function whileBanned(t: Trial, subnets: readonly string[], during: () => Promise<void>): Promise<void> {
  try {
    for (const subnet of subnets) await t.result('setban', { subnet, command: 'add', bantime: 600 });
    await during();
  } finally {
    await liftBans(t, subnets);
  }
}
