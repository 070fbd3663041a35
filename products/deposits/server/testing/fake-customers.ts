import type { Id } from '@bolsillo/kernel'
import type { VerifiedPeople, VerifiedPerson } from '@bolsillo/kyc/server'
import type { Services } from '@bolsillo/server-kit'
import { testCustomer } from '@bolsillo/test-kit'
import type { DepositsDeps } from '../index.ts'

/** What customers were written, by the name of the notice's Spanish title. */
export interface Written {
  readonly customerId: Id<'cus'>
  readonly title: string
  readonly text: string
}

/** The limit of a day in these tests: MX$ 100,000.00. Coins have none. */
export const dayLimit = 10_000_000n

export function newPapers(): Map<Id<'cus'>, VerifiedPerson> {
  return new Map<Id<'cus'>, VerifiedPerson>([
    [testCustomer(1).customerId, { name: 'María López', country: 'MX', level: 1 }],
    [testCustomer(3).customerId, { name: 'João Silva', country: 'BR', level: 2 }],
  ])
}

export function peopleOf(papers: ReadonlyMap<Id<'cus'>, VerifiedPerson>): VerifiedPeople {
  const plain = (name: string): string =>
    name
      .normalize('NFD')
      .replaceAll(/[^A-Za-z ]/g, '')
      .toUpperCase()
  return {
    find: async (_, customerId) => papers.get(customerId),
    isNameOf: (person, name) => plain(person.name) === plain(name),
    limits: (_, code) => (code === 'MXN' ? { depositDay: dayLimit } : {}),
  }
}

export function customersOf(written: Written[], { clock }: Services): DepositsDeps['customers'] {
  const summary = (customerId: Id<'cus'>) => ({
    customerId,
    displayNumber: customerId.slice(-8),
    account: '+52 •••• 1907',
    status: 1 as const,
    identityState: 'succ' as const,
    language: 'es-ES',
    createdAt: clock.now(),
  })
  return {
    find: async (_, customerId) => summary(customerId),
    findByNumber: async (_, number) => {
      const known = [1, 3].map((one) => testCustomer(one).customerId).find((id) => id.endsWith(number))
      return known === undefined ? undefined : summary(known)
    },
    notify: async (_, { customerId, title, text }) => {
      written.push({ customerId, title: title['es-ES'] ?? '', text: text['es-ES'] ?? '' })
    },
  }
}
