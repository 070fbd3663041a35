import type { ReplyOf } from '@bolsillo/contract'
import { Icon, ListRow, Note, Section, useNow } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import CircleCheck from 'lucide-react/icons/circle-check'
import CirclePause from 'lucide-react/icons/circle-pause'
import Gavel from 'lucide-react/icons/gavel'
import Hourglass from 'lucide-react/icons/hourglass'
import Landmark from 'lucide-react/icons/landmark'
import Lock from 'lucide-react/icons/lock'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserCheck from 'lucide-react/icons/user-check'
import type { withdrawalStatus } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type Kind, paths } from './addresses.ts'
import { useSaid } from './said.ts'

export type Status = ReplyOf<typeof withdrawalStatus>

/** Whether everything is set up that must be before the first withdrawal. */
export function isSetUp(status: Status): boolean {
  return status.verified && status.withdrawalPasswordSet && status.secondFactorSet
}

/** What is missing before the first withdrawal, each with its way there; what is there already has a tick. */
export function NeedsCard({ status, kind }: { readonly status: Status; readonly kind: Kind }) {
  const t = useWords<Messages>('withdrawals')
  const { destinations } = status
  const has = kind === 'cash' ? destinations.banks > 0 : destinations.addresses > 0
  const hours = destinations.waitHours
  const steps = [
    {
      done: status.verified,
      icon: UserCheck,
      title: t('needs.identity'),
      note: t('needs.identityNote'),
      href: paths.kyc,
    },
    {
      done: status.withdrawalPasswordSet,
      icon: Lock,
      title: t('needs.password'),
      note: t('needs.passwordNote'),
      href: paths.withdrawalPassword,
    },
    {
      done: status.secondFactorSet,
      icon: ShieldCheck,
      title: t('needs.factor'),
      note: t('needs.factorNote'),
      href: paths.factors,
    },
    {
      done: has,
      icon: Landmark,
      title: t('needs.destination'),
      note: kind === 'cash' ? t('needs.destinationNote', { hours }) : t('needs.addressNote', { hours }),
      href: kind === 'cash' ? paths.addBank : paths.addAddress,
    },
  ]
  if (steps.every(({ done }) => done) || status.restricted) return null
  return (
    <Section title={t('needs.title')}>
      {steps.map(({ done, icon, title, note, href }) => (
        <ListRow
          key={href}
          lead={<Icon of={done ? CircleCheck : icon} size={22} className={done ? 'text-ok' : 'text-brand'} />}
          title={title}
          note={note}
          {...(done ? {} : { href })}
        />
      ))}
      {!status.verified && status.originsAvailable && (
        <ListRow
          href={paths.origin}
          lead={<Icon of={Landmark} size={22} className="text-brand" />}
          title={t('hub.return')}
          note={t('hub.returnNote')}
        />
      )}
    </Section>
  )
}

const known = [
  'password-reset',
  'factor-removed',
  'email-changed',
  'withdrawal-password-changed',
  'frozen-by-owner',
] as const
const legal = ['court-order', 'authority-request', 'sanctions-list'] as const

/** Why withdrawals wait now, with what is left of it counting down. */
export function WaitCards({ status }: { readonly status: Status }) {
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  const now = useNow(30_000)
  const { coolDown, legalHold } = status
  return (
    <>
      {status.restricted && (
        <Note icon={ShieldAlert} tone="warning">
          {t('needs.restricted')}
        </Note>
      )}
      {!status.open && (
        <Note icon={CirclePause} tone="warning">
          <b className="block text-13">{t('needs.closed')}</b>
          {t('needs.closedText')}
        </Note>
      )}
      {legalHold !== undefined && (
        <Note icon={Gavel} tone="warning">
          <b className="block text-13">{t('legal.title')}</b>
          {t('legal.text', {
            reason: t(`legal.${legal.find((one) => one === legalHold.reason) ?? 'authority-request'}`),
            when: said.moment(legalHold.until),
          })}
        </Note>
      )}
      {coolDown !== undefined && coolDown.until > now && (
        <Note icon={Hourglass} tone="warning">
          <b className="block text-13">{t('coolDowns.title')}</b>
          {t(`coolDowns.${known.find((one) => one === coolDown.reason) ?? 'other'}`)}{' '}
          {t('coolDowns.left', { time: said.span(coolDown.until - now) })}
        </Note>
      )}
    </>
  )
}
