import { accountHoldMs, maskAddress } from '../../domain/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { waysOf } from '../deps.ts'
import { findAccountHold, findCoolDowns } from '../freeze/cool-down-store.ts'
import { type CustomerRecords, type CustomerSummary, newDestinationReasons } from '../money-guards.ts'
import { endSessions } from '../session/session-store.ts'
import { type Customer, findCustomer, findCustomerByNumber, saveIdentityState, saveStatus } from './customer-store.ts'

const summaryOf = (customer: Customer): CustomerSummary => ({
  customerId: customer.id,
  displayNumber: customer.displayNumber,
  account: maskAddress(customer.address),
  status: customer.status,
  identityState: customer.identityState,
  language: customer.language,
  createdAt: customer.createdAt,
})

/** What other rooms may know and change of a customer's account. */
export function createCustomerRecords({ sender, audit }: Pick<IdentityDeps, 'sender' | 'audit'>): CustomerRecords {
  return {
    coolDown: async (db, customerId, now) =>
      (await findCoolDowns(db, customerId, now)).find(({ reason }) => !newDestinationReasons.includes(reason)),
    accountHold: (db, customerId, now) => findAccountHold(db, customerId, now, accountHoldMs),
    find: async (db, customerId) => {
      const customer = await findCustomer(db, customerId)
      return customer === undefined ? undefined : summaryOf(customer)
    },
    findByNumber: async (db, displayNumber) => {
      const customer = /^[1-9][0-9]{7}$/.test(displayNumber)
        ? await findCustomerByNumber(db, BigInt(displayNumber))
        : undefined
      return customer === undefined ? undefined : summaryOf(customer)
    },
    setIdentityState: saveIdentityState,
    setStatus: async (tx, customerId, status, now) => {
      await saveStatus(tx, customerId, status)
      // Restricted or freed, whoever is signed in enters anew: a session is full or restricted from its beginning on.
      await endSessions(tx, { customerId, at: now, reason: 'disabled' })
      const action = status === 0 ? 'identity.restrict' : 'identity.free'
      await audit.record(tx, { at: now, actor: 'identity', action, subject: customerId, details: {} })
    },
    notify: async (tx, { customerId, title, text, now: at }) => {
      const customer = await findCustomer(tx, customerId)
      if (customer === undefined) return
      const { language } = customer
      const words = { title: title[language] ?? title['es-ES'] ?? '', text: text[language] ?? text['es-ES'] ?? '' }
      for (const to of waysOf(customer)) await sender.sendNotice(tx, { to, language, customerId, at, ...words })
    },
    writeTo: async (tx, { way, ...message }) => {
      const customer = await findCustomer(tx, message.customerId)
      const to = customer === undefined ? undefined : waysOf(customer).find(({ kind }) => kind === way)
      if (customer === undefined || to === undefined) return 0
      await sender.sendNotice(tx, { ...message, to, language: customer.language })
      return 1
    },
    ways: async (db, customerId) => {
      const customer = await findCustomer(db, customerId)
      return customer === undefined ? [] : waysOf(customer).map(({ kind }) => kind)
    },
  }
}
