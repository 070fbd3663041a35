import type { ReplyOf } from '@bolsillo/contract'
import { loginInfo, profile } from '@bolsillo/identity/contract'
import {
  Amount,
  ButtonLink,
  Card,
  CopyRow,
  DateTime,
  ErrorState,
  Icon,
  IconButton,
  ListRow,
  PageFrame,
  Pill,
  Section,
  SkeletonCard,
  showToast,
} from '@bolsillo/ui'
import { href, languageNames, useCall, useLanguage, useWords } from '@bolsillo/web-kit'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Copy from 'lucide-react/icons/copy'
import Globe from 'lucide-react/icons/globe'
import ScrollText from 'lucide-react/icons/scroll-text'
import Shield from 'lucide-react/icons/shield'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { readIdentity } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

type Profile = ReplyOf<typeof profile>
type Identity = ReplyOf<typeof readIdentity>

const tones = { none: 'quiet', pending: 'warning', succ: 'good', fail: 'bad' } as const

/** Who the customer is to the broker: the number, the addresses, what was verified, and what it opens. */
export default function UserInfoPage() {
  const t = useWords<Messages>('kyc')
  const own = useCall(profile, {})
  const info = useCall(loginInfo, {})
  const identity = useCall(readIdentity, {})
  const error = own.error ?? identity.error
  return (
    <PageFrame title={t('info.title')}>
      {error !== null ? (
        <ErrorState
          title={error.message}
          onRetry={() => {
            void own.refetch()
            void identity.refetch()
          }}
        />
      ) : own.data === undefined || identity.data === undefined ? (
        <>
          <SkeletonCard lines={2} />
          <SkeletonCard lines={4} />
          <SkeletonCard lines={4} />
        </>
      ) : (
        <>
          <Head profile={own.data} account={info.data?.user.account ?? own.data.user.account} />
          <Papers identity={identity.data} />
          <Account profile={own.data} />
          <Invitation code={own.data.inviteCode} />
        </>
      )}
    </PageFrame>
  )
}

function Head({ profile: own, account }: { readonly profile: Profile; readonly account: string }) {
  const t = useWords<Messages>('kyc')
  const { id } = own.user
  return (
    <Card className="flex items-center gap-3">
      <span className="grid size-[52px] shrink-0 place-items-center rounded-pill bg-wash text-brand">
        <Icon of={UserRound} size={24} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-strong text-16 tiny:wrap-anywhere">{account}</p>
        <p className="text-13 text-second">
          {t('info.number')} {id}
        </p>
      </div>
      <IconButton
        label={t('info.copy')}
        icon={<Icon of={Copy} size={20} />}
        onClick={() => {
          navigator.clipboard.writeText(id).then(() => showToast(t('info.copied')))
        }}
      />
    </Card>
  )
}

function Papers({ identity }: { readonly identity: Identity }) {
  const t = useWords<Messages>('kyc')
  const { state, level, submission, levels } = identity
  const limits = levels.find((row) => row.level === level)?.limits ?? []
  const isVerified = state === 'succ'
  return (
    <Section
      title={t('info.identity')}
      aside={
        <Pill tone={tones[state]} icon={BadgeCheck}>
          {t(`states.${state}`)}
        </Pill>
      }
    >
      {isVerified && submission !== undefined && (
        <>
          <Row label={t('info.name')} value={submission.name} />
          <Row
            label={t('info.document')}
            value={
              <>
                <span className="block">{t(`certificates.${submission.certificate}`)}</span>
                <span className="block">{submission.number}</span>
              </>
            }
          />
          <Row label={t('info.level')} value={String(level)} />
          {limits
            .filter(({ currency }) => currency === 'MXN')
            .flatMap((limit) =>
              (['depositDay', 'withdrawalDay', 'withdrawalMonth'] as const).map((kind) => (
                <Row
                  key={kind}
                  label={t(`page.${kind}`)}
                  value={<Amount value={limit[kind]} currency={limit.currency} decimals={0} />}
                />
              )),
            )}
        </>
      )}
      {!isVerified && <p className="py-2 text-13 text-second">{t('info.limitsNone')}</p>}
      <div className="py-2.5">
        <ButtonLink href="/pages/user/kyc" kind={isVerified ? 'ghost' : 'primary'} size="medium" wide>
          {t(isVerified ? 'info.limits' : 'info.verify')}
        </ButtonLink>
      </div>
    </Section>
  )
}

function Account({ profile: own }: { readonly profile: Profile }) {
  const t = useWords<Messages>('kyc')
  const language = useLanguage()
  return (
    <Section title={t('info.account')}>
      <ListRow
        quiet
        href="/pages/user/nickname"
        title={<span className="text-second">{t('info.nickname')}</span>}
        aside={own.nickname ?? t('info.nicknameNone')}
        chevron
      />
      <Row label={t('info.phone')} value={own.phone === undefined ? t('info.none') : covered(own.phone)} />
      <Row label={t('info.email')} value={own.email === undefined ? t('info.none') : covered(own.email)} />
      <Row label={t('info.since')} value={<DateTime at={own.createdAt} shows="date" />} />
      <ListRow
        quiet
        href="/pages/user/security"
        lead={<Icon of={Shield} size={20} className="text-second" />}
        title={t('info.security')}
      />
      <ListRow
        quiet
        href="/pages/user/activity"
        lead={<Icon of={ScrollText} size={20} className="text-second" />}
        title={t('info.activity')}
      />
      <ListRow
        quiet
        href="/pages/common/lang"
        lead={<Icon of={Globe} size={20} className="text-second" />}
        title={t('info.language')}
        aside={<span className="font-plain text-second">{languageNames[language]}</span>}
        chevron
      />
    </Section>
  )
}

/** The customer's own invite code, and the link that brings it to the form. */
function Invitation({ code }: { readonly code: string }) {
  const t = useWords<Messages>('kyc')
  const link = new URL(href('/pages/account/reg', { inviteCode: code }), location.origin).href
  return (
    <Section title={t('info.invite')}>
      <CopyRow label={t('info.inviteCode')} value={code} />
      <CopyRow label={t('info.inviteLink')} value={link} />
      <p className="border-hair border-t py-2.5 text-12 text-second">{t('info.inviteNote')}</p>
    </Section>
  )
}

function Row({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return <ListRow quiet title={<span className="text-second">{label}</span>} aside={value} />
}

/** An address with its middle covered, for whoever looks over a shoulder. */
function covered(address: string): string {
  const at = address.indexOf('@')
  if (at > 0) return `${address.slice(0, Math.min(2, at))}•••${address.slice(at)}`
  // As the server covers it: country and area stay, and the last four digits.
  const kept = address.split(' ', 2).join(' ')
  return `${kept}${address.slice(kept.length).replaceAll(/\d(?=(?:\D*\d){4})/g, '•')}`
}
