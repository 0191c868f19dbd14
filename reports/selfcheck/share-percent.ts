/** A share from 0 to 1 as `97.3 %`, rounded down, so that 100 % means all. */
export function sharePercent(share: number): string {
  return `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`;
}
