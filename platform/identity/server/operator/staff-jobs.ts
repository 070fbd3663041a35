import { type Instant, instant, writeMoment } from '@bolsillo/kernel'
import { type Job, type Tx, transaction } from '@bolsillo/server-kit'
import type { Mail } from '../../messages/mail/es-ES.ts'
import { findCustomer } from '../account/customer-store.ts'
import { type IdentityDeps, waysOf } from '../deps.ts'
import { type Announcement, type AnnouncementKind, announce, lockUnsent, saveSent } from './announcement-store.ts'
import { endOperator, endOperatorSessions, findStaff, lockStaff, saveRoles } from './operator-store.ts'

const announcementsPerRun = 20

/** Sends announcements to the addresses of the staff who have one here, and takes powers away when it is time. */
export function staffJobs(deps: IdentityDeps): readonly Job[] {
  return [
    {
      name: 'staff-news',
      everyMs: 20_000,
      run: async ({ sql, clock }) => {
        await transaction(sql, (tx) => tell(deps, tx, clock.now()), { cause: 'job:staff-news' })
      },
    },
    {
      name: 'staff-changes',
      everyMs: 20_000,
      run: async ({ sql, clock }) => {
        await transaction(sql, (tx) => takeDue(deps, tx, clock.now()), { cause: 'job:staff-changes' })
      },
    },
  ]
}

const kinds: Readonly<Record<AnnouncementKind, keyof Mail>> = {
  invited: 'staff-news-invited',
  powers: 'staff-news-powers',
  removal: 'staff-news-removal',
  removed: 'staff-news-removed',
  'root-invitation': 'staff-news-root',
}

async function tell(deps: IdentityDeps, tx: Tx, now: Instant): Promise<void> {
  const unsent = await lockUnsent(tx, announcementsPerRun)
  if (unsent.length === 0) return
  const people = (await findStaff(tx)).flatMap(({ person, endedAt }) =>
    person === undefined || endedAt !== undefined ? [] : [person],
  )
  for (const customerId of people) {
    const customer = await findCustomer(tx, customerId)
    if (customer === undefined) continue
    const { language } = customer
    for (const announcement of unsent) {
      const kind = kinds[announcement.kind]
      for (const to of waysOf(customer)) {
        await deps.sender.send(tx, { to, kind, language, values: wordsOf(announcement), customerId, at: now })
      }
    }
  }
  const numbers = unsent.map(({ number }) => number)
  await saveSent(tx, numbers, now)
}

function wordsOf({ name, account, roles, from }: Announcement): Readonly<Record<string, string>> {
  return { name, account, roles: roles.join(', '), from: from === undefined ? '' : writeMoment(from) }
}

/** Takes roles, or ends accounts, whose wait is over. */
async function takeDue(deps: IdentityDeps, tx: Tx, now: Instant): Promise<void> {
  const isDue = ({ change, endedAt }: Awaited<ReturnType<typeof findStaff>>[number]): boolean =>
    endedAt === undefined && change !== undefined && change.from <= now
  if (!(await findStaff(tx)).some(isDue)) return
  for (const account of (await lockStaff(tx)).filter(isDue)) {
    const { id, change, name, account: called, waitingRoles, powersFrom } = account
    const roles = change?.roles ?? []
    const lost = account.roles.filter((role) => !roles.includes(role))
    const at = instant(now)
    if (roles.length === 0) await endOperator(tx, id, at)
    else await saveRoles(tx, { id, roles: [...roles], waitingRoles, powersFrom })
    await endOperatorSessions(tx, id, at)
    await announce(tx, { at, kind: 'removed', operatorId: id, account: called, name, roles: lost, from: undefined })
    const action = roles.length === 0 ? 'identity.operator-end' : 'identity.operator-roles'
    const details = { roles: roles.join(' ') }
    await deps.audit.record(tx, { at, actor: 'identity', action, subject: id, details })
  }
}
