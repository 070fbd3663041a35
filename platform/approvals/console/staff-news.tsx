import type { OperatorRole, ReplyOf } from '@bolsillo/contract'
import { Card, DateTime, Note } from '@bolsillo/ui'
import { useCall } from '@bolsillo/web-kit'
import Megaphone from 'lucide-react/icons/megaphone'
import { listStaff } from '../contract/operator.ts'
import { useOwnWords } from './words.ts'

type Announcement = ReplyOf<typeof listStaff>['announcements'][number]

const freshMs = 7 * 86_400_000
const shownMost = 5
const hourMs = 3_600_000
const minuteMs = 60_000

/** Announcements to all of the staff: who is admitted, which powers begin and end. The newest of a week, or all. */
export function StaffNews({ all = false }: { readonly all?: boolean }) {
  const t = useOwnWords()
  const list = useCall(listStaff, {})
  if (list.data === undefined) return null
  const { announcements, now } = list.data
  const isFresh = ({ at, from = 0 }: Announcement): boolean => now - at < freshMs || from > now
  const shown = all ? announcements : announcements.filter(isFresh).slice(0, shownMost)
  if (shown.length === 0) return null
  return (
    <Card className="shrink-0">
      <h2 className="mb-2 text-15">{t('staff.news')}</h2>
      <ul className="flex flex-col gap-2">
        {shown.map((one) => (
          <li key={one.number}>
            <Told announcement={one} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Told({ announcement }: { readonly announcement: Announcement }) {
  const t = useOwnWords()
  const roleWords = useRoleWords()
  const { kind, name, account, roles, at, from } = announcement
  return (
    <Note icon={Megaphone} {...(kind === 'root-invitation' ? { tone: 'warning' as const } : {})}>
      {t(`staff.told.${kind}`, { name, account, roles: roleWords(roles) })}
      {from !== undefined && (
        <>
          {' · '}
          {t('staff.leavesFrom')} <DateTime at={from} />
        </>
      )}
      {' · '}
      <DateTime at={at} />
    </Note>
  )
}

/** Roles in words. */
export function useRoleWords(): (roles: readonly OperatorRole[]) => string {
  const t = useOwnWords()
  return (roles) => roles.map((role) => t(`powersPage.roles.${role}`)).join(', ')
}

/** How long new powers wait: in hours, or in minutes where they are fewer. */
export function useWaitWords(): (waitMs: number) => string {
  const t = useOwnWords()
  return (waitMs) =>
    waitMs % hourMs === 0
      ? t('staff.hours', { count: String(waitMs / hourMs) })
      : t('staff.minutes', { count: String(Math.round(waitMs / minuteMs)) })
}
