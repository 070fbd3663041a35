import { handlersOf, type Room } from '@bolsillo/server-kit'
import { messages as enUS } from '../../messages/en-US.ts'
import { messages as esES } from '../../messages/es-ES.ts'
import { messages as ptBR } from '../../messages/pt-BR.ts'
import type { OwnLimitsDeps } from './deps.ts'
import { createHeldMoney, type HeldMoney } from './held-money.ts'
import { findAccountsToLookAt } from './held-store.ts'
import { beginPause, readLimits, setLimit, withdrawChange } from './limit-calls.ts'
import { createOwnLimits, type OwnLimits } from './order-limits.ts'

export type { OwnLimitsDeps, RealisedResult, ResultsSince } from './deps.ts'
export type { Credited, HeldMoney } from './held-money.ts'
export type { OwnLimits } from './order-limits.ts'

/** Milliseconds between looks at whether limits have room for money that is held. */
const lookEveryMs = 60_000
/** Accounts looked at in one round. */
const accountsMax = 200

/** Customers' own limits, as a room and as what other rooms ask. */
interface OwnLimitsRoom {
  readonly room: Room
  readonly ownLimits: OwnLimits & HeldMoney
  /** One round of the job: releases held money that the limits have room for. */
  readonly liftHeld: () => Promise<void>
}

/** Makes the room of customers' own limits. Its money is held by `held-money.ts`, its refusals are `order-limits.ts`. */
export function createLimits(deps: OwnLimitsDeps): OwnLimitsRoom {
  const heldMoney = createHeldMoney(deps)
  const liftHeld = async (): Promise<void> => {
    for (const account of await findAccountsToLookAt(deps.services.sql, accountsMax)) await heldMoney.lift(account)
  }
  const { beyond, heldOn, letGo, cameBack } = heldMoney
  return {
    room: {
      name: 'limits',
      handlers: handlersOf([readLimits, setLimit, withdrawChange, beginPause], deps),
      jobs: [{ name: 'limits.lift-held', everyMs: lookEveryMs, run: liftHeld }],
      messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
    },
    ownLimits: { ...createOwnLimits(deps), beyond, heldOn, letGo, cameBack },
    liftHeld,
  }
}
