/** How long a tracking number of a bank may be. */
export const trackingKeyLength = { min: 4, max: 60 } as const

/**
 * The one spelling of a bank's tracking number: people copy it with spaces, in small letters, with accents their keyboard
 * adds or in letters of full width, and it is the same number. What is left may still be none (`isTrackingKey`).
 */
export function canonicalTrackingKey(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\s]/gu, '')
    .toUpperCase()
}

/** Whether a text in its one spelling is a number a rail can tell. */
export function isTrackingKey(canonical: string): boolean {
  const { min, max } = trackingKeyLength
  return /^[\x21-\x7e]+$/.test(canonical) && canonical.length >= min && canonical.length <= max
}
