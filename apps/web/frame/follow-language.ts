import { loginInfo, updateProfile } from '@bolsillo/identity/contract'
import { type Language, readStored, useAction, useCall, useLanguage, useSession } from '@bolsillo/web-kit'
import { useEffect, useState } from 'react'

/** This long after the start or the sign-in: pages and their questions go first. */
const afterMs = 3_000

/**
 * The language the account is to have: the one chosen on this phone, where the account has another. A language that was
 * never chosen here is nobody's wish: on a new phone the account keeps its own.
 */
export function languageDue(
  account: { readonly language: string; readonly restricted: boolean } | undefined,
  shown: Language,
  chosen: string,
): Language | undefined {
  if (account === undefined || account.restricted || chosen !== shown) return undefined
  return account.language === shown ? undefined : shown
}

/** Tells the server the language chosen in the app: codes and messages come in it, also while the app is closed. */
export function FollowLanguage(): undefined {
  const { token } = useSession()
  const language = useLanguage()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    setReady(false)
    const timer = setTimeout(() => setReady(token !== ''), afterMs)
    return () => clearTimeout(timer)
  }, [token])
  const { data } = useCall(loginInfo, {}, { enabled: ready })
  const { mutate } = useAction(updateProfile, { refreshes: [loginInfo] })
  const due = languageDue(ready ? data : undefined, language, readStored('lang'))
  useEffect(() => {
    if (due !== undefined) mutate({ language: due })
  }, [due, mutate])
}
