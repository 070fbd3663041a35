import type { Instant } from '@bolsillo/kernel'
import type { Setting, ValueOf } from '../domain/index.ts'

/** The settings in force. Reading is synchronous: values live in memory and follow the database within seconds. */
export interface Settings {
  /** The value in force now, or at an instant. */
  readonly get: <S extends Setting>(setting: S, at?: Instant) => ValueOf<S>
}
