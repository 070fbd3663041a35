/** The part of a place a map needs. */
interface Spot {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

/**
 * The address that opens the device’s own maps, whichever its owner uses: `geo:` (RFC 5870, with the label Android reads), or
 * Apple’s `maps:`, because its devices do not open `geo:`. Neither goes to a site.
 */
export function mapsLink({ name, latitude, longitude }: Spot, userAgent: string): string {
  const at = `${latitude},${longitude}`
  if (/\b(?:iPhone|iPad|iPod|Macintosh)\b/.test(userAgent)) return `maps:?ll=${at}&q=${encodeURIComponent(name)}`
  return `geo:${at}?q=${at}(${encodeURIComponent(name)})`
}
