import {
  Across,
  Amount,
  Button,
  ButtonLink,
  Card,
  Column,
  DateTime,
  EmptyState,
  Loaded,
  Note,
  PageFrame,
  SkeletonCard,
} from '@bolsillo/ui'
import { useCall, useQueryValue, useSession, useWords } from '@bolsillo/web-kit'
import CalendarDays from 'lucide-react/icons/calendar-days'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { lazy, Suspense, useState } from 'react'
import { readIpo } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { offeringAt, orderAt, signInAt } from './addresses.ts'
import type { FoundOffering } from './apply-sheet.tsx'
import { StagePill, StatePill, timeOf, useSharesWords } from './offering-words.tsx'
import { offeringsPath } from './paths.ts'
import { ProspectusSheet } from './prospectus-sheet.tsx'
import { OutcomePart, TermsPart } from './terms-part.tsx'

// The rules of allotments come only with what is to be checked by them.
const CheckPart = lazy(() => import('./check-part.tsx'))
const ApplySheet = lazy(() => import('./apply-sheet.tsx'))
const everyMs = 15_000

/** One offering: its terms, its prospectus, and applying or one's own application. `?id=` names it. */
export function OfferingPage() {
  const t = useWords<Messages>('ipo')
  const id = useQueryValue('id')
  return (
    <PageFrame title={t('one')} columns>
      {id === undefined ? <NoOffering /> : <Found id={id} />}
    </PageFrame>
  )
}

function NoOffering() {
  const t = useWords<Messages>('ipo')
  return (
    <Across>
      <Card>
        <EmptyState
          icon={CalendarDays}
          title={t('empty.unknown')}
          action={{ label: t('empty.ownAction'), href: offeringsPath }}
        />
      </Card>
    </Across>
  )
}

function Found({ id }: { readonly id: string }) {
  const asked = useCall(readIpo, { id }, { everyMs })
  if (asked.error?.rejection === 'offering-unknown') return <NoOffering />
  return (
    <Loaded of={asked} skeleton={<SkeletonCard lines={6} />}>
      {(found) => <Whole found={found} />}
    </Loaded>
  )
}

/** What lies over the page: the prospectus to read, the prospectus before applying, or the form. */
type Layer = 'prospectus' | 'risks' | 'apply'

function Whole({ found }: { readonly found: FoundOffering }) {
  const [layer, setLayer] = useState<Layer>()
  const { offering, prospectus } = found
  const { title, allotment, own } = offering
  const close = (): void => setLayer(undefined)
  return (
    <>
      <Column>
        <Head found={found} onAct={setLayer} />
        {own !== undefined && <Own application={own} />}
        {allotment !== undefined && <OutcomePart offering={offering} allotment={allotment} />}
        {allotment !== undefined && (
          <Suspense fallback={<SkeletonCard lines={3} />}>
            <CheckPart offering={offering} own={own} />
          </Suspense>
        )}
      </Column>
      <Column>
        <TermsPart offering={offering} />
      </Column>
      <ProspectusSheet
        title={title}
        prospectus={prospectus}
        open={layer === 'prospectus' || layer === 'risks'}
        asks={layer === 'risks'}
        onClose={close}
        onGo={() => setLayer('apply')}
      />
      {layer === 'apply' && (
        <Suspense fallback={null}>
          <ApplySheet found={found} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Whose shares, at what price, until when, and what can be done. */
function Head({ found, onAct }: { readonly found: FoundOffering; readonly onAct: (layer: Layer) => void }) {
  const t = useWords<Messages>('ipo')
  const { title, name, ticker, price, currency, priceDecimals, stage, isPractice } = found.offering
  const { word, at } = timeOf(found.offering)
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 break-words">
          <h2 className="text-20">{title}</h2>
          <p className="text-13 text-second">
            {name} · {ticker}
          </p>
        </div>
        <StagePill stage={stage} />
      </div>
      <p className="text-13 text-second">
        {t('terms.price')}
        <Amount value={price} currency={currency} decimals={priceDecimals} className="block text-28 text-ink" />
      </p>
      <p className="text-13 text-second">
        {t(word)} <DateTime at={at} weekday="long" />
      </p>
      {isPractice && <Note icon={FlaskConical}>{t('practice')}</Note>}
      <Act found={found} onAct={onAct} />
    </Card>
  )
}

/** What can be done now: apply, or sign in for it, and read. Nothing presses. */
function Act({ found, onAct }: { readonly found: FoundOffering; readonly onAct: (layer: Layer) => void }) {
  const t = useWords<Messages>('ipo')
  const { token } = useSession()
  const { id, stage, own } = found.offering
  const applies = stage === 'open' && own === undefined
  return (
    <div className="mt-1 grid gap-2">
      {applies && <p className="text-13 text-second">{t('prospectus.needed')}</p>}
      {applies && token === '' && (
        <ButtonLink wide href={signInAt(offeringAt(id))}>
          {t('signIn')}
        </ButtonLink>
      )}
      {applies && token !== '' && (
        <Button wide onClick={() => onAct('risks')}>
          {t('apply.open')}
        </Button>
      )}
      <Button wide kind="ghost" onClick={() => onAct('prospectus')}>
        {t('prospectus.read')}
      </Button>
    </div>
  )
}

function Own({ application }: { readonly application: NonNullable<FoundOffering['offering']['own']> }) {
  const t = useWords<Messages>('ipo')
  const sharesWords = useSharesWords()
  const { id, state, quantity } = application
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-15">{t('yours')}</h2>
        <StatePill state={state} />
      </div>
      <p className="text-13 text-second">
        {t('result.asked')} {sharesWords(quantity)}. {t(`stateTexts.${state}`)}
      </p>
      <ButtonLink kind="ghost" size="medium" href={orderAt(id)}>
        {t('result.see')}
      </ButtonLink>
    </Card>
  )
}
