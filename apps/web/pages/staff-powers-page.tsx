import { readStaffPowers } from '@bolsillo/approvals/contract'
import type { OperatorRole, ReplyOf } from '@bolsillo/contract'
import { readStaffAccounts } from '@bolsillo/kyc/contract'
import {
  Amount,
  DateTime,
  DefinitionList,
  ErrorState,
  Note,
  PageFrame,
  Pill,
  Section,
  SkeletonCard,
} from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { Messages } from '../words/about/es-ES.ts'

type Power = ReplyOf<typeof readStaffPowers>['powers'][number]

const kinds = ['two-people', 'acts', 'looks'] as const

/** Everything the staff can see and do: a list that the server generates from its own declarations. */
export default function StaffPowersPage() {
  const t = useWords<Messages>('about')
  const powers = useCall(readStaffPowers, {})
  return (
    <PageFrame title={t('powers.title')}>
      <Note icon={ShieldCheck} className="px-1 pb-3">
        {t('powers.note')}
      </Note>
      {powers.isPending ? (
        <SkeletonCard lines={8} />
      ) : powers.isError ? (
        <ErrorState title={powers.error.message} onRetry={() => void powers.refetch()} />
      ) : (
        <div className="flex flex-col gap-5">
          <Coming {...powers.data} />
          <StaffAccounts />
          {kinds.map((kind) => (
            <Section key={kind} title={t(`powers.kinds.${kind}`)}>
              <ul>
                {powers.data.powers
                  .filter((power) => power.kind === kind)
                  .map((power) => (
                    <PowerRow
                      key={power.name}
                      power={power}
                      days={powers.data.rootActs.days}
                      times={powers.data.done.find(({ name }) => name === power.name)?.count ?? 0}
                    />
                  ))}
              </ul>
            </Section>
          ))}
        </div>
      )}
    </PageFrame>
  )
}

/** The customer accounts of people who work here, in sum. */
function StaffAccounts() {
  const t = useWords<Messages>('about')
  const { data } = useCall(readStaffAccounts, {})
  if (data === undefined) return null
  const sums = (all: typeof data.balances) =>
    all.length === 0
      ? '—'
      : all.map(({ asset, amount }) => (
          <span key={asset} className="block">
            <Amount value={amount} currency={asset.replace(/^STK:/, '')} decimals={{ min: 0, max: 8 }} />
          </span>
        ))
  return (
    <Section title={t('staffAccounts.title')} pad="normal">
      <p className="pb-2 text-13 text-second">{t('staffAccounts.text')}</p>
      <DefinitionList
        facts={[
          { label: t('staffAccounts.count'), value: data.accounts, strong: true },
          { label: t('staffAccounts.balances'), value: sums(data.balances) },
          { label: t('staffAccounts.results'), value: sums(data.results) },
        ]}
      />
    </Section>
  )
}

const hourMs = 3_600_000
const minuteMs = 60_000

/** Powers granted and ended, the wait before new ones begin, and the number of root acts. */
function Coming({ coming, rootActs, waitMs, realHoursMin }: ReplyOf<typeof readStaffPowers>) {
  const t = useWords<Messages>('about')
  const roleWords = (names: readonly OperatorRole[]): string =>
    names.map((name) => t(`powers.roles.${name}`)).join(', ')
  const { ever, lately, days } = rootActs
  const isHours = waitMs % hourMs === 0
  return (
    <Section title={t('powers.coming')} pad="normal">
      <ul className="text-13">
        {coming.map(({ what, roles, from }) => (
          <li key={`${what} ${from} ${roles.join()}`} className="py-1.5">
            {t(`powers.${what}`, { roles: roleWords(roles) })} · <DateTime at={from} />
          </li>
        ))}
      </ul>
      <p className="text-13 text-second">
        {isHours
          ? t('powers.waitHours', { count: String(waitMs / hourMs) })
          : t('powers.waitMinutes', { count: String(Math.round(waitMs / minuteMs)), hours: realHoursMin })}
      </p>
      <p className="mt-1 text-13 text-second">{t('powers.rootActs', { ever, lately, days })}</p>
    </Section>
  )
}

function PowerRow({ power, times, days }: { readonly power: Power; readonly times: number; readonly days: number }) {
  const t = useWords<Messages>('about')
  const roles = (names: readonly OperatorRole[]): string => names.map((name) => t(`powers.roles.${name}`)).join(', ')
  const two = power.kind === 'two-people'
  return (
    <li className="border-hair border-t py-3 first:border-t-0">
      <p className="flex items-start justify-between gap-3">
        <span className="font-medium">{power.text}</span>
        {two && times > 0 && <Pill>{t('powers.times', { count: String(times), days })}</Pill>}
      </p>
      <p className="mt-0.5 text-13 text-second">
        {two
          ? t('powers.two', { makers: roles(power.roles), checkers: roles(power.checkers) })
          : t('powers.who', { roles: roles(power.roles) })}
      </p>
      {power.reasons.length > 0 && (
        <p className="mt-0.5 text-13 text-second">{t('powers.reasons', { reasons: power.reasons.join(' · ') })}</p>
      )}
    </li>
  )
}
