import { present } from '@bolsillo/kernel'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { memoryRail } from './memory-rail.ts'
import { dataOf, type WithdrawalsStand, withdrawalsStand } from './withdrawals-stand.ts'

/** What a customer reads of one withdrawal, as far as tests look at it. */
export interface WithdrawalWire {
  readonly withdrawal: {
    readonly withdrawalId: string
    readonly state: string
    readonly returned: boolean
    readonly failReason?: string
    readonly externalId?: string
    readonly hold?: { readonly reason: string }
    readonly escalated: boolean
  }
  readonly history: readonly { readonly what: string; readonly by: string }[]
}

type Payout = ReturnType<typeof memoryRail>['taken'][number]

/** María, verified, with a million pesos and a CLABE she may use; and what tests have her do again and again. */
interface MariaWithdraws {
  /** Of this file alone; there from the first test on. */
  readonly stand: WithdrawalsStand
  readonly clabe: string
  /** Confirms a withdrawal as quoted, with these changes. */
  readonly ask: (
    amount: string,
    changes?: Readonly<Record<string, string>>,
    key?: string,
  ) => ReturnType<WithdrawalsStand['as']>
  /** As `ask`, and gives the withdrawal's id. */
  readonly asked: (amount?: string) => Promise<string>
  readonly read: (withdrawalId: string) => Promise<WithdrawalWire>
  /** The payment the rail was asked for. */
  readonly payoutOf: (withdrawalId: string) => Payout
  /** Sends what is accepted, and reads what the rail says. */
  readonly settle: () => Promise<void>
  /** Cancels what earlier tests left under review: only so many may be on their way. */
  readonly cancelAll: () => Promise<void>
}

/** Sets the file's tests up: a stand before all, its facts as they were before each. Called once, at the top of a file. */
export function mariaWithdraws(): MariaWithdraws {
  let opened: { readonly stand: WithdrawalsStand; readonly clabe: string } | undefined
  const there = () => present(opened, 'the stand: it opens before the first test')
  beforeAll(async () => {
    const stand = await withdrawalsStand()
    await stand.fund(1, 'MXN', 1_000_000_00n)
    opened = { stand, clabe: await stand.usableClabe(1) }
  })
  afterAll(async () => {
    await opened?.stand.close()
  })
  beforeEach(() => {
    const asAtFirst = {
      verified: true,
      limitDay: undefined,
      limitMonth: undefined,
      coolDown: undefined,
      accountHold: undefined,
      pausedUntil: 0,
    }
    Object.assign(there().stand.facts, asAtFirst)
  })
  const ask: MariaWithdraws['ask'] = async (amount, changes = {}, key = undefined) => {
    const { stand, clabe } = there()
    return await stand.as(1, '/user/withdraw/add', { ...(await stand.confirmed(1, clabe, amount)), ...changes }, key)
  }
  return {
    get stand() {
      return there().stand
    },
    get clabe() {
      return there().clabe
    },
    ask,
    asked: async (amount = '1000.00') => dataOf<WithdrawalWire>(await ask(amount)).withdrawal.withdrawalId,
    read: async (withdrawalId) =>
      dataOf<WithdrawalWire>(await there().stand.as(1, `/user/withdraw/info?withdrawalId=${withdrawalId}`)),
    payoutOf: (withdrawalId) =>
      present(
        there().stand.spei.taken.find(({ reference }) => reference.endsWith(withdrawalId.slice(-10))),
        'a payment that was asked for',
      ),
    settle: async () => {
      const { engine } = there().stand
      await engine.sendPayouts()
      await engine.readRails()
    },
    cancelAll: async () => {
      const { stand } = there()
      const open = await stand.as(1, '/user/withdraw/order?state=under-review&limit=100')
      for (const { withdrawalId } of dataOf<{ rows: { withdrawalId: string }[] }>(open).rows) {
        await stand.as(1, '/user/withdraw/cancel', { withdrawalId })
      }
    },
  }
}
