import type { ReplyOf } from '@bolsillo/contract'
import { Amount, classes, Icon, MeasuredTimes, Pill, Section, Segmented } from '@bolsillo/ui'
import { useLanguage, useWords } from '@bolsillo/web-kit'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import type { readIdentity } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

type Identity = ReplyOf<typeof readIdentity>

// Decimals beyond these are noise in a limit.
const decimalsOf: Readonly<Record<string, number>> = { MXN: 0, USD: 0, BRL: 0, USDT: 0 }
const rows = ['depositDay', 'withdrawalDay', 'withdrawalMonth'] as const

/** What each level opens, one currency at a time: before anything is asked of anybody. */
export function LevelTable({ identity }: { readonly identity: Identity }) {
  const t = useWords<Messages>('kyc')
  const currencies = identity.levels[0]?.limits.map(({ currency }) => currency) ?? []
  const [currency, setCurrency] = useState(useLanguage() === 'pt-BR' ? 'BRL' : 'MXN')
  return (
    <Section title={t('page.levelsTitle')} pad="normal">
      <Segmented
        label={t('page.currency')}
        value={currency}
        onChange={setCurrency}
        choices={currencies.map((code) => ({ value: code, label: code }))}
      />
      <table className="mt-3 w-full text-13 tiny:text-11">
        <thead>
          <tr>
            <td />
            {identity.levels.map(({ level }) => (
              <th key={level} scope="col" className="pb-1 text-right align-bottom font-plain">
                <span className={classes('block font-strong', level === identity.level && 'text-brand')}>
                  {t('page.level', { level })}
                </span>
                {level === identity.level && <Pill tone="brand">{t('page.yours')}</Pill>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row} className="border-hair border-t">
              <th scope="row" className="py-2 pr-2 text-left font-plain text-second">
                {t(`page.${row}`)}
              </th>
              {identity.levels.map(({ level, limits }) => (
                <td key={level} className="py-2 pl-2 text-right">
                  <Amount
                    value={limits.find((limit) => limit.currency === currency)?.[row]}
                    currency={currency}
                    decimals={decimalsOf[currency] ?? 2}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 border-hair border-t pt-2.5 text-12 text-second">
        {([1, 2] as const).map((level) => (
          <div key={level} className="contents">
            <dt className="font-medium text-ink">{t('page.level', { level })}</dt>
            <dd>{t(`page.level${level}`)}</dd>
          </div>
        ))}
      </dl>
      {identity.level === 0 && <p className="mt-2 text-12 text-second">{t('page.level0')}</p>}
    </Section>
  )
}

/** How long reviews took of late, as the history of them says, or the goal while there are too few. */
export function ReviewTimes({ reviews }: { readonly reviews: Identity['reviews'] }) {
  const t = useWords<Messages>('kyc')
  return (
    <Section title={t('page.reviewsTitle')} pad="normal">
      <p className="flex gap-2 text-13 text-second">
        <Icon of={Clock} size={18} className="shrink-0" />
        <MeasuredTimes times={reviews} goalMs={reviews.promisedHours * hourMs} />
      </p>
    </Section>
  )
}

const hourMs = 3_600_000
