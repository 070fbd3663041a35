import { CaseBody, CaseHeader } from '@bolsillo/cases/console'
import type { ReplyOf } from '@bolsillo/contract'
import { LoggedPicture } from '@bolsillo/files/console'
import type { ViewReason } from '@bolsillo/files/domain'
import { Card, DateTime, Day, Dialog, Note, Pill, showToast, soonOfDayMs } from '@bolsillo/ui'
import { DecisionBar, FactTable, useKeys } from '@bolsillo/ui/console'
import { type Refusal, type Teller, useAction, useCall, useLanguage, useWords } from '@bolsillo/web-kit'
import Eye from 'lucide-react/icons/eye'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { listCases, readCase, verifyIdentity } from '../contract/operator.ts'
import type { PaperField } from '../domain/papers.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ProposeCard } from './propose-card.tsx'
import { RefuseCard } from './refuse-card.tsx'

export type Case = ReplyOf<typeof readCase>

const photoFields: readonly PaperField[] = ['front', 'back']
const tones = { pending: 'warning', succ: 'good', fail: 'bad' } as const

/** One case in full: what was sent, what to look at twice, the photos, and the decision. */
export function CasePane({ caseId, onDecided }: { readonly caseId: string; readonly onDecided: () => void }) {
  // Asked once: each time it is asked is a look in the customer's log.
  const found = useCall(readCase, { caseId }, { freshMs: Number.POSITIVE_INFINITY })
  return <CaseBody of={found}>{(one) => <OpenCase one={one} onDecided={onDecided} />}</CaseBody>
}

function OpenCase({ one, onDecided }: { readonly one: Case; readonly onDecided: () => void }) {
  const photos = useOpenedPhotos(one)
  return (
    <>
      <CaseFacts one={one} onOpened={photos.onOpened} />
      {one.state === 'pending' && !one.isMasked && (
        <Decide one={one} unopened={photos.unopened} onDecided={onDecided} />
      )}
    </>
  )
}

/** Which photos of a case were opened: nobody decides about what they have not seen, and the server refuses it too. */
export function useOpenedPhotos(one: Case) {
  const t = useWords<Messages>('kyc')
  const [opened, setOpened] = useState<readonly string[]>(one.opened)
  const photos = photosOf(one)
  const seen = photos.filter(({ value }) => opened.includes(value))
  return {
    onOpened: (fileId: string): void => setOpened((before) => [...before.filter((id) => id !== fileId), fileId]),
    /** What is said while photos are unopened; undefined when all were opened. */
    unopened:
      seen.length === photos.length ? undefined : t('console.openFirst', { opened: seen.length, all: photos.length }),
  }
}

/** What a case is, without the decision. */
export function CaseFacts(props: { readonly one: Case; readonly onOpened: (fileId: string) => void }) {
  const t = useWords<Messages>('kyc')
  const { one } = props
  return (
    <>
      <CaseHeader
        title={`${t('console.customer')} ${one.customer}`}
        note={
          <>
            {one.account} · {t('console.attempt', { attempt: one.attempt })} · <DateTime at={one.submittedAt} />
          </>
        }
        state={<Pill tone={tones[one.state]}>{t(`states.${one.state}`)}</Pill>}
        due={one.state === 'pending' ? { at: one.dueAt, soonMs: soonOfDayMs } : undefined}
      />
      {one.isMasked && <Note icon={Eye}>{t('console.masked')}</Note>}
      <Hints one={one} />
      <Photos one={one} onOpened={props.onOpened} />
      <Papers one={one} />
      <History one={one} />
    </>
  )
}

interface CodeWords {
  readonly hints: Readonly<Record<string, string>>
  readonly reasons: Readonly<Record<string, string>>
  readonly states: Readonly<Record<string, string>>
  readonly console: { readonly kinds: Readonly<Record<string, string>> }
}

function Hints({ one }: { readonly one: Case }) {
  const t = useWords<Messages>('kyc')
  const say = useWords<CodeWords>('kyc')
  if (one.hints.length === 0 && !one.proposed) return null
  return (
    <div className="rounded-card bg-warn p-4 text-warnink">
      <h3 className="flex items-center gap-1.5 text-13">
        <TriangleAlert size={16} aria-hidden="true" /> {t('console.hints')}
      </h3>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5">
        {one.hints.map((hint) => (
          <li key={hint}>{say(`hints.${hint}`)}</li>
        ))}
        {one.duplicates.map(({ customer, kind, state }) => (
          <li key={`${customer} ${kind}`}>
            {t('console.duplicateLine', {
              kind: say(`console.kinds.${kind}`),
              customer,
              state: say(`states.${state}`),
            })}
          </li>
        ))}
        {one.proposed && <li>{t('console.proposedNote')}</li>}
      </ul>
    </div>
  )
}

const photosOf = ({ papers }: Case) => papers.filter(({ field }) => photoFields.includes(field))

/** The photos, side by side. V shows them all, then makes them large and small again. */
function Photos({ one, onOpened }: { readonly one: Case; readonly onOpened: (fileId: string) => void }) {
  const t = useWords<Messages>('kyc')
  const [open, setOpen] = useState(false)
  const [enlarged, setEnlarged] = useState(false)
  const photos = photosOf(one)
  useKeys([
    {
      key: 'v',
      label: t(!open ? 'console.showPhotos' : enlarged ? 'console.shrinkPhotos' : 'console.enlargePhotos'),
      run: () => (open ? setEnlarged(!enlarged) : setOpen(true)),
      active: photos.length > 0,
    },
  ])
  if (photos.length === 0) return null
  return (
    <Card>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 className="text-14">{t('console.photos')}</h3>
        {!open && (
          <button type="button" onClick={() => setOpen(true)} className="font-medium text-brand">
            {t('console.showPhotos')} (V)
          </button>
        )}
      </div>
      <div className="grid grid-cols-2 gap-3">
        {photos.map(({ field, value }) => (
          <LoggedPicture
            key={value}
            fileId={value}
            caseId={one.caseId}
            reason={reasonOf(one)}
            label={t(`fields.${field}`)}
            open={open}
            enlarged={enlarged}
            onOpened={onOpened}
          />
        ))}
      </div>
    </Card>
  )
}

/** Why somebody looks: as the state of the case says, so that nobody writes another reason than the one there is. */
function reasonOf({ state, duplicates }: Case): ViewReason {
  if (state !== 'pending') return 'second-look'
  return duplicates.length > 0 ? 'duplicate-check' : 'review'
}

function Papers({ one }: { readonly one: Case }) {
  const t = useWords<Messages>('kyc')
  const say = useWords<CodeWords>('kyc')
  const names = new Intl.DisplayNames(useLanguage(), { type: 'region' })
  const shown = one.papers.filter(({ field }) => !photoFields.includes(field))
  const write = (field: PaperField, value: string) => {
    if (field === 'country') return names.of(value) ?? value
    if (field === 'certificate') return t(`certificates.${one.certificate}`)
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? <Day date={value} /> : value
  }
  return (
    <Card>
      <h3 className="mb-2 text-14">{t('console.papers')}</h3>
      <FactTable
        facts={shown.map(({ field, value, carried }) => {
          const refusal = one.refusals.find((refused) => refused.field === field)
          return {
            label: t(`fields.${field}`),
            value: (
              <span className="flex flex-wrap items-center gap-2">
                <b className="font-medium">{write(field, value)}</b>
                {carried && <Pill>{t('console.carried')}</Pill>}
                {!carried && one.attempt > 1 && <Pill tone="brand">{t('console.changed')}</Pill>}
                {refusal !== undefined && <Pill tone="bad">{say(`reasons.${refusal.reason}`)}</Pill>}
              </span>
            ),
          }
        })}
      />
      {one.refusals
        .filter(({ field }) => photoFields.includes(field))
        .map(({ field, reason }) => (
          <p key={field} className="mt-2 flex items-center gap-2">
            <span className="text-second">{t(`fields.${field}`)}</span>
            <Pill tone="bad">{say(`reasons.${reason}`)}</Pill>
          </p>
        ))}
    </Card>
  )
}

function History({ one }: { readonly one: Case }) {
  const t = useWords<Messages>('kyc')
  const say = useWords<CodeWords>('kyc')
  const nameOf = (by: string): string =>
    by.startsWith('cus_') ? t('console.customer') : by === 'practice-reviewer' ? t('console.practiceReviewer') : by
  return (
    <Card>
      <h3 className="mb-2 text-14">{t('console.history')}</h3>
      <FactTable
        facts={one.history.map(({ at, from, to, by }) => ({
          label: <DateTime at={at} />,
          value: `${t('console.step', { from: say(`states.${from}`), to: say(`states.${to}`) })} · ${nameOf(by)}`,
        }))}
      />
    </Card>
  )
}

/** What can be done with a case under review: A verifies and asks once more, R refuses fields of it. */
function Decide(props: { readonly one: Case; readonly unopened: string | undefined; readonly onDecided: () => void }) {
  const { one, unopened, onDecided } = props
  const t = useWords<Messages>('kyc')
  const [asking, setAsking] = useState<'refuse' | 'propose' | 'verify'>()
  const verify = useAction(verifyIdentity, { refreshes: [listCases, readCase] })
  const fail = (refusal: Refusal): void => {
    showToast(refusal.outcome === 'unknown' ? t('page.unknown') : refusal.message, { kind: 'error', ms: 3000 })
  }
  const decided = (word: 'verified' | 'refused' | 'proposed') => (): void => {
    setAsking(undefined)
    showToast(t(`console.${word}`))
    if (word !== 'proposed') onDecided()
  }
  const { caseId } = one
  if (asking === 'refuse') {
    return <RefuseCard one={one} onDone={decided('refused')} onFail={fail} onCancel={() => setAsking(undefined)} />
  }
  if (asking === 'propose') {
    return (
      <ProposeCard caseId={caseId} onDone={decided('proposed')} onFail={fail} onCancel={() => setAsking(undefined)} />
    )
  }
  const needsSecond = one.duplicates.length > 0
  return (
    <>
      <DecisionBar
        decisions={[
          {
            label: t(needsSecond ? 'console.propose' : 'console.verify'),
            key: 'a',
            loading: verify.isPending,
            disabled: one.proposed,
            blocked: unopened,
            onDecide: () => setAsking(needsSecond ? 'propose' : 'verify'),
          },
          { label: t('console.refuse'), key: 'r', kind: 'ghost', onDecide: () => setAsking('refuse') },
        ]}
      >
        {unopened === undefined && <span className="text-12 text-second">{t('console.logged')}</span>}
      </DecisionBar>
      <Dialog
        open={asking === 'verify'}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={t('console.verifyTitle')}
        text={t('console.verifyText')}
        confirmLabel={t('console.verify')}
        loading={verify.isPending}
        onConfirm={() => verify.mutate({ caseId }, { onSuccess: decided('verified'), onError: fail })}
      >
        <FactTable facts={confirmedFacts(one, t)} />
      </Dialog>
    </>
  )
}

/** Whose identity is verified, once more before it is: what the document names, and nothing that is masked. */
function confirmedFacts(one: Case, t: Teller<Messages>) {
  const fields: readonly PaperField[] = ['name', 'number']
  return [
    { label: t('console.customer'), value: one.customer },
    ...fields.flatMap((field) =>
      one.papers
        .filter((paper) => paper.field === field)
        .map(({ value }) => ({ label: t(`fields.${field}`), value: <b className="font-medium">{value}</b> })),
    ),
  ]
}
