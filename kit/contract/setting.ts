/** What a setting's value may be. Amounts and rates are decimal texts, never numbers. */
export type SettingValue = string | number | boolean | readonly string[]

/**
 * Which change of a setting is worse for customers who withdraw: a higher value, a lower one, `false`, or any other
 * value.
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
  /** A sentence shared by many settings, with its values. Absent: the words are under the setting’s own key. */
  readonly words?: PurposeWords
  /** The name under which `/common/prop` and `/common/props` publish it; absent: not public. */
  readonly publicName?: string
  /**
   * Set on exactly those settings that affect withdrawals. Their bounds limit what staff can approve, and a change
   * for the worse is announced `noticeDays` ahead (`needsNotice`).
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
export interface ChoiceSetting<Key extends string = string, Choice extends string = string> extends SettingBase<Key> {
  readonly type: 'choice'
  readonly standard: Choice
  readonly choices: readonly Choice[]
}

/** Several of a closed list of words, without repetition; the order counts. */
export interface ListSetting<Key extends string = string, Choice extends string = string> extends SettingBase<Key> {
  readonly type: 'list'
  readonly standard: readonly Choice[]
  readonly choices: readonly Choice[]
}

/** One line of text, such as a name or an address; empty until somebody fills it in. Shown as text only, never as markup. */
export interface TextSetting<Key extends string = string> extends SettingBase<Key> {
  readonly type: 'text'
  readonly standard: string
  readonly lengthMax: number
}

/** A setting, as data a room declares beside the code that reads it. */
export type Setting = WholeSetting | DecimalSetting | FlagSetting | ChoiceSetting | ListSetting | TextSetting

/** Declares a setting. Its own default must be a value it allows; the registry asserts that. */
export function defineSetting<const S extends Setting>(setting: S): S {
  return setting
}
