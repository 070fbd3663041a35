import { type Setting, type SettingValue, settingProblem, type ValueOf } from './setting.ts'

/** Whether a value of any kind is one of a setting's. */
function isValueOf<S extends Setting>(setting: S, value: SettingValue): value is ValueOf<S> & SettingValue {
  return settingProblem(setting, value) === undefined
}

/** A stored or published value; undefined when it can be of no setting. */
export function settingValue(value: unknown): SettingValue | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return Array.isArray(value) && value.every((word) => typeof word === 'string') ? value : undefined
}

/**
 * The value of a setting among those a server publishes by their public names. Its default where it is not published, or
 * holds what this version does not know: a newer server than the page.
 */
export function publishedValue<S extends Setting>(setting: S, props: Readonly<Record<string, unknown>>): ValueOf<S> {
  const { publicName, standard }: Setting = setting
  const published = publicName === undefined ? undefined : settingValue(props[publicName])
  const value: SettingValue = published !== undefined && isValueOf(setting, published) ? published : standard
  return typedValue(setting, value)
}

/** A value with the type of its setting. */
export function typedValue<S extends Setting>(setting: S, value: SettingValue): ValueOf<S> {
  if (isValueOf(setting, value)) return value
  throw new Error(`the value of ${setting.key} is not allowed`)
}
