import type { ReplyOf } from '@bolsillo/contract'
import { systemClock } from '@bolsillo/kernel'
import { portfolio } from '@bolsillo/portfolio/contract'
import { listStatements, readStatement } from '@bolsillo/statements/contract'
import { useUi } from '@bolsillo/ui'
import { type Client, customerOf, type SessionStore, useCustomer, useKit } from '@bolsillo/web-kit'
import { useEffect } from 'react'
import { copyOf, readCopy, writeCopy } from './copy.ts'

const everyMs = 120_000
const uses = ['pointerdown', 'keydown'] as const

/**
 * Keeps the newest positions, and the newest whole statement, while a signed-in customer uses the app: a call is use of a
 * session, and an app that lies open without a touch must not keep its own alive.
 */
export function useKeepCopy(): void {
  const { client, session } = useKit()
  const { zone } = useUi()
  const customer = useCustomer()
  useEffect(() => {
    if (customer === undefined) return
    let statement: ReplyOf<typeof readStatement> | undefined
    let usedAt = systemClock.now()
    const used = (): void => {
      usedAt = systemClock.now()
    }
    const keep = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || systemClock.now() - usedAt > everyMs) return
      statement ??= await lastStatement(client, zone)
      await keepNow({ client, session, customer, statement })
    }
    void keep()
    const timer = setInterval(() => void keep(), everyMs)
    for (const kind of uses) window.addEventListener(kind, used, { passive: true })
    return () => {
      clearInterval(timer)
      for (const kind of uses) window.removeEventListener(kind, used)
    }
  }, [client, session, customer, zone])
}

async function keepNow(options: {
  readonly client: Client
  readonly session: SessionStore
  readonly customer: string
  readonly statement: ReplyOf<typeof readStatement> | undefined
}): Promise<void> {
  const { client, session, customer, statement } = options
  const found = await client.call(portfolio, {})
  // Signed out while the answer was on its way: nothing is written behind it.
  if (found.kind !== 'reply' || customerOf(session.read()) !== customer) return
  const now = systemClock.now()
  writeCopy(copyOf(customer, now, found.data, statement ?? readCopy(customer, now)?.statement))
}

/** The statement of the last whole month; of the present one where there is none before it. */
async function lastStatement(client: Client, zone: string): Promise<ReplyOf<typeof readStatement> | undefined> {
  const listed = await client.call(listStatements, { zone })
  if (listed.kind !== 'reply') return undefined
  const month = listed.data.months.find(({ isComplete }) => isComplete) ?? listed.data.months[0]
  if (month === undefined) return undefined
  const answer = await client.call(readStatement, { from: month.from, to: month.to, zone })
  return answer.kind === 'reply' ? answer.data : undefined
}
