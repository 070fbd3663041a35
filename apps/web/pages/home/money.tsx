import type { ReplyOf } from '@bolsillo/contract'
import { GeneratedMark } from '@bolsillo/market/web'
import { type value as readValue, valueRanges } from '@bolsillo/portfolio/contract'
import {
  Amount,
  AreaChart,
  type AreaPoint,
  Card,
  Change,
  DateTime,
  formatAmount,
  hiddenFigure,
  Icon,
  noNumber,
  Segmented,
  Skeleton,
  signOf,
  useMasked,
  useUi,
} from '@bolsillo/ui'
import { type Teller, useWords } from '@bolsillo/web-kit'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { amounts, usePreference } from '../../preferences/preference.ts'
import { hasPage } from '../../routes.ts'
import type { Messages } from '../../words/es-ES.ts'
import { JoinCard } from '../join-card.tsx'
import { type MoneyRange, useMoney } from './use-money.ts'

// Only a new customer of the practice market sees it.
const PracticeGrant = lazy(() => import('./practice-grant.tsx'))

const assetsPath = '/pages/user/assets'

/** The total of own money, its change and its line over a range. Sliding along the line shows its values. */
export function Money() {
  const t = useWords<Messages>('core')
  const [range, setRange] = useState<MoneyRange>('1d')
  const [touched, setTouched] = useState<ResultPoint>()
  const masked = useMasked()
  const { assets, history } = useMoney(range)
  const total = assets.data?.total
  const grant = assets.data?.practiceGrant
  if (grant !== undefined && !grant.taken && isNothing(total?.amount)) {
    return (
      <Suspense fallback={<div className="h-64 rounded-card bg-card shadow-card" />}>
        <PracticeGrant amounts={grant.amounts} />
      </Suspense>
    )
  }
  const shown = touched?.owned ?? total?.amount
  return (
    <Card pad="none" className="overflow-hidden pt-4 pb-4">
      <div className="px-4">
        <div className="flex items-center gap-1.5 text-12 text-second">
          <h2 className="font-plain text-12">{t('home.money')}</h2>
          <HideButton t={t} />
          {touched !== undefined && (
            <span className="ml-auto">
              <DateTime at={touched.at} />
            </span>
          )}
        </div>
        <p className="flow-root h-[43px] font-strong text-34 leading-[43px] tracking-tight">
          {shown === undefined ? (
            assets.error === null && total === undefined ? (
              <Skeleton className="mt-1.5 h-8 w-52" />
            ) : (
              noNumber
            )
          ) : (
            <MoneyLink masked={masked}>
              <Amount value={shown} currency={total?.currency ?? 'MXN'} hero masked={masked} />
            </MoneyLink>
          )}
        </p>
        <ChangeLine history={history.data} failed={history.error !== null} touched={touched} masked={masked} />
      </div>
      <Line history={history.data} failed={history.error !== null} masked={masked} onScrub={setTouched} />
      <div className="px-4">
        <Segmented
          label={t('home.ranges.label')}
          value={range}
          onChange={(next) => {
            setTouched(undefined)
            setRange(next)
          }}
          choices={valueRanges.map((one) => ({ value: one, label: t(`home.ranges.${one}`) }))}
        />
      </div>
    </Card>
  )
}

interface ChangeLineProps {
  readonly history: ReplyOf<typeof readValue> | undefined
  readonly failed: boolean
  readonly touched: ResultPoint | undefined
  readonly masked: boolean
}

/**
 * The change of all money over the line's range: coins have no close at which "today" could begin. The range is named by
 * the answer: while another one is on its way, figure and name are those of before.
 */
function ChangeLine({ history, failed, touched, masked }: ChangeLineProps) {
  const t = useWords<Messages>('core')
  const change = touched
    ? { value: touched.value, currency: touched.currency }
    : history && { value: history.change, currency: history.currency, percent: history.changePercent }
  return (
    <p className="flow-root h-5 font-strong text-14 leading-5">
      {change === undefined || history === undefined ? (
        !failed && <Skeleton className="mt-1 h-3.5 w-40" />
      ) : (
        <Change
          {...change}
          generated={touched === undefined && history.generated !== undefined}
          masked={masked}
          note={t(`home.rangeNotes.${history.range}`)}
        />
      )}
    </p>
  )
}

function isNothing(amount: string | undefined): boolean {
  return amount !== undefined && /^0(?:\.0*)?$/.test(amount)
}

/** The figure leads to where it comes from. */
function MoneyLink({ masked, children }: { readonly masked: boolean; readonly children: ReactNode }) {
  const { Link } = useUi()
  return hasPage(assetsPath) && !masked ? (
    <Link href={assetsPath} className="-my-1 inline-block py-1">
      {children}
    </Link>
  ) : (
    children
  )
}

function HideButton({ t }: { readonly t: Teller<Messages> }) {
  const [visibility, setVisibility] = usePreference(amounts)
  const hidden = visibility === 'hidden'
  return (
    <button
      type="button"
      aria-label={t(hidden ? 'home.show' : 'home.hide')}
      aria-pressed={hidden}
      onClick={() => setVisibility(hidden ? 'shown' : 'hidden')}
      className="-my-3.5 -ml-3 grid size-11 place-items-center"
    >
      <Icon of={hidden ? EyeOff : Eye} size={16} />
    </button>
  )
}

interface LineProps {
  readonly history: ReplyOf<typeof readValue> | undefined
  readonly failed: boolean
  readonly masked: boolean
  readonly onScrub: (point: ResultPoint | undefined) => void
}

/** The line's height is at least this part of what is owned: a few cents are no cliff. */
const partOfOwned = 0.01

function leastSpanOf(owned: readonly string[]): number {
  return Math.max(...owned.map(Number)) * partOfOwned
}

/** A point of the line: the result since its start, and the total at that time. */
interface ResultPoint extends AreaPoint {
  readonly owned: string
  readonly currency: string
}

/**
 * The line of the result, or its place: the same height whatever is known. Money paid in or out is not a result and
 * does not move the line; a note below says that there was some.
 */
function Line({ history, failed, masked, onScrub }: LineProps) {
  const t = useWords<Messages>('core')
  const { style } = useUi()
  if (history === undefined) return <Place>{failed ? t('home.failed') : null}</Place>
  const { range, currency, change, flow, generated } = history
  const points = history.points.map(({ at, value, result, generated: isGenerated }) => ({
    at,
    value: result,
    owned: value,
    currency,
    generated: isGenerated,
  }))
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) {
    return <Place>{t('home.noHistory')}</Place>
  }
  const text = (amount: string): string => (masked ? hiddenFigure : formatAmount(amount, currency, style))
  const note = t(`home.rangeNotes.${range}`)
  const moved = signOf(flow)
  return (
    <div className="my-2 h-[92px]">
      <AreaChart
        points={points}
        spanMin={leastSpanOf(points.map(({ owned }) => owned))}
        label={t('home.chart', { note, change: text(change), first: text(first.owned), last: text(last.owned) })}
        height={92 - (moved === 0 ? 0 : 22) - (generated === undefined ? 0 : 28)}
        {...(masked ? {} : { onScrub })}
      />
      {moved !== 0 && (
        <p className="flow-root truncate px-4 pt-1 text-12 text-second">
          {t(moved > 0 ? 'home.cameIn' : 'home.wentOut', { amount: text(flow.replace('-', '')) })}
        </p>
      )}
      {generated !== undefined && (
        <GeneratedMark since={generated.recordedSince} of={['value']} className="-my-2 px-4" />
      )}
    </div>
  )
}

/** The line's place, with text instead of the line. */
function Place({ children }: { readonly children: ReactNode }) {
  return <p className="my-2 grid h-[92px] place-items-center px-8 text-center text-13 text-second">{children}</p>
}

/** What a visitor sees instead of their money. */
export function Welcome() {
  const t = useWords<Messages>('core')
  return (
    <JoinCard>
      <h2 className="text-20 tracking-tight">{t('home.welcome')}</h2>
      <p className="text-second">{t('home.welcomeText')}</p>
    </JoinCard>
  )
}
