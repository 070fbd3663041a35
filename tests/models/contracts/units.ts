/** Whole units of a decimal text. */
export function unitsOf(text: string | undefined, scale: number): bigint {
  const [whole = '0', part = ''] = (text ?? '0').split('.')
  const units =
    BigInt(whole.replace('-', '')) * 10n ** BigInt(scale) + BigInt((part + '0'.repeat(scale)).slice(0, scale) || '0')
  return whole.startsWith('-') ? -units : units
}
