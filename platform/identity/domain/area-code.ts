import { appSettings } from '@bolsillo/settings/domain'
import type { CountryCode } from 'libphonenumber-js/core'

/** A country whose phones can open an account: what the picker shows. Names come from the browser, in its language. */
export interface AreaCode {
  readonly code: string
  /** ISO 3166: the first is the one the picker names. */
  readonly countries: readonly [CountryCode, ...CountryCode[]]
}

type PublishedCode = (typeof appSettings.areaCodes.choices)[number]

/** The countries of each code that may be published: none can be offered without its countries. */
const countriesOf: Readonly<Record<PublishedCode, AreaCode['countries']>> = {
  '+52': ['MX'],
  '+1': ['US', 'CA', 'DO', 'PR'],
  '+55': ['BR'],
  '+34': ['ES'],
  '+54': ['AR'],
  '+57': ['CO'],
  '+56': ['CL'],
  '+51': ['PE'],
  '+593': ['EC'],
  '+591': ['BO'],
  '+595': ['PY'],
  '+598': ['UY'],
  '+58': ['VE'],
  '+502': ['GT'],
  '+503': ['SV'],
  '+504': ['HN'],
  '+505': ['NI'],
  '+506': ['CR'],
  '+507': ['PA'],
  '+351': ['PT'],
}

/** Every area code whose numbers can be read, in the order they are offered in. */
export const areaCodes: readonly AreaCode[] = appSettings.areaCodes.choices.map((code) => ({
  code,
  countries: countriesOf[code],
}))

/** Where a number without its area code belongs, unless an operator set another. */
export const areaCodeDefault = appSettings.areaCode.standard

/** The area code of that text, with or without its plus sign; undefined when its numbers cannot be read. */
export function areaCodeOf(text: string): AreaCode | undefined {
  const code = text.startsWith('+') ? text : `+${text}`
  return areaCodes.find((area) => area.code === code)
}
