/** How long a tracking number of a bank may be. */
export const trackingKeyLength = { min: 4, max: 60 } as const
/** How long the number of a transfer made by hand may be. */
export const manualKeyLength = { min: 4, max: 40 } as const

/**
 * The one spelling of a bank's tracking number: people copy it with spaces, in small letters, with accents their keyboard
 * adds or in letters of full width, and it is the same number. The result may still be malformed (`isTrackingKey`).
 */
export function canonicalTrackingKey(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\s]/gu, '')
    .toUpperCase()
}

/** Whether a canonical text has the form of a tracking number. */
export function isTrackingKey(canonical: string): boolean {
  const { min, max } = trackingKeyLength
  return /^[\x21-\x7e]+$/.test(canonical) && canonical.length >= min && canonical.length <= max
}
