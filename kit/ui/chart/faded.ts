/** A computed `rgb(…)` color with an alpha. */
export function faded(color: string, alpha: number): string {
  return color.startsWith('rgb(') ? color.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`) : color
}
