import { profile } from '@bolsillo/identity/contract'
import { readAssets } from '@bolsillo/ledger/contract'
import { hasCheckedReceipt } from '@bolsillo/ledger/web'
import { fills } from '@bolsillo/stocks/contract'
import { Age, classes, Icon, ListRow } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import ShieldCheck from 'lucide-react/icons/shield-check'
import TrendingUp from 'lucide-react/icons/trending-up'
import UserRound from 'lucide-react/icons/user-round'
import { type ReactNode, useEffect, useState } from 'react'
import { useLoginInfo } from '../../frame/use-login-info.ts'
import type { Messages } from '../../words/es-ES.ts'
import { putAway } from './put-away.ts'
import { type Step, type StepName, stepsOf } from './steps.ts'
import { useFirstShare } from './use-first-share.ts'

/** Papers under review, and orders on their way, are looked at this often. */
const lookMs = 4000

/** The four steps of the first day. Each ticks itself by what is recorded; the list vanishes when it is done or put away. */
export default function StepList({ userId }: { readonly userId: string }) {
  const t = useWords<Messages>('core')
  const [isAway, setAway] = useState(false)
  const steps = useSteps(userId)
  const done = steps?.filter(({ state }) => state === 'done').length ?? 0
  const isDone = steps !== undefined && done === steps.length
  useEffect(() => {
    // Shown once as done; from the next visit on it is gone.
    if (isDone) putAway(userId)
  }, [isDone, userId])
  if (steps === undefined || isAway) return null
  return (
    <section className="rounded-card bg-card px-4 pt-3.5 pb-1 shadow-card">
      <div className="flex items-baseline justify-between gap-3 pb-2.5">
        <h2 className="text-15">{t('home.steps.title')}</h2>
        <p className="text-13 text-second">{t('home.steps.count', { done, all: steps.length })}</p>
      </div>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
      </ol>
      <button
        type="button"
        className="min-h-11 w-full border-hair border-t text-13 text-second active:opacity-70"
        onClick={() => {
          putAway(userId)
          setAway(true)
        }}
      >
        {t(isDone ? 'home.steps.close' : 'home.steps.putAway')}
      </button>
    </section>
  )
}

/** The steps by what is recorded; undefined until all of it is known. */
function useSteps(userId: string): readonly Step[] | undefined {
  const identity = useLoginInfo().data?.user.idStatus
  const opened = useCall(profile, {}, { freshMs: Number.POSITIVE_INFINITY }).data
  const assets = useCall(readAssets, {}).data
  const traded = useCall(fills, { limit: 1 }, { freshMs: 0, everyMs: lookMs }).data
  const share = useFirstShare()
  if (identity === undefined || opened === undefined || assets === undefined || traded === undefined) return undefined
  return stepsOf({
    openedAt: opened.createdAt,
    identity,
    orderId: traded.rows[0]?.orderId,
    isReceiptChecked: hasCheckedReceipt(userId),
    isPractice: assets.practiceGrant !== undefined,
    shareHref: share,
  })
}

const icons: Readonly<Record<StepName, LucideIcon>> = {
  account: UserRound,
  identity: BadgeCheck,
  share: TrendingUp,
  receipt: ShieldCheck,
}

function StepRow({ step }: { readonly step: Step }) {
  const t = useWords<Messages>('core')
  const { name, state, href: target } = step
  return (
    <li className="border-hair border-t">
      <ListRow
        href={target}
        lead={<Mark of={icons[name]} state={state} />}
        title={<span className={classes(state === 'done' && 'text-second')}>{t(`home.steps.${name}`)}</span>}
        note={<StepNote step={step} />}
        {...(state === 'next'
          ? {
              aside: (
                <span className="rounded-pill bg-wash px-3 py-1 font-medium text-14 text-brand">
                  {t('home.steps.go')}
                </span>
              ),
            }
          : {})}
      />
    </li>
  )
}

function StepNote({ step }: { readonly step: Step }): ReactNode {
  const t = useWords<Messages>('core')
  const { state, note, at } = step
  if (state !== 'done') return t(`home.steps.notes.${note}`)
  return (
    <>
      {t('home.steps.done')}
      {at !== undefined && (
        <>
          {' '}
          <Age at={at} />
        </>
      )}
    </>
  )
}

const looks = {
  done: 'bg-up-ink text-on-fill',
  next: 'bg-brand text-on-fill',
  waiting: 'bg-warn text-warnink',
  later: 'bg-hair text-second',
} as const

/** What the step is about, and by its color where it is: done, next, waiting, later. */
function Mark({ of, state }: { readonly of: LucideIcon; readonly state: Step['state'] }) {
  const icon = state === 'done' ? Check : state === 'waiting' ? Clock : of
  return (
    <span className={classes('grid size-9 shrink-0 place-items-center rounded-pill', looks[state])}>
      <Icon of={icon} size={18} />
    </span>
  )
}
