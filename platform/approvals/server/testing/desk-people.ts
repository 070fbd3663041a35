import type { CustomerRecords, CustomerSummary, StaffAccounts } from '@bolsillo/identity/server'
import type { Id, Instant } from '@bolsillo/kernel'

/** Customers by their ids. */
export const people = new Map<string, CustomerSummary>()
/** Cases of another room. */
export const cases = new Map<string, { readonly customerId: Id<'cus'>; readonly endedAt: Instant | undefined }>()
/** The notifications customers received. */
export const notices: { readonly customerId: string; readonly title: Readonly<Record<string, string>> }[] = []
/** The identity room as the desk of staff sees it. */
export const records: CustomerRecords = {
  coolDown: async () => undefined,
  accountHold: async () => undefined,
  find: async (_, id) => people.get(id),
  findByNumber: async (_, number) => [...people.values()].find(({ displayNumber }) => displayNumber === number),
  setIdentityState: async () => undefined,
  setStatus: async (_, id, status) => {
    const person = people.get(id)
    if (person !== undefined) people.set(id, { ...person, status })
  },
  notify: async (_, notice) => void notices.push(notice),
  writeTo: async () => 0,
  ways: async () => [],
}

/** Staff accounts of a house without staff. */
export const nobody: StaffAccounts = {
  list: async () => [],
  invitations: async () => [],
  unconfirmed: async () => [],
  isTaken: async () => false,
  holderOf: async () => undefined,
  sharedMark: async () => undefined,
  inForce: ({ roles }) => roles,
  waitMs: () => 0,
  announcements: async () => [],
  rootActs: async () => ({ ever: 0, lately: 0, lastAt: undefined }),
  lock: async () => [],
  invite: async () => undefined,
  sendAgain: async () => undefined,
  typeNumber: async () => ({ is: 'void' }),
  setRoles: async () => undefined,
  end: async () => undefined,
}
