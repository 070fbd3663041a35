import { type Id, type Instant, present, wallTime } from '@bolsillo/kernel'
import { type Db, type Language, nameCause, type Tx, transaction } from '@bolsillo/server-kit'
import { writeSetting } from '@bolsillo/settings/domain'
import { findWorsening, type Worsening } from '@bolsillo/settings/server'
import { termSaid, topicOf } from '../domain/index.ts'
import type { WithdrawalsGiven } from './deps.ts'
import { tellTermsChange } from './notices.ts'
import { beginNotice, findNotice, moveNotice } from './terms-store.ts'
import { words } from './withdrawal-case.ts'

const perTurn = 100
const cityZone = 'America/Mexico_City'

/**
 * Tells every customer it touches of each change for the worse, one by one, by the ways they have: what it is, from what to
 * what, from when on, and that until then they leave on today's terms. Goes on where it was, whatever falls down between.
 */
export async function announceTerms(deps: WithdrawalsGiven): Promise<void> {
  const { services, terms } = deps
  for (const change of await findWorsening(services.sql, terms, services.clock.now())) {
    while (await tellSome(deps, change)) {
      // The next turn of customers.
    }
  }
}

/** One turn of customers. @returns whether there may be more. */
function tellSome(deps: WithdrawalsGiven, change: Worsening): Promise<boolean> {
  const { services } = deps
  const now = services.clock.now()
  return transaction(services.sql, async (tx) => {
    await nameCause(tx, { cause: 'job:withdrawals.announce-terms' })
    await beginNotice(tx, change.seq, now)
    const notice = present(await findNotice(tx, change.seq), 'a notice just begun')
    if (notice.done) return false
    const next = await deps.customersAfter(tx, notice.lastCustomer, perTurn)
    const touched: Id<'cus'>[] = []
    for (const customerId of next) if (await touches(deps, tx, change, customerId)) touched.push(customerId)
    for (const customerId of touched) await tellOne(deps, tx, change, customerId, now)
    const done = next.length < perTurn
    await moveNotice(tx, change.seq, {
      lastCustomer: next.at(-1) ?? notice.lastCustomer,
      told: touched.length,
      doneAt: done ? now : undefined,
    })
    return !done
  })
}

/** A limit of a level touches those of the level and whoever has none yet; all else touches everybody. */
async function touches(
  { people }: WithdrawalsGiven,
  db: Db,
  { setting }: Worsening,
  customerId: Id<'cus'>,
): Promise<boolean> {
  const level = topicOf(setting)?.of.level
  if (level === undefined) return true
  const person = await people.find(db, customerId)
  return person === undefined || String(person.level) === level
}

async function tellOne(
  deps: WithdrawalsGiven,
  tx: Tx,
  { setting, before, after, effectiveAt }: Worsening,
  customerId: Id<'cus'>,
  now: Instant,
): Promise<void> {
  const about = topicOf(setting)
  if (about === undefined) return
  const said = (language: Language, value: Worsening['before']): string =>
    typeof value === 'boolean'
      ? words[language].terms[value ? 'yes' : 'no']
      : termSaid(about.topic, writeSetting(value))
  const { date, hour, minute } = wallTime(effectiveAt, cityZone)
  const two = (part: number): string => String(part).padStart(2, '0')
  const when = `${date} ${two(hour)}:${two(minute)}`
  await tellTermsChange(
    deps,
    tx,
    { customerId, about, when, said: (language) => [said(language, before), said(language, after)] },
    now,
  )
}
