import { readAssets } from '@bolsillo/ledger/contract'
import {
  Amount,
  Button,
  ButtonLink,
  Card,
  DateTime,
  DefinitionList,
  Dialog,
  EmptyState,
  type FactProps,
  LoadedPages,
  Note,
  PageFrame,
  Section,
  SkeletonCard,
  showToast,
  useMasked,
  useSaid,
} from '@bolsillo/ui'
import { useAction, useCall, useCustomer, usePages, useQueryValue, useWords } from '@bolsillo/web-kit'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Lock from 'lucide-react/icons/lock'
import { lazy, Suspense, useEffect, useState } from 'react'
import { leaveIpo, listOpenIpos, listOwnIpos, readIpo } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { offeringAt } from './addresses.ts'
import { forgetKept } from './kept-application.ts'
import { type Application, StatePill, useSharesWords } from './offering-words.tsx'
import { ownPath } from './paths.ts'

const CheckPart = lazy(() => import('./check-part.tsx'))
const everyMs = 15_000

/** One application: what was asked for, held, allotted, paid and released. `?id=` names it. */
export function OrderPage() {
  const t = useWords<Messages>('ipo')
  const id = useQueryValue('id')
  const pages = usePages(listOwnIpos, {}, { everyMs })
  const found = pages.data?.pages.flatMap(({ rows }) => rows).find((row) => row.id === id)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const isSought = found === undefined && hasNextPage
  // No call reads one application alone: older ones are on later pages of the list.
  useEffect(() => {
    if (isSought && !isFetchingNextPage) void fetchNextPage()
  }, [isSought, isFetchingNextPage, fetchNextPage])
  return (
    <PageFrame title={t('orderTitle')}>
      <LoadedPages of={pages} skeleton={<SkeletonCard lines={6} />}>
        {() =>
          found !== undefined ? (
            <Whole application={found} />
          ) : isSought ? (
            <SkeletonCard lines={6} />
          ) : (
            <Card>
              <EmptyState
                icon={ListOrdered}
                title={t('empty.orderUnknown')}
                action={{ label: t('ownTitle'), href: ownPath }}
              />
            </Card>
          )
        }
      </LoadedPages>
    </PageFrame>
  )
}

function Whole({ application }: { readonly application: Application }) {
  const t = useWords<Messages>('ipo')
  const { offeringId, title, ticker, state, canLeave } = application
  return (
    <>
      <Card className="flex flex-col gap-2">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0 break-words">
            <h2 className="text-20">{title}</h2>
            <p className="text-13 text-second">{ticker}</p>
          </div>
          <StatePill state={state} />
        </div>
        <p className="text-second">{t(`stateTexts.${state}`)}</p>
        {canLeave && <Leave application={application} />}
        <ButtonLink wide kind="ghost" href={offeringAt(offeringId)}>
          {t('result.offering')}
        </ButtonLink>
      </Card>
      <Result application={application} />
      {application.allotted !== undefined && <Check application={application} />}
    </>
  )
}

/** What was asked for and its outcome, and when each thing happens. */
function Result({ application }: { readonly application: Application }) {
  const t = useWords<Messages>('ipo')
  const said = useSaid()
  const masked = useMasked()
  const sharesWords = useSharesWords()
  const { price, currency, quantity, amount, allotted, paid, released, state } = application
  const { appliedAt, closesAt, paysAt, sellableAt, leftAt, settledAt } = application
  const money = (value: string) => <Amount masked={masked} value={value} currency={currency} />
  const time = (label: string, at: number | undefined): readonly FactProps[] =>
    at === undefined ? [] : [{ label, value: <DateTime at={at} /> }]
  const isOver = leftAt !== undefined || settledAt !== undefined
  return (
    <Section title={t('result.title')} pad="normal">
      <DefinitionList
        facts={[
          { label: t('terms.price'), value: <Amount value={price} currency={currency} /> },
          { label: t('result.asked'), value: sharesWords(quantity) },
          ...(allotted === undefined
            ? []
            : [{ label: t('result.allotted'), value: sharesWords(allotted), strong: true }]),
          { label: t(isOver ? 'result.wasHeld' : 'result.held'), value: money(amount) },
          ...(paid === undefined ? [] : [{ label: t('result.paid'), value: money(paid), strong: true }]),
          ...(released === undefined ? [] : [{ label: t('result.released'), value: money(released) }]),
          ...(leftAt === undefined ? [] : [{ label: t('result.released'), value: money(amount) }]),
          ...time(t('result.appliedAt'), appliedAt),
          ...time(t('result.leftAt'), leftAt),
          ...(leftAt === undefined ? time(t(state === 'applying' ? 'closesAt' : 'closedAt'), closesAt) : []),
          ...(leftAt === undefined && settledAt === undefined ? time(t('terms.paysAt'), paysAt) : []),
          ...time(t('result.settledAt'), settledAt),
        ]}
      />
      {(state === 'paid' || state === 'allocated-and-pending-payment') && sellableAt > paysAt && (
        <Note icon={Lock} className="mt-2">
          {t('terms.lockUp', { when: said.moment(sellableAt) })}
        </Note>
      )}
    </Section>
  )
}

/** The allotment run again on this device, for this application. */
function Check({ application }: { readonly application: Application }) {
  const { data } = useCall(readIpo, { id: application.offeringId }, { freshMs: 60_000 })
  if (data?.offering.allotment === undefined) return null
  return (
    <Suspense fallback={<SkeletonCard lines={3} />}>
      <CheckPart offering={data.offering} own={application} />
    </Suspense>
  )
}

/** Leaving until the closing, after one question that says what comes back. */
function Leave({ application }: { readonly application: Application }) {
  const t = useWords<Messages>('ipo')
  const said = useSaid()
  const customer = useCustomer() ?? ''
  const [isAsked, setAsked] = useState(false)
  const leaving = useAction(leaveIpo, { refreshes: [listOwnIpos, readIpo, listOpenIpos, readAssets] })
  const amount = said.amount(application.amount, application.currency)
  const { error } = leaving
  const leave = (): void =>
    leaving.mutate(
      { applicationId: application.id },
      {
        onSuccess: () => {
          forgetKept(customer, application.offeringId)
          setAsked(false)
          showToast(t('leave.done', { amount }))
        },
      },
    )
  return (
    <>
      <Button wide kind="ghost" onClick={() => setAsked(true)}>
        {t('leave.open')}
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t('leave.title')}
        text={t('leave.text', { amount })}
        confirmLabel={t('leave.confirm')}
        cancelLabel={t('leave.keep')}
        onConfirm={leave}
        loading={leaving.isPending}
      >
        {error !== null && <Note tone="bad">{error.message === '' ? t('leave.unknown') : error.message}</Note>}
      </Dialog>
    </>
  )
}
