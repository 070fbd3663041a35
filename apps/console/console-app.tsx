import { CaseViewsProvider, isLate, listPauses, listWork } from '@bolsillo/approvals/console'
import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import { listLateLiquidations } from '@bolsillo/contracts/console'
import {
  loadFreshFactor,
  loadInvitationPage,
  loadOperatorSignInPage,
  loadWaitingPage,
} from '@bolsillo/identity/console'
import type { Messages as IdentityMessages } from '@bolsillo/identity/messages/es-ES'
import { assert } from '@bolsillo/kernel'
import { DateTime, Icon, Note, noteAddress, Ribbon, Toasts, UiProvider, type UiWords, useUi } from '@bolsillo/ui'
import { ConsoleFrame, useActive, useKeys } from '@bolsillo/ui/console'
import {
  changeLanguage,
  type Language,
  Link,
  languageNames,
  languages,
  Navigate,
  Route,
  Routes,
  titled,
  useCall,
  useGoBack,
  useKit,
  useLanguage,
  useLocation,
  useNavigate,
  useSession,
  useWords,
} from '@bolsillo/web-kit'
import Siren from 'lucide-react/icons/siren'
import TimerOff from 'lucide-react/icons/timer-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { IdleWarning } from './idle-warning.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { caseViews, pageOf, sectionsFor } from './sections.ts'
import { noteSessionOpen, useSessionEnd, useSignOut } from './sign-out.ts'
import type { Messages } from './words/es-ES.ts'

/** One's own factors and sessions. */
const ownAccessPath = '/access'

/** How often the rail reads the work queues. */
const workEveryMs = 20_000

const OperatorSignInPage = lazy(loadOperatorSignInPage)
const InvitationPage = lazy(loadInvitationPage)
const FreshFactor = lazy(loadFreshFactor)
const WaitingPage = lazy(loadWaitingPage)
/** Where a link of an invitation leads: somebody who has no account yet. */
const invitationPath = '/invitation'

/** The staff's app: the sign-in form, or the rail with the sections that exist. */
export function ConsoleApp({ wordsOf }: { readonly wordsOf: (language: Language) => UiWords | undefined }) {
  const language = useLanguage()
  const goBack = useGoBack('/work')
  const { token } = useSession()
  const { key, pathname, search } = useLocation()
  useEffect(noteAddress, [key, pathname, search])
  const settings = useMemo(() => {
    const words = wordsOf(language)
    assert(words !== undefined, `the words of ${language} have come`)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return { language, zone: timeZone, words, Link, goBack }
  }, [language, wordsOf, goBack])
  return (
    <UiProvider settings={settings}>
      <Suspense fallback={null}>
        {pathname !== invitationPath && token !== '' ? (
          <Desk />
        ) : (
          <>
            <div className="fixed inset-x-0 top-0 z-20">
              <PracticeRibbon />
            </div>
            {pathname === invitationPath ? <InvitationPage /> : <OperatorSignInPage note={<WhySignedOut />} />}
          </>
        )}
      </Suspense>
      <Toasts />
    </UiProvider>
  )
}

function Desk() {
  const t = useWords<Messages>('core')
  const { pathname } = useLocation()
  const roles = useRoles()
  // Until their powers begin, an operator can only set up their own access.
  const waits = roles.length === 0
  const shown = sectionsFor(waits ? operatorRoles : roles).filter(({ path }) => !waits || path === ownAccessPath)
  const rail = useRail(shown)
  useFollowActs()
  useEffect(noteSessionOpen, [])
  const first = shown[0]?.path ?? '/'
  return (
    <ConsoleFrame
      title={t('title')}
      label={t('sections')}
      sections={rail}
      current={pathname}
      foot={<Foot />}
      ribbon={<PracticeRibbon />}
      banner={
        <>
          {!waits && <LateBanner />}
          {!waits && <PausesBanner />}
        </>
      }
    >
      <CaseViewsProvider value={caseViews}>
        <Suspense fallback={null}>
          <Routes>
            {shown.map(({ path }) => {
              const SectionPage = pageOf(path)
              return SectionPage === undefined ? null : <Route key={path} path={path} element={<SectionPage />} />
            })}
            <Route path="*" element={waits ? <WaitingPage /> : <Navigate replace to={first} />} />
          </Routes>
        </Suspense>
      </CaseViewsProvider>
      <KeysDialog />
      <IdleWarning />
      <Suspense fallback={null}>
        <FreshFactor />
      </Suspense>
    </ConsoleFrame>
  )
}

/** The sections of the rail with what waits in each, and the keys that lead to them. */
function useRail(shown: ReturnType<typeof sectionsFor>) {
  const t = useWords<Messages>('core')
  const navigate = useNavigate()
  const active = useActive()
  // Polls only while the operator is active, so that an unused session expires.
  const work = useCall(listWork, {}, active ? { everyMs: workEveryMs } : {})
  const rail = shown.map(({ path, titleKey, icon }) => {
    const row = work.data?.rows.find((queue) => queue.path === path)
    const late = row !== undefined && isLate(row, work.data?.now ?? 0)
    const count = row?.count ?? 0
    const countLabel = t(late ? 'waitingLate' : 'waiting', { count: String(count) })
    return { href: path, label: titled(titleKey), icon, count, late, countLabel }
  })
  useKeys(
    rail.slice(0, 9).map(({ href, label }, index) => ({
      key: String(index + 1),
      label: `${t('keys.go')}: ${label}`,
      run: () => void navigate(href),
    })),
  )
  return rail
}

/** This program runs the practice market only: every page says so, before anybody signs in too. */
function PracticeRibbon() {
  const t = useWords<Messages>('core')
  return <Ribbon text={t('practice')} />
}

/** The roles of the signed-in operator. */
function useRoles(): readonly OperatorRole[] {
  const { user } = useSession()
  return operatorRoles.filter((role) => user?.roles?.includes(role) === true)
}

/** Who is signed in, the language, and the way out. */
function Foot() {
  const t = useWords<Messages>('core')
  const language = useLanguage()
  const { user } = useSession()
  const named = useRoles()
  const ofIdentity = useWords<IdentityMessages>('identity')
  const signOut = useSignOut()
  const roles = named.map((role) => ofIdentity(`operator.roles.${role}`))
  return (
    <div className="flex flex-col gap-2 max-[959px]:flex-row max-[959px]:items-center max-[959px]:gap-4 max-[959px]:whitespace-nowrap">
      <p>
        {[user?.account, ...roles].join(' · ')}
        <br />
        {t('logged')}
      </p>
      <div className="flex items-center justify-between gap-2">
        <select
          aria-label={t('language')}
          value={language}
          onChange={(event) => {
            const chosen = languages.find((name) => name === event.target.value)
            if (chosen !== undefined) void changeLanguage(chosen)
          }}
          className="rounded-small bg-rail-on px-2 py-1 text-rail-text"
        >
          {languages.map((name) => (
            <option key={name} value={name}>
              {languageNames[name]}
            </option>
          ))}
        </select>
        <button type="button" onClick={() => signOut()} className="rounded-small px-2 py-1 text-rail-strong underline">
          {t('signOut')}
        </button>
      </div>
    </div>
  )
}

/** The alarm of a late liquidation, above every section, for the roles that may read it. It uses the same read as the rail. */
function LateBanner() {
  const t = useWords<Messages>('core')
  const { Link } = useUi()
  const work = useCall(listWork, {})
  const count = work.data?.rows.find(({ path }) => path === listLateLiquidations.path)?.count ?? 0
  if (count === 0) return null
  return (
    <p role="alert" className="flex items-center gap-2 bg-rail-late px-6 py-2 font-medium text-rail-strong">
      <Icon of={Siren} size={16} />
      {t('lateLiquidations', { count })}
      <Link href={listLateLiquidations.path} className="-my-1 py-1 underline">
        {t('lateLook')}
      </Link>
    </p>
  )
}

/** What is paused now, over every section. */
function PausesBanner() {
  const t = useWords<Messages>('core')
  const pauses = useCall(listPauses, {})
  const running = pauses.data?.rows.filter(({ until }) => until !== undefined) ?? []
  if (running.length === 0) return null
  return (
    <p role="status" className="flex items-center gap-2 bg-warn px-6 py-2 text-warnink">
      <Icon of={TriangleAlert} size={16} />
      {running.map(({ what, until = 0 }) => (
        <span key={what}>
          {t(`paused.${what}`)} {t('paused.until')} <DateTime at={until} />
        </span>
      ))}
    </p>
  )
}

/** Counts what waits again after every act: whatever it did, the rail and the open queue show it at once. */
function useFollowActs(): void {
  const { queries } = useKit()
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation.state.status !== 'success') return
        void queries.invalidateQueries({ queryKey: [listWork.name] })
      }),
    [queries],
  )
}

/** On the sign-in page: why the session before ended, and what had been typed and was not sent. */
function WhySignedOut() {
  const t = useWords<Messages>('core')
  const end = useSessionEnd()
  if (end === undefined) return null
  return (
    <Note icon={TimerOff} tone="warning">
      {t(end.why === 'idle' ? 'idle.done' : 'ended')}
      {end.unsent.length > 0 && ` ${t('idle.unsent', { fields: end.unsent.join(', ') })}`}
    </Note>
  )
}
