import type { ReplyOf } from '@bolsillo/contract'
import type { PinKind } from '@bolsillo/factors/domain'
import {
  Age,
  Button,
  ErrorState,
  Icon,
  ListRow,
  Note,
  PageFrame,
  Pill,
  Section,
  SkeletonRows,
  showToast,
} from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import AtSign from 'lucide-react/icons/at-sign'
import BellRing from 'lucide-react/icons/bell-ring'
import KeyRound from 'lucide-react/icons/key-round'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Phone from 'lucide-react/icons/phone'
import ScrollText from 'lucide-react/icons/scroll-text'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { listSessions, loginInfo, profile, revokeSession } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { LockLeft, Waits } from '../waits.tsx'
import { FreezeCard } from './freeze-card.tsx'
import { KeyOnlyCard } from './key-only-card.tsx'
import { useDeviceText } from './use-device-text.ts'

const lead = (icon: typeof KeyRound): ReactNode => <Icon of={icon} size={20} className="text-second" />

/** Everything that protects the account: what is set, what waits, what is locked, who is in. */
export default function SecurityPage() {
  const t = useWords<Messages>('identity')
  const info = useCall(loginInfo, {})
  const own = useCall(profile, {})
  const hasFactor = info.data?.secondFactorSet
  const isRestricted = info.data?.restricted === true
  return (
    <PageFrame title={t('security.title')}>
      {isRestricted && (
        <Note icon={ShieldAlert} tone="warning" className="px-1">
          {t('security.restricted')}
        </Note>
      )}
      {own.data !== undefined && <Waits coolDowns={own.data.coolDowns} />}
      <FactorSection has={hasFactor} isRestricted={isRestricted} />
      <Section title={t('security.passwords')}>
        <ListRow
          quiet
          href="/pages/user/loginPassword"
          lead={lead(KeyRound)}
          title={t('security.resetLogin')}
          chevron
        />
        <PinRow kind="trade" />
        <PinRow kind="withdrawal" />
      </Section>
      {own.data !== undefined && !isRestricted && <KeyOnlyCard on={own.data.keyOnly} />}
      <AddressSection own={own.data} isRestricted={isRestricted} />
      <Sessions />
      <Section title={t('security.notices')}>
        <ListRow
          quiet
          href="/pages/user/deviceNotices"
          lead={lead(BellRing)}
          title={t('security.deviceNotices')}
          note={t('security.deviceNoticesNote')}
        />
      </Section>
      <Section title={t('security.log')}>
        <ListRow
          quiet
          href="/pages/user/activity"
          lead={lead(ScrollText)}
          title={t('security.activity')}
          note={t('security.activityNote')}
        />
      </Section>
      {own.data !== undefined && (
        <FreezeCard frozen={own.data.coolDowns.some(({ reason }) => reason === 'frozen-by-owner')} />
      )}
    </PageFrame>
  )
}

/** Leads to a page, except for a restricted customer: what 3B of the security table closes to them is shown only. */
const wayTo = (href: string, isRestricted: boolean) => (isRestricted ? {} : { href, chevron: true })

function FactorSection(props: { readonly has: boolean | undefined; readonly isRestricted: boolean }) {
  const { has, isRestricted } = props
  const t = useWords<Messages>('identity')
  return (
    <Section title={t('security.factors')}>
      <ListRow
        quiet
        {...wayTo('/pages/user/factors', isRestricted)}
        lead={lead(ShieldCheck)}
        title={t('security.factorsRow')}
        {...(has === undefined
          ? {}
          : {
              aside: <Pill tone={has ? 'good' : 'warning'}>{t(has ? 'factors.on' : 'security.missing')}</Pill>,
            })}
      />
    </Section>
  )
}

/** The e-mail address and the phone. Before the answer nothing is stated of them: "not added" would be untrue for most. */
function AddressSection(props: { readonly own: ReplyOf<typeof profile> | undefined; readonly isRestricted: boolean }) {
  const { own, isRestricted } = props
  const t = useWords<Messages>('identity')
  const address = (text: string | undefined) =>
    own === undefined
      ? {}
      : { aside: <span className="font-plain text-13 text-second">{text ?? t('security.none')}</span> }
  return (
    <Section title={t('security.addresses')}>
      <ListRow
        quiet
        {...wayTo('/pages/user/email', isRestricted)}
        lead={lead(AtSign)}
        title={t('login.email')}
        {...address(own?.email)}
      />
      <ListRow
        quiet
        {...wayTo('/pages/user/email?kind=phone', isRestricted)}
        lead={lead(Phone)}
        title={t('login.phone')}
        {...address(own?.phone)}
      />
    </Section>
  )
}

/** Six digits: whether they are set, how many tries are left, until when they are locked. */
function PinRow({ kind }: { readonly kind: PinKind }) {
  const t = useWords<Messages>('identity')
  const own = useCall(profile, {})
  const pin = own.data?.[`${kind}Password`]
  const aside =
    pin === undefined ? undefined : pin.lockedUntil !== undefined ? (
      <Pill tone="bad">{t('security.locked')}</Pill>
    ) : (
      <Pill tone={pin.set ? 'good' : 'quiet'}>{t(pin.set ? 'security.tradeSet' : 'security.tradeNotSet')}</Pill>
    )
  return (
    <ListRow
      quiet
      href={`/pages/user/tradePassword?kind=${kind}`}
      lead={lead(LockKeyhole)}
      title={t(`${kind}Password.title`)}
      {...(pin?.lockedUntil !== undefined
        ? { note: <LockLeft until={pin.lockedUntil} /> }
        : pin !== undefined && pin.triesLeft < 5
          ? { note: t('tradePassword.triesLeft', { triesLeft: pin.triesLeft }) }
          : {})}
      {...(aside === undefined ? {} : { aside })}
      chevron
    />
  )
}

function Sessions() {
  const deviceText = useDeviceText()
  const t = useWords<Messages>('identity')
  const list = useCall(listSessions, {})
  const revoke = useAction(revokeSession, { refreshes: [listSessions] })
  const end = (sessionId?: string): void => {
    revoke.mutate(sessionId === undefined ? {} : { sessionId }, {
      onSuccess: () => showToast(t(sessionId === undefined ? 'security.endedOthers' : 'security.ended')),
      onError: (refusal) => showToast(refusal.message === '' ? t('code.unknown') : refusal.message, { kind: 'error' }),
    })
  }
  return (
    <Section title={t('security.sessions')}>
      {list.isPending && <SkeletonRows rows={2} />}
      {list.isError && <ErrorState title={list.error.message} onRetry={() => void list.refetch()} />}
      {list.data?.sessions.map((session) => (
        <ListRow
          key={session.id}
          lead={<Icon of={MonitorSmartphone} size={20} className="text-second" />}
          title={deviceText(session.device)}
          note={
            <>
              {session.address} · <Age at={session.lastSeenAt} />
            </>
          }
          aside={
            session.current ? (
              <Pill tone="brand">{t('security.current')}</Pill>
            ) : (
              <Button
                kind="plain"
                size="medium"
                className="-my-2 -mr-4 text-danger"
                aria-label={t('security.revokeName', { device: deviceText(session.device) })}
                onClick={() => end(session.id)}
              >
                {t('security.revoke')}
              </Button>
            )
          }
        />
      ))}
      <p className="border-hair border-t py-2.5 text-12 text-second">{t('security.sessionsHint')}</p>
      {(list.data?.sessions.length ?? 0) > 1 && (
        <Button kind="ghost" size="medium" wide className="mb-3" loading={revoke.isPending} onClick={() => end()}>
          {t('security.revokeOthers')}
        </Button>
      )}
    </Section>
  )
}
