import { identityRejections } from '@bolsillo/identity/contract'
import type { AccountHold, CoolDown } from '@bolsillo/identity/server'
import { type Id, instant, reject } from '@bolsillo/kernel'
import type { WithdrawalsGiven } from '../deps.ts'

// What the rooms of people would say of customers, as a test wants it.

export const rightPassword = '835270'
export const mariaName = 'María Fernanda López'

/** The facts a test may change while it runs. */
export interface StandFacts {
  verified: boolean
  depositDay?: bigint | undefined
  limitDay: bigint | undefined
  limitMonth: bigint | undefined
  coolDown: CoolDown | undefined
  accountHold: AccountHold | undefined
  pausedUntil: number
  /** Whether customers can be credited; they can when left out. */
  gone?: boolean
}

/** A notification a customer received. */
export interface Notice {
  readonly customerId: Id<'cus'>
  readonly title: Readonly<Record<string, string>>
  readonly text: Readonly<Record<string, string>>
}

export const freshFacts: StandFacts = {
  verified: true,
  limitDay: undefined,
  limitMonth: undefined,
  coolDown: undefined,
  accountHold: undefined,
  pausedUntil: 0,
}

const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

export function peopleOf(facts: StandFacts): WithdrawalsGiven['people'] {
  return {
    find: async () => (facts.verified ? { name: mariaName, country: 'MX', level: 1 } : undefined),
    isNameOf: (person, name) => plain(person.name) === plain(name),
    limits: () => ({
      ...(facts.depositDay === undefined ? {} : { depositDay: facts.depositDay }),
      ...(facts.limitDay === undefined ? {} : { withdrawalDay: facts.limitDay }),
      ...(facts.limitMonth === undefined ? {} : { withdrawalMonth: facts.limitMonth }),
    }),
  }
}

export const passwords: WithdrawalsGiven['passwords'] = {
  isSet: async () => true,
  verify: async ({ password }) =>
    password === rightPassword
      ? undefined
      : reject(identityRejections.withdrawalPasswordWrong, {
          field: 'withdrawalPassword',
          values: { triesLeft: '4' },
        }),
}

export function customersOf(facts: StandFacts, notices: Notice[]): WithdrawalsGiven['customers'] {
  return {
    coolDown: async (_, __, now) =>
      facts.coolDown !== undefined && facts.coolDown.until > now ? facts.coolDown : undefined,
    accountHold: async (_, __, now) =>
      facts.accountHold !== undefined && facts.accountHold.until > now ? facts.accountHold : undefined,
    find: async (_, customerId) =>
      facts.gone === true
        ? undefined
        : {
            customerId,
            displayNumber: '10000001',
            account: '+52 55 •••• 1907',
            status: 1,
            identityState: 'succ',
            language: 'es-ES',
            createdAt: instant(1_700_000_000_000),
          },
    findByNumber: async () => undefined,
    setIdentityState: async () => undefined,
    setStatus: async () => undefined,
    notify: async (_, notice) => void notices.push(notice),
    writeTo: async () => 0,
    ways: async () => [],
  }
}
