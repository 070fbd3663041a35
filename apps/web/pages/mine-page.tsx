import { Card, Column, Icon, ListRow, Pill, Section, Segmented, TabFrame } from '@bolsillo/ui'
import { languageNames, useLanguage, useSession, useWords } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Bell from 'lucide-react/icons/bell'
import FileText from 'lucide-react/icons/file-text'
import Gauge from 'lucide-react/icons/gauge'
import Globe from 'lucide-react/icons/globe'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Settings2 from 'lucide-react/icons/settings-2'
import Shield from 'lucide-react/icons/shield'
import TrendingUp from 'lucide-react/icons/trending-up'
import UserRound from 'lucide-react/icons/user-round'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { noticesPath } from '../frame/notices.ts'
import { useLoginInfo } from '../frame/use-login-info.ts'
import { type Preference, theme, upColor, usePreference, zoneChoice } from '../preferences/preference.ts'
import { hasPage } from '../routes.ts'
import type { Messages as About } from '../words/about/es-ES.ts'
import type { Messages } from '../words/es-ES.ts'
import { appVersion } from './app-version.ts'
import { JoinCard } from './join-card.tsx'

/** Who you are, where your things are, and how this phone shows them. */
export default function MinePage() {
  const t = useWords<Messages>('core')
  const about = useWords<About>('about')
  const { token } = useSession()
  return (
    <TabFrame title={t('tabs.mine')} columns>
      <Column>
        {token === '' ? <SignedOut /> : <Account />}
        {token !== '' && <Places />}
      </Column>
      <Column>
        <Settings />
        <p className="py-1 text-center text-12 text-second">Bolsillo · {about('mine.version', appVersion)}</p>
      </Column>
    </TabFrame>
  )
}

function SignedOut() {
  const t = useWords<About>('about')
  return (
    <JoinCard>
      <h2 className="text-16">{t('mine.signedOutTitle')}</h2>
      <p className="text-13 text-second">{t('mine.signedOutText')}</p>
    </JoinCard>
  )
}

const statusTones = { none: 'quiet', pending: 'warning', succ: 'good', fail: 'bad' } as const
const statuses = ['none', 'pending', 'succ', 'fail'] as const

function Account() {
  const t = useWords<Messages>('core')
  const info = useLoginInfo()
  const { user } = useSession()
  const status = statuses.find((known) => known === user?.idStatus) ?? 'none'
  return (
    <Card className="flex items-center gap-3 tiny:flex-wrap">
      <span className="grid size-[46px] shrink-0 place-items-center rounded-pill bg-wash text-brand">
        <Icon of={UserRound} size={22} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-strong text-16 tiny:wrap-anywhere">{user?.account ?? ' '}</p>
        <p className="text-12 text-second">
          {t('drawer.id')} {user?.id ?? ' '}
        </p>
      </div>
      <span className="grid justify-items-end gap-1 tiny:flex tiny:basis-full">
        <Pill tone={statusTones[status]}>{t(`drawer.status.${status}`)}</Pill>
        {info.data?.tags.map((tag) => (
          <Pill key={tag} tone="warning">
            {t(`drawer.tags.${tag}`)}
          </Pill>
        ))}
      </span>
    </Card>
  )
}

function Places() {
  const t = useWords<About>('about')
  const core = useWords<Messages>('core')
  const places = [
    { path: '/pages/user/assets', title: t('mine.assets'), note: t('mine.assetsNote'), icon: Wallet },
    {
      path: '/pages/fundsDetail/index',
      title: t('mine.statements'),
      note: t('mine.statementsNote'),
      icon: FileText,
    },
    { path: '/pages/stock/income', title: t('mine.income'), note: t('mine.incomeNote'), icon: TrendingUp },
    { path: '/pages/user/orders', title: core('mine.orders'), note: undefined, icon: ListOrdered },
    { path: '/pages/user/userInfo', title: t('mine.profile'), note: undefined, icon: UserRound },
    { path: '/pages/user/kyc', title: t('mine.identity'), note: t('mine.identityNote'), icon: BadgeCheck },
    { path: '/pages/user/limits', title: t('mine.limits'), note: t('mine.limitsNote'), icon: Gauge },
    { path: '/pages/user/security', title: t('mine.security'), note: undefined, icon: Shield },
    { path: noticesPath(true), title: t('mine.notices'), note: t('mine.noticesNote'), icon: Bell },
    { path: '/pages/user/notices', title: t('mine.choices'), note: undefined, icon: Settings2 },
  ].filter(({ path }) => hasPage(path))
  if (places.length === 0) return null
  return (
    <Card pad="list">
      {places.map(({ path, title, note, icon }) => (
        <ListRow key={path} quiet href={path} lead={<RowIcon of={icon} />} title={title} note={note} />
      ))}
    </Card>
  )
}

function RowIcon({ of }: { readonly of: LucideIcon }) {
  return <Icon of={of} size={20} className="shrink-0 text-second" />
}

function Settings() {
  const t = useWords<About>('about')
  const language = useLanguage()
  return (
    <Section title={t('mine.settings')}>
      <ListRow
        quiet
        first
        href="/pages/common/lang"
        lead={<RowIcon of={Globe} />}
        title={t('mine.language')}
        aside={<span className="font-plain text-second">{languageNames[language]}</span>}
        chevron
      />
      <Setting label={t('mine.theme')}>
        <Choice
          of={theme}
          label={t('mine.theme')}
          names={{ system: t('mine.themeSystem'), light: t('mine.themeLight'), dark: t('mine.themeDark') }}
        />
      </Setting>
      <Setting label={t('mine.upColor')}>
        <Choice of={upColor} label={t('mine.upColor')} names={{ green: t('mine.upGreen'), red: t('mine.upRed') }} />
      </Setting>
      <Setting label={t('mine.zone')}>
        <Choice
          of={zoneChoice}
          label={t('mine.zone')}
          names={{ mexico: t('mine.zoneMexico'), phone: t('mine.zonePhone') }}
        />
      </Setting>
    </Section>
  )
}

function Setting({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="border-hair border-t py-2.5">
      <p className="pb-1.5 text-13 text-second">{label}</p>
      {children}
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  readonly of: Preference<Value>
  readonly label: string
  readonly names: Readonly<Record<Value, string>>
}

function Choice<Value extends string>({ of, label, names }: ChoiceProps<Value>) {
  const [value, set] = usePreference(of)
  return (
    <Segmented
      label={label}
      value={value}
      onChange={set}
      choices={of.values.map((one) => ({ value: one, label: names[one] }))}
    />
  )
}
