import { useCase } from '@bolsillo/server-kit'
import {
  noticeDays,
  pauseDaysSpan,
  pauseHoursInAll,
  pauseTimesMax,
  type Setting,
  writeSetting,
} from '@bolsillo/settings/domain'
import { findWorsening } from '@bolsillo/settings/server'
import { withdrawalTerms } from '../contract/index.ts'
import { returnLeavesMs, termSaid, topicOf } from '../domain/index.ts'
import type { WithdrawalsGiven } from './deps.ts'

/** The terms of withdrawals for anybody: what is in force, what it may never become, and what gets worse from when on. */
export const terms = useCase(withdrawalTerms, async (_request, { db, now }, { settings, terms }: WithdrawalsGiven) => {
  const ahead = await findWorsening(db, terms, now)
  return {
    noticeDays,
    returnHours: returnLeavesMs / 3_600_000,
    pauses: { hoursMax: pauseHoursInAll, timesMax: pauseTimesMax, days: pauseDaysSpan },
    rows: terms.flatMap((setting) => {
      const about = topicOf(setting)
      if (about === undefined) return []
      const said = (text: string): string => termSaid(about.topic, text)
      const value = said(writeSetting(settings.get(setting, now)))
      return [{ ...about, name: setting.publicName ?? setting.key, value, ...boundOf(setting, said) }]
    }),
    changes: ahead.flatMap(({ setting, before, after, effectiveAt, changedAt }) => {
      const about = topicOf(setting)
      if (about === undefined) return []
      const said = (value: typeof before): string => termSaid(about.topic, writeSetting(value))
      return [{ ...about, before: said(before), after: said(after), effectiveAt, changedAt }]
    }),
  }
})

/** The floor or ceiling beneath a setting: the side on which it would be worse. */
function boundOf(
  setting: Setting,
  said: (text: string) => string,
): { readonly least?: string; readonly most?: string } {
  if (setting.type !== 'whole' && setting.type !== 'decimal') return {}
  if (setting.worse === 'higher') return { most: said(String(setting.max)) }
  return setting.worse === 'lower' ? { least: said(String(setting.min)) } : {}
}
