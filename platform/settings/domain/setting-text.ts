import type { Setting, SettingValue } from './setting.ts'
import { settingProblem } from './setting.ts'

/** A value as one text: a list is its words with commas between them. */
export function writeSetting(value: SettingValue): string {
  return typeof value === 'object' ? value.join(',') : String(value)
}

/** Reads a text written for a setting; undefined when it is no value the setting allows. */
export function readSetting(setting: Setting, text: string): SettingValue | undefined {
  const value = typedBy(setting, text)
  return value === undefined || settingProblem(setting, value) !== undefined ? undefined : value
}

function typedBy(setting: Setting, text: string): SettingValue | undefined {
  switch (setting.type) {
    case 'whole':
      return /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : undefined
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'decimal':
    case 'choice':
    case 'text':
      return text
    case 'list':
      return text === '' ? [] : text.split(',')
  }
}
