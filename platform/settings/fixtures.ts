import type { Setting, ValueOf } from './domain/index.ts'
import type { Settings } from './server/settings.ts'

/** Settings with their defaults, except for these: for tests of other rooms. */
export function fixedSettings(
  changed: readonly { readonly setting: Setting; readonly value: unknown }[] = [],
): Settings {
  return {
    get: <S extends Setting>(setting: S): ValueOf<S> => {
      const other = changed.find((row) => row.setting.key === setting.key)
      return (other === undefined ? setting.standard : other.value) as ValueOf<S>
    },
  }
}
