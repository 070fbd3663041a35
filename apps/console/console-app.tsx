import { loadJournalPage } from '@bolsillo/audit/console'
import type { Messages as AuditMessages } from '@bolsillo/audit/messages/es-ES'
import { loadInboxPage, loadOperatorSignInPage, operatorLogout, operatorRoles } from '@bolsillo/identity/console'
import type { Messages as IdentityMessages } from '@bolsillo/identity/messages/es-ES'
import { assert } from '@bolsillo/kernel'
import { Toasts, UiProvider, type UiWords } from '@bolsillo/ui'
import { ConsoleFrame } from '@bolsillo/ui/console'
import {
  changeLanguage,
  type Language,
  Link,
  languages,
  useAction,
  useGoBack,
  useKit,
  useLanguage,
  useSession,
  useWords,
} from '@bolsillo/web-kit'
import Inbox from 'lucide-react/icons/inbox'
import ScrollText from 'lucide-react/icons/scroll-text'
import { lazy, Suspense, useMemo } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import type { Messages } from './words/es-ES.ts'

const OperatorSignInPage = lazy(loadOperatorSignInPage)
const InboxPage = lazy(loadInboxPage)
const JournalPage = lazy(loadJournalPage)

/** The staff's app: the sign-in form, or the rail with the sections that exist. */
export function ConsoleApp({ wordsOf }: { readonly wordsOf: (language: Language) => UiWords | undefined }) {
  const language = useLanguage()
  const goBack = useGoBack('/inbox')
  const { token } = useSession()
  const settings = useMemo(() => {
    const words = wordsOf(language)
    assert(words !== undefined, `the words of ${language} have come`)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return { language, zone: timeZone, words, Link, goBack }
  }, [language, wordsOf, goBack])
  return (
    <UiProvider settings={settings}>
      <Suspense fallback={null}>{token === '' ? <OperatorSignInPage /> : <Desk />}</Suspense>
      <Toasts />
    </UiProvider>
  )
}

function Desk() {
  const t = useWords<Messages>('core')
  const ofIdentity = useWords<IdentityMessages>('identity')
  const ofAudit = useWords<AuditMessages>('audit')
  const { pathname } = useLocation()
  const sections = [
    { href: '/inbox', label: ofIdentity('operator.inbox'), icon: Inbox },
    { href: '/journal', label: ofAudit('journal.title'), icon: ScrollText },
  ]
  return (
    <ConsoleFrame title={t('title')} label={t('sections')} sections={sections} current={pathname} foot={<Foot />}>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/inbox" element={<InboxPage />} />
          <Route path="/journal" element={<JournalPage />} />
          <Route path="*" element={<Navigate replace to="/inbox" />} />
        </Routes>
      </Suspense>
    </ConsoleFrame>
  )
}

const languageNames: Readonly<Record<Language, string>> = {
  'es-ES': 'Español',
  'en-US': 'English',
  'pt-BR': 'Português',
}

/** Who is signed in, the language, and the way out. */
function Foot() {
  const t = useWords<Messages>('core')
  const language = useLanguage()
  const { session } = useKit()
  const { user } = useSession()
  const ofIdentity = useWords<IdentityMessages>('identity')
  const signOut = useAction(operatorLogout)
  const roles = operatorRoles
    .filter((role) => user?.idStatus.split(' ').includes(role))
    .map((role) => ofIdentity(`operator.roles.${role}`))
  return (
    <div className="flex flex-col gap-2">
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
        <button
          type="button"
          onClick={() => signOut.mutate({}, { onSettled: () => session.clear() })}
          className="rounded-small px-2 py-1 text-rail-strong underline"
        >
          {t('signOut')}
        </button>
      </div>
    </div>
  )
}
