import type { ReplyOf } from '@bolsillo/contract'
import { OwnPicture } from '@bolsillo/files/web'
import { loginInfo } from '@bolsillo/identity/contract'
import {
  Button,
  ButtonLink,
  Card,
  DateTime,
  ErrorState,
  formatDateTime,
  Icon,
  Note,
  PageFrame,
  Pill,
  Section,
  SkeletonCard,
  useUi,
} from '@bolsillo/ui'
import { Link, useCall, useRefresh, useSearchParams, useWords } from '@bolsillo/web-kit'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Clock from 'lucide-react/icons/clock'
import FileWarning from 'lucide-react/icons/file-warning'
import FlaskConical from 'lucide-react/icons/flask-conical'
import HandCoins from 'lucide-react/icons/hand-coins'
import Lock from 'lucide-react/icons/lock'
import { useEffect, useRef, useState } from 'react'
import { readIdentity } from '../contract/index.ts'
import type { PaperTexts } from '../domain/papers.ts'
import type { Messages } from '../messages/es-ES.ts'
import { LevelTable, ReviewTimes } from './level-table.tsx'
import { PapersFields } from './papers-form.tsx'
import { PracticePapers } from './practice-papers.tsx'

type Identity = ReplyOf<typeof readIdentity>

/** While papers are under review the page looks again by itself; sooner where the practice reviewer decides in seconds. */
const lookAgainMs = 10_000
const practiceLookMs = 1500
const homePath = '/pages/tabbar/home'

/** Identity verification: what a level opens, then the form, then the outcome. */
export default function KycPage() {
  const t = useWords<Messages>('kyc')
  const known = useCall(readIdentity, {}).data
  const isSoon = known?.practice === true && known.state === 'pending'
  const identity = useCall(readIdentity, {}, { everyMs: isSoon ? practiceLookMs : lookAgainMs })
  const refresh = useRefresh()
  const state = identity.data?.state
  const before = useRef(state)
  useEffect(() => {
    // The drawer and the guards of other pages follow what was decided meanwhile.
    if (before.current !== undefined && before.current !== state) {
      refresh(loginInfo)
      // New content appears at the top, so scroll there.
      window.scrollTo({ top: 0 })
    }
    before.current = state
  }, [state, refresh])
  return (
    <PageFrame title={t('page.title')}>
      {identity.isPending && (
        <>
          <SkeletonCard lines={2} />
          <SkeletonCard lines={5} />
        </>
      )}
      {identity.isError && identity.data === undefined && (
        <ErrorState title={identity.error.message} onRetry={() => void identity.refetch()} />
      )}
      {identity.data !== undefined && <Content identity={identity.data} />}
    </PageFrame>
  )
}

function Content({ identity }: { readonly identity: Identity }) {
  switch (identity.asks) {
    case 'everything':
      return identity.state === 'fail' ? <Again identity={identity} /> : <First identity={identity} />
    case 'refused':
      return <Again identity={identity} />
    case 'nothing':
      return <Settled identity={identity} />
  }
}

/** After submission the outcome replaces the form, from the top of the page. */
function leaveForm(setQuery: ReturnType<typeof useSearchParams>[1]): void {
  setQuery({}, { replace: true })
  window.scrollTo({ top: 0 })
}

/** Nobody pays to be verified: said wherever papers are asked for. */
function Free() {
  const t = useWords<Messages>('kyc')
  return (
    <Note icon={HandCoins} tone="warning">
      {t('page.free')}
    </Note>
  )
}

/** First what it opens and how long it takes; the form is a step further, so that a link can lead to it. */
function First({ identity }: { readonly identity: Identity }) {
  const t = useWords<Messages>('kyc')
  const [query, setQuery] = useSearchParams()
  const [filled, setFilled] = useState<PaperTexts>()
  const fill = (texts: PaperTexts): void => {
    setFilled(texts)
    setQuery({ step: 'papers' }, { replace: query.get('step') === 'papers' })
    window.scrollTo({ top: 0 })
  }
  if (query.get('step') === 'papers') {
    return (
      <PapersFields
        key={filled?.number ?? ''}
        identity={identity}
        everything
        filled={filled}
        onSent={() => leaveForm(setQuery)}
      >
        {filled !== undefined ? (
          <Note icon={FlaskConical} tone="warning">
            {t('practice.filled')}
          </Note>
        ) : (
          identity.practice && <PracticePapers onFilled={fill} />
        )}
        {filled === undefined && identity.practice && <Note icon={FlaskConical}>{t('page.practice')}</Note>}
      </PapersFields>
    )
  }
  return (
    <>
      {identity.practice && <PracticePapers onFilled={fill} />}
      <Free />
      <LevelTable identity={identity} />
      <ReviewTimes reviews={identity.reviews} />
      <Note icon={Lock} className="px-1">
        {t('page.privacy')}
      </Note>
      <div className="sticky bottom-0 z-10 -mx-4 mt-auto bg-page px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <p className="pb-2 text-center text-12 text-second">{t('page.what')}</p>
        <Button wide onClick={() => setQuery({ step: 'papers' })}>
          {t('page.begin')}
        </Button>
      </div>
    </>
  )
}

/** After a refusal: what was refused and why, and only that is asked again, unless another document is chosen. */
function Again({ identity }: { readonly identity: Identity }) {
  const t = useWords<Messages>('kyc')
  const [query, setQuery] = useSearchParams()
  const everything = identity.asks === 'everything' || query.get('step') === 'papers'
  return (
    <PapersFields
      key={String(everything)}
      identity={identity}
      everything={everything}
      onSent={() => leaveForm(setQuery)}
    >
      <Card>
        <div className="flex items-start gap-3">
          <Icon of={FileWarning} size={24} className="mt-0.5 shrink-0 text-danger" />
          <div>
            <h2 className="text-16">{t('page.failTitle')}</h2>
            <p className="text-13 text-second">{t(everything ? 'page.failAll' : 'page.failText')}</p>
          </div>
        </div>
        {!everything && (
          <Button kind="plain" size="medium" className="-ml-4" onClick={() => setQuery({ step: 'papers' })}>
            {t('page.otherDocument')}
          </Button>
        )}
      </Card>
      <Free />
    </PapersFields>
  )
}

/** Under review, or verified: nothing to do here. */
function Settled({ identity }: { readonly identity: Identity }) {
  const t = useWords<Messages>('kyc')
  const { zone } = useUi()
  const { submission, state } = identity
  if (submission === undefined) return null
  const { submittedAt, dueAt = submittedAt, decidedAt = submittedAt, name } = submission
  const day = (at: number): string => formatDateTime(at, zone)
  const isVerified = state === 'succ'
  return (
    <>
      <Card>
        <div className="flex items-start gap-3">
          <Icon
            of={isVerified ? BadgeCheck : Clock}
            size={24}
            className={isVerified ? 'mt-0.5 shrink-0 text-ok' : 'mt-0.5 shrink-0 text-warnink'}
          />
          <div className="min-w-0">
            <h2 className="text-16">{t(isVerified ? 'page.succTitle' : 'page.pendingTitle')}</h2>
            <p className="text-13 text-second">
              {isVerified
                ? t('page.succText', { name, at: day(decidedAt) })
                : t('page.pendingText', { at: day(submittedAt), due: day(dueAt) })}
            </p>
            {isVerified && (
              <Pill tone="good" icon={BadgeCheck} className="mt-2">
                {t('page.level', { level: identity.level })}
              </Pill>
            )}
          </div>
        </div>
      </Card>
      {identity.practice && !isVerified && (
        <Note icon={FlaskConical} tone="warning">
          {t('practice.reviewer')}
        </Note>
      )}
      {identity.practice && isVerified && (
        <ButtonLink href={homePath} wide>
          {t('practice.next')}
        </ButtonLink>
      )}
      {!isVerified && <Free />}
      <LevelTable identity={identity} />
      {!isVerified && <ReviewTimes reviews={identity.reviews} />}
      <Sent submission={submission} />
    </>
  )
}

/** What was sent, as it is kept. */
function Sent({ submission }: { readonly submission: NonNullable<Identity['submission']> }) {
  const t = useWords<Messages>('kyc')
  const { certificate, number, submittedAt, front, back, attempt } = submission
  return (
    <Section title={t('page.sentPhotos')} pad="normal">
      <p className="text-13 text-second">
        {t(`certificates.${certificate}`)} · {number} · {t('page.attempt', { attempt })}
        <br />
        <DateTime at={submittedAt} />
      </p>
      <div className="mt-3 grid grid-cols-2 gap-2.5">
        {[front, back].map((fileId, place) =>
          fileId === undefined ? null : (
            <OwnPicture
              key={fileId}
              fileId={fileId}
              label={t(place === 0 ? 'fields.front' : 'fields.back')}
              className="aspect-[8/5] w-full rounded-small border border-hair object-cover"
            />
          ),
        )}
      </div>
      <Note icon={Lock} className="mt-3">
        {t('page.privacy')}{' '}
        <Link href="/pages/user/activity" className="font-medium text-brand">
          {t('page.activity')}
        </Link>
      </Note>
    </Section>
  )
}
