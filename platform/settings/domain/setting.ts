import type {
  ChoiceSetting,
  DecimalSetting,
  FlagSetting,
  ListSetting,
  Setting,
  SettingValue,
  TextSetting,
  WholeSetting,
} from '@bolsillo/contract'
import { readDecimal } from '@bolsillo/kernel'

export {
  type DecimalSetting,
  defineSetting,
  type FlagSetting,
  type Setting,
  type SettingValue,
  type TextSetting,
  type WholeSetting,
  type Worse,
} from '@bolsillo/contract'

/** The type of a setting's value. */
export type ValueOf<S extends Setting> = S extends WholeSetting
  ? number
  : S extends DecimalSetting
    ? string
    : S extends FlagSetting
      ? boolean
      : S extends TextSetting
        ? string
        : S extends ChoiceSetting<string, infer Choice>
          ? Choice
          : S extends ListSetting<string, infer Choice>
            ? readonly Choice[]
            : never

/** Where the console finds what a setting is for, in its language. */
export function purposeWords({ key, words }: Setting): NonNullable<Setting['words']> {
  return words ?? { key, values: {} }
}

/** What is wrong with a value for a setting, or undefined when it is allowed. */
export function settingProblem(setting: Setting, value: SettingValue): string | undefined {
  switch (setting.type) {
    case 'whole':
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'is not a whole number'
      return value >= setting.min && value <= setting.max ? undefined : `is not in ${setting.min} … ${setting.max}`
    case 'decimal':
      return decimalProblem(setting, value)
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'is neither true nor false'
    case 'choice':
      return setting.choices.some((choice) => choice === value) ? undefined : `is none of ${setting.choices.join(', ')}`
    case 'text':
      return textProblem(setting, value)
    case 'list': {
      if (typeof value !== 'object') return 'is not a list'
      const stranger = value.find((word) => !setting.choices.includes(word))
      if (stranger !== undefined) return `holds ${stranger}, none of ${setting.choices.join(', ')}`
      return new Set(value).size === value.length ? undefined : 'holds a word twice'
    }
  }
}

// Control characters, and those that turn the direction of what is read or cannot be seen: what two people approve is what is shown.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

function textProblem({ lengthMax }: TextSetting, value: SettingValue): string | undefined {
  if (typeof value !== 'string') return 'is not a text'
  if (value.length > lengthMax) return `is longer than ${lengthMax}`
  if (value !== value.trim()) return 'begins or ends with a space'
  return unseen.test(value) ? 'holds what cannot be seen' : undefined
}

function decimalProblem(setting: DecimalSetting, value: SettingValue): string | undefined {
  if (typeof value !== 'string') return 'is not a decimal text'
  const reading = readDecimal(value, setting.scale)
  const min = readDecimal(setting.min, setting.scale)
  const max = readDecimal(setting.max, setting.scale)
  if (reading.kind === 'malformed') return 'is not a decimal'
  if (reading.kind === 'too-many-decimals') return `has over ${setting.scale} decimals`
  if (min.kind !== 'value' || max.kind !== 'value') return 'has bounds that are no decimals'
  return reading.kind === 'value' && reading.units >= min.units && reading.units <= max.units
    ? undefined
    : `is not in ${setting.min} … ${setting.max}`
}
