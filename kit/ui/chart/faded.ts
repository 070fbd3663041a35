/** A color with an alpha, from the `rgb(…)` a browser answers. */
export function faded(color: string, alpha: number): string {
  return color.startsWith('rgb(') ? color.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`) : color
}
