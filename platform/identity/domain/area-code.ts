import type { CountryCode } from 'libphonenumber-js/core'

/** A country whose phones can open an account: what the picker shows. Names come from the browser, in its language. */
export interface AreaCode {
  readonly code: string
  /** ISO 3166: the first is the one the picker names. */
  readonly countries: readonly [CountryCode, ...CountryCode[]]
}

/** Mexico first, because most customers are there; then by how many speak our languages nearby. */
export const areaCodes: readonly AreaCode[] = [
  { code: '+52', countries: ['MX'] },
  { code: '+1', countries: ['US', 'CA', 'DO', 'PR'] },
  { code: '+55', countries: ['BR'] },
  { code: '+34', countries: ['ES'] },
  { code: '+54', countries: ['AR'] },
  { code: '+57', countries: ['CO'] },
  { code: '+56', countries: ['CL'] },
  { code: '+51', countries: ['PE'] },
  { code: '+593', countries: ['EC'] },
  { code: '+591', countries: ['BO'] },
  { code: '+595', countries: ['PY'] },
  { code: '+598', countries: ['UY'] },
  { code: '+58', countries: ['VE'] },
  { code: '+502', countries: ['GT'] },
  { code: '+503', countries: ['SV'] },
  { code: '+504', countries: ['HN'] },
  { code: '+505', countries: ['NI'] },
  { code: '+506', countries: ['CR'] },
  { code: '+507', countries: ['PA'] },
  { code: '+351', countries: ['PT'] },
]

/** The specification's default. */
export const areaCodeDefault = '+52'

/** The area code of that text, with or without its plus sign; undefined when we do not serve it. */
export function areaCodeOf(text: string): AreaCode | undefined {
  const code = text.startsWith('+') ? text : `+${text}`
  return areaCodes.find((area) => area.code === code)
}
