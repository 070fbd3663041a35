import { readDecimal } from '@bolsillo/kernel'

/** What a setting's value may be. Amounts and rates are decimal texts, never numbers. */
export type SettingValue = string | number | boolean | readonly string[]

/**
 * Which change of a setting is for the worse for whoever wants their money out: a higher value, a lower one, `false`, or
 * any other than the one in force.
 */
export type Worse = 'higher' | 'lower' | 'off' | 'any'

/** A sentence of a room’s `messages/purposes`, by its key from the room on, and what its `{placeholders}` say. */
interface PurposeWords {
  readonly key: string
  readonly values: Readonly<Record<string, string>>
}

interface SettingBase<Key extends string> {
  /** `room.what-unit`: `trading.collar-bps`. Stable for ever: history is kept under it. */
  readonly key: Key
  /** One sentence in English: what is set, its unit and its effect. The console has it in every language. */
  readonly purpose: string
  /** The sentence that says many settings, and its values. Absent: the words stand under the setting’s own key. */
  readonly words?: PurposeWords
  /** The name under which `/common/prop` and `/common/props` publish it; absent: not public. */
  readonly publicName?: string
  /**
   * On every setting that touches a withdrawal, and on no other. Its bounds are then the floor and ceiling beneath whatever
   * staff may agree on, and a change for the worse is announced `noticeDays` ahead (`needsNotice`).
   */
  readonly worse?: Worse
}

/** A whole number between bounds, both included. */
export interface WholeSetting<Key extends string = string> extends SettingBase<Key> {
  readonly type: 'whole'
  readonly standard: number
  readonly min: number
  readonly max: number
}

/** A decimal text between bounds, both included, of at most `scale` decimals. */
export interface DecimalSetting<Key extends string = string> extends SettingBase<Key> {
  readonly type: 'decimal'
  readonly standard: string
  readonly min: string
  readonly max: string
  readonly scale: number
}

/** Yes or no. */
export interface FlagSetting<Key extends string = string> extends SettingBase<Key> {
  readonly type: 'flag'
  readonly standard: boolean
}

/** One of a closed list of words. */
interface ChoiceSetting<Key extends string = string, Choice extends string = string> extends SettingBase<Key> {
  readonly type: 'choice'
  readonly standard: Choice
  readonly choices: readonly Choice[]
}

/** Several of a closed list of words, without repetition; the order counts. */
interface ListSetting<Key extends string = string, Choice extends string = string> extends SettingBase<Key> {
  readonly type: 'list'
  readonly standard: readonly Choice[]
  readonly choices: readonly Choice[]
}

/** A setting, as data a room declares beside the code that reads it. */
export type Setting = WholeSetting | DecimalSetting | FlagSetting | ChoiceSetting | ListSetting

/** The type of a setting's value. */
export type ValueOf<S extends Setting> = S extends WholeSetting
  ? number
  : S extends DecimalSetting
    ? string
    : S extends FlagSetting
      ? boolean
      : S extends ChoiceSetting<string, infer Choice>
        ? Choice
        : S extends ListSetting<string, infer Choice>
          ? readonly Choice[]
          : never

/** Declares a setting. Its own default must be a value it allows; the registry asserts that. */
export function defineSetting<const S extends Setting>(setting: S): S {
  return setting
}

/** Where the console finds what a setting is for, in its language. */
export function purposeWords({ key, words }: Setting): PurposeWords {
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
    case 'list': {
      if (typeof value !== 'object') return 'is not a list'
      const stranger = value.find((word) => !setting.choices.includes(word))
      if (stranger !== undefined) return `holds ${stranger}, none of ${setting.choices.join(', ')}`
      return new Set(value).size === value.length ? undefined : 'holds a word twice'
    }
  }
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
